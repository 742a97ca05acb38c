import { numberField } from '../../operation';
import { wholeNumber } from './enteredValues';
import type { Rule } from './rule';

const NAME = 'Max Calls per Execution';

/** Entered: 2. The third call of the execution is held back; the next execution can make it. */
export const maxCallsPerExecution: Rule = {
	name: NAME,
	fields: [
		numberField(
			NAME,
			'maxCallsPerExecution',
			'Max number of calls, or of contacts of campaigns, that this node makes in one execution, also in a loop or as a tool',
			{ typeOptions: { minValue: 1 }, default: 100 },
		),
	],
	read(entered) {
		const most = wholeNumber(entered.maxCallsPerExecution, NAME);
		return {
			counts: 'execution',
			notNow({ log, now }) {
				const called = log.within(Infinity, now).length;
				if (called < most) return undefined;
				return {
					because: 'too many calls',
					description: `This execution has called ${called} numbers. '${NAME}' allows ${most}. The next execution can call this one`,
				};
			},
			allowedFrom: ({ now }) => now,
		};
	},
};
