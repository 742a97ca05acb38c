import type { IDataObject } from 'n8n-workflow';
import type { Operation, Resource } from '../../nodes/shared/operation';
import { call } from '../../nodes/VoiceAgentCall/resources/call';
import { campaign } from '../../nodes/VoiceAgentCampaign/resources/campaign';
import { contact } from '../../nodes/VoiceAgentCampaign/resources/contact';
import type { Setting } from './fakeContext.mts';
import { rows } from './fakeContext.mts';

/*
 * The operations that lead to calls, and how a test runs them.
 */

/** As the only operation of a node. */
export const operationIn = ({ operations }: Resource, value: string): Operation => ({
	...operations.find((operation) => operation.value === value)!,
	value: 'do',
});

export const makeCall = operationIn(call, 'makeCall');
export const create = operationIn(campaign, 'create');
export const add = operationIn(contact, 'add');

export const BERLIN = '+493012345601';
export const TOKYO = '+81312345678';

export const WORKDAYS = 'monday tuesday wednesday thursday friday'.split(' ');
export const hours = (
	from = '09:00',
	to = '18:00',
	more: IDataObject = { weekdays: WORKDAYS },
) => ({
	callingHours: { hours: { from, to, ...more } },
});

export interface More extends Omit<Partial<Setting>, 'parameters'> {
	options?: IDataObject;
	parameters?: IDataObject;
	/** What the rows have beside the number. */
	data?: readonly IDataObject[];
}

let executions = 0;

/** Parameters with these options beside their own, of which Dry Run is a switch. */
const withOptions = (
	parameters: IDataObject,
	{ dryRun, ...options }: IDataObject,
): IDataObject => ({
	...parameters,
	options: { ...options, ...(parameters.options as IDataObject | undefined) },
	...(dryRun !== undefined && { dryRun }),
});

/** Make Call, with one number per row. */
export function calling(
	numbers: readonly string[],
	callingRules: IDataObject,
	{ options, parameters, data, ...more }: More = {},
) {
	const parametersOf = (index: number): IDataObject => ({
		agentId: 'a1',
		toNumber: numbers[index] ?? '',
		callingRules,
		...withOptions({ ...parameters }, { parallelRequests: 1, ...options }),
	});
	return {
		items: rows(...numbers.map((phone, index) => ({ phone, ...data?.[index] }))),
		executionId: `callers-${(executions += 1)}`,
		...more,
		parameters: parametersOf,
	};
}

/** With it, the item of a campaign lists who is not sent. */
export const LISTING = { output: 'allColumns' };

/** Contacts of a campaign, one per row. */
export function adding(
	data: readonly IDataObject[],
	callingRules: IDataObject,
	{ options = {}, parameters, ...more }: Omit<More, 'data'> = {},
) {
	return {
		items: rows(...data),
		executionId: `callers-${(executions += 1)}`,
		...more,
		parameters: {
			campaignName: 'Renewals',
			agentId: 'a1',
			campaignId: 'k1',
			phoneNumberColumn: 'phone',
			callingRules,
			...withOptions({ ...parameters }, options),
		},
	};
}
