import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { RequestFailure } from '../shared/http';
import type { Params, EndpointReader, RowFilter } from '../shared/operation';
import { numberField, switchField, textField } from '../shared/operation';
import type { JudgedContact } from '../shared/platform';
import { CONTACT, bestHour, cellOf, judgedContact } from '../shared/platform';
import { ParameterError, readPhoneNumber } from '../shared/values';

export const notReachedOptions: readonly INodeProperties[] = [
	switchField(
		'Best Hour',
		'bestHour',
		'Whether to add the hour in which most people answered, as the analytics of the platform say it for this campaign: best_hour is 0 to 23, and best_hour_time_zone its time zone. Both are empty if the platform does not say them.',
	),
	numberField(
		'Max Attempts',
		'maxAttempts',
		'Leave out contacts that this campaign has called this many times, or more. Calls of other campaigns do not count: for them, use Calling Rules.',
		{ typeOptions: { minValue: 1 }, default: 3 },
	),
];

export const notReachedAdvanced: readonly INodeProperties[] = [
	textField(
		'Not Reached Statuses',
		'notReachedStatuses',
		'Words that your platform uses for contacts that were not reached, separated by commas, if they are not the usual ones. They are compared with the status and with the outcome.',
		{ placeholder: 'e.g. no_answer, busy, voicemail' },
	),
];

/** The option Max Attempts; undefined if the user has not added it. @throws ParameterError if it was added without a number */
function maxAttemptsOf(params: Params): number | undefined {
	const value = params.addedValue('options.maxAttempts');
	if (value === undefined) return undefined;
	if (value === null || value === '') {
		throw new ParameterError(
			"'Max Attempts' is empty",
			'Enter a number, check its expression, or remove the option',
		);
	}
	return params.number('options.maxAttempts', 1, 1);
}

/** The person of a row: who was reached by one row must not be called because of another. Undefined if nothing says who it is. */
function personOf(contact: IDataObject): string | undefined {
	const written =
		cellOf(CONTACT, contact, 'contact_number') ?? cellOf(CONTACT, contact, 'contact_id');
	const number = readPhoneNumber(written);
	return written === null ? undefined : typeof number === 'string' ? number : String(written);
}

/** Leaves contacts that were called and not reached, and may be called again. */
export function notReachedFilters(params: Params): RowFilter[] {
	const words = params.texts('advanced.notReachedStatuses');
	const maxAttempts = maxAttemptsOf(params);
	const known = new WeakMap<IDataObject, JudgedContact>();
	const judged = (contact: IDataObject): JudgedContact => {
		const found = known.get(contact) ?? judgedContact(contact, words);
		known.set(contact, found);
		return found;
	};
	const notReached: RowFilter = {
		label: 'Not Reached',
		isAsked: (contact) => judged(contact).reach !== 'open',
		isMet(contact) {
			const { reach, sign } = judged(contact);
			// A sign against calling leaves no doubt about the words.
			return reach === 'unknown' && sign === undefined ? undefined : reach === 'not_reached';
		},
		groupOf: personOf,
		signAgainst: (contact) => judged(contact).sign,
		unsaid: {
			message: "The platform's words do not say which contacts were not reached",
			advice:
				"Look at 'status' and 'outcome' in the output of Get Many (Contact), and set Advanced → 'Not Reached Statuses' to those that mean not reached",
		},
	};
	if (maxAttempts === undefined) return [notReached];
	return [
		notReached,
		{
			label: 'Max Attempts',
			isAsked: (contact) => judged(contact).reach === 'not_reached',
			isMet(contact) {
				const attempts = cellOf(CONTACT, contact, 'attempts');
				return attempts === null ? undefined : Number(attempts) < maxAttempts;
			},
			groupOf: personOf,
			unsaid: {
				message: 'The platform does not say how often contacts were called',
				advice:
					"Remove Options → 'Max Attempts'. To limit the calls to a number, use 'Calling Rules' → 'Max Calls per Person' in the node that calls",
			},
		},
	];
}

/** The best hour, which each contact has if the user wants it. If the analytics cannot be read, the contacts have no best hour. */
export async function bestHourColumns(read: EndpointReader, params: Params): Promise<IDataObject> {
	if (!params.flag('options.bestHour')) return {};
	const query = { campaign_id: params.id('campaignId') };
	const answer = await read('GET /analytics/calls/attempts', { query }).catch((error: unknown) => {
		if (error instanceof RequestFailure) return undefined;
		throw error;
	});
	const { hour, timeZone } = bestHour(answer);
	return { best_hour: hour, best_hour_time_zone: timeZone };
}
