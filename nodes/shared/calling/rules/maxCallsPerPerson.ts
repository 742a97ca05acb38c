import { numberField } from '../../operation';
import { isObject } from '../../values';
import { empty, wholeNumber } from './enteredValues';
import type { Rule } from './rule';

const NAME = 'Max Calls per Person';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

/** Entered: 2 calls in 7 days. Called on Monday at 09:00 and on Tuesday: held back until next Monday, 09:00. */
export const maxCallsPerPerson: Rule = {
	name: NAME,
	fields: [
		{
			displayName: NAME,
			name: 'maxCallsPerPerson',
			type: 'fixedCollection',
			placeholder: 'Add Limit',
			default: { limit: { calls: 3, days: 7 } },
			options: [
				{
					displayName: 'Limit',
					name: 'limit',
					values: [
						numberField('Calls', 'calls', 'Max number of calls to one number in these days', {
							typeOptions: { minValue: 1 },
							default: 3,
						}),
						numberField(
							'Days',
							'days',
							'Number of days, of 24 hours each, counted back from this moment',
							{ typeOptions: { minValue: 1, maxValue: MAX_DAYS }, default: 7 },
						),
					],
				},
			],
			description:
				'Max number of calls to one number in some days. They are counted in the call history of the platform, for all agents and campaigns.',
		},
	],
	read({ maxCallsPerPerson: entered }) {
		const limit = isObject(entered) && isObject(entered.limit) ? entered.limit : undefined;
		if (!limit) throw empty(NAME, 'Add a limit');
		const most = wholeNumber(limit.calls, 'Calls');
		const days = wholeNumber(limit.days, 'Days', MAX_DAYS);
		/** The calls that count at a moment, the latest first. */
		const countedAt = (moment: number, calls: readonly number[]) =>
			calls.filter((time) => time > moment - days * DAY_MS).sort((a, b) => b - a);
		return {
			counts: 'person',
			days,
			notNow({ besides, at }) {
				const { length: count } = countedAt(at, besides);
				if (count < most) return undefined;
				const inDays = days === 1 ? 'day' : `${days} days`;
				return {
					because: 'called too often',
					description: `Calls to this number in the last ${inDays}: ${count}. '${NAME}' allows ${most}`,
				};
			},
			allowedFrom({ besides }, moment) {
				const last = countedAt(moment, besides)[most - 1];
				if (last === undefined) return moment;
				return Math.ceil((last + days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
			},
		};
	},
};
