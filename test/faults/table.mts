import type { IDataObject, INodeExecutionData, OnError } from 'n8n-workflow';
import { sampleOf, seed } from '../scale.mts';
import { locator } from '../support/nodes.mts';
import { FAULTS, type Kind } from './faults.mts';
import type { Fault } from './hostileServer.mts';

/*
 * The operations that meet faults, and the table: each fault with each operation, in the settings of the node that change what happens after
 * an error.
 */

export interface FaultyOperation {
	/** It begins with the method. */
	name: string;
	node: string;
	parameters: IDataObject;
	/** True: an answer without rows is an empty list. */
	isList?: boolean;
}

/** @param path node, resource and operation */
export function operationOf(
	name: string,
	path: string,
	parameters: IDataObject,
	more: Partial<FaultyOperation> = {},
): FaultyOperation {
	const [node = '', resource, operation] = path.split(' ');
	return { name, node, parameters: { resource, operation, ...parameters }, ...more };
}

const id = '={{ $json.id }}';
const call = { agentId: locator('agent_0001'), toNumber: '={{ $json.phone }}' };

/** One operation of the real nodes for each method, each with one request for each item. */
export const OPERATIONS: readonly FaultyOperation[] = [
	operationOf(
		'GET list',
		'voiceAgentCall call getAll',
		{
			returnAll: false,
			limit: 1,
			output: 'raw',
			options: { additionalQuery: { pairs: [{ name: 'tag', value: id }] } },
		},
		{ isList: true },
	),
	operationOf('GET one', 'voiceAgentCall call get', { callId: locator(id), output: 'raw' }),
	operationOf('POST call', 'voiceAgentCall call makeCall', { ...call, options: { firstName: id } }),
	operationOf('POST call, once ever', 'voiceAgentCall call makeCall', {
		...call,
		options: { firstName: id, repeatedNumbers: 'ever' },
	}),
	operationOf('POST contacts', 'voiceAgentCampaign contact add', {
		campaignId: locator(id),
		contactsFrom: 'json',
		contactsJson: '={{ [{ phone_number: $json.phone }] }}',
	}),
	operationOf('PATCH campaign', 'voiceAgentCampaign campaign start', {
		campaignId: locator(id),
		options: { startSeveral: true },
		output: 'raw',
	}),
	operationOf('PUT document', 'voiceAgent knowledgeBaseDocument rename', {
		documentId: locator(id),
		name: 'Price list',
	}),
	operationOf('DELETE document', 'voiceAgent knowledgeBaseDocument delete', {
		documentId: locator(id),
	}),
	operationOf('POST upload', 'voiceAgent knowledgeBaseDocument upload', {
		inputDataFieldName: 'data',
		additionalFields: { name: id },
	}),
];

/** What one run of a node meets. */
export interface Scenario {
	operation: FaultyOperation;
	/** For each input item, the fault of each attempt; after these, the answers are good. */
	faults: ReadonlyArray<readonly Fault[]>;
	/** What goes wrong before a request can be read: it hits the first connections after the login. */
	early?: { fault: Fault; times: number };
	onError: OnError;
	retryOnFail: boolean;
	parallel: number;
	/** When the execution is cancelled; never if undefined. */
	cancel?: Cancel;
	/** Timeout (Seconds), in place of the usual one. */
	timeoutSeconds?: number;
}

export type Moment =
	| 'before it starts'
	| 'while logging in'
	| 'while waiting after 429'
	| 'while the request is sent'
	| 'while the answer is read';

/** At a moment of all items that are under way, or when so many requests have been read. */
export type Cancel = { at: Moment } | { afterRequests: number };

/** Places a call. */
export const isCall = ({ name }: FaultyOperation) => name.startsWith('POST call');

export const isAction = ({ name }: FaultyOperation) => /^(POST|PATCH)/.test(name);

/** Input items `item_0`, `item_1` …, each with a number and a small file. */
export const inputOf = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: { id: `item_${index}`, phone: `+1212555010${index}` },
		binary: {
			data: {
				data: Buffer.from(`Prices of item_${index}`).toString('base64'),
				mimeType: 'text/plain',
				fileName: `item_${index}.txt`,
			},
		},
	}));

export const ON_ERROR: readonly OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];
export const SETTINGS = ON_ERROR.flatMap((onError) =>
	[false, true].map((retryOnFail) => ({ onError, retryOnFail })),
);
const ALWAYS = 30;
const ITEMS = 3;

const isHitOnce = ({ faults, early, retryOnFail }: Scenario) =>
	!retryOnFail && (early?.times ?? faults[0]!.length) === 1;

/**
 * Of each group, every fault meets at least one case: a call that a fault hits once and that n8n does not repeat, another call, another action,
 * and a request that reads.
 */
const GROUPS: ReadonlyArray<(scenario: Scenario) => boolean> = [
	(scenario) => isCall(scenario.operation) && isHitOnce(scenario),
	(scenario) => isCall(scenario.operation) && !isHitOnce(scenario),
	({ operation }) => isAction(operation) && !isCall(operation),
	({ operation }) => !isAction(operation),
];
/** No group has a number of cases that it divides: over all faults, each case has its turn. */
const STEP = 5;

export type Case = [name: string, scenario: Scenario];

export const nameOf = ({ operation, onError, retryOnFail }: Scenario): string =>
	[operation.name, onError, retryOnFail ? 'Retry On Fail' : 'no retry'].join(', ');

/** Faults that hit the first item, `times` times. */
function caseOf(
	fault: Fault,
	times: number,
	rest: Pick<Scenario, 'operation' | 'onError' | 'retryOnFail'>,
): Case {
	const isEarly = fault.at !== 'read';
	const first = isEarly ? [] : Array.from({ length: times }, () => fault);
	const scenario: Scenario = {
		...rest,
		faults: [first, ...Array.from({ length: ITEMS - 1 }, () => [])],
		// Early faults hit whoever comes first: one after the other, that is the first item.
		parallel: isEarly ? 1 : ITEMS,
		...(isEarly && { early: { fault, times } }),
	};
	return [`${nameOf(scenario)}, ${times === 1 ? 'once' : 'always'}`, scenario];
}

/**
 * An action meets each setting, reading meets two of them. The fault stays for the last settings of an action, and for each second one of
 * reading, which gets over a fault that does not.
 */
function casesOf(fault: Fault, operation: FaultyOperation): Case[] {
	const turn = OPERATIONS.indexOf(operation) % ON_ERROR.length;
	const settings = SETTINGS.filter(
		(_setting, index) => isAction(operation) || index % ON_ERROR.length === turn,
	);
	return settings.map((setting, index) => {
		const isLasting = isAction(operation) ? index >= 4 : index % 2 === 1;
		return caseOf(fault, isLasting ? ALWAYS : 1, { operation, ...setting });
	});
}

/** The list from another place on. */
export const rotated = <T,>(list: readonly T[], by: number): T[] => {
	const first = by % list.length;
	return [...list.slice(first), ...list.slice(0, first)];
};

const everyFault = Object.values(FAULTS).flat();

/** The scenarios of one fault, with a name for each: at least one of each group, others for each fault. */
export function casesFor(kind: Kind, fault: Fault): Case[] {
	const turn = (everyFault.findIndex(({ name }) => name === fault.name) + 1 + seed) * STEP;
	const all = OPERATIONS.flatMap((operation) => casesOf(fault, operation));
	return GROUPS.flatMap((isIn) => {
		const cases = all.filter(([, scenario]) => isIn(scenario));
		// Large answers cost memory and time.
		return sampleOf(kind === 'large' ? 'largeFaults' : 'faultyCases', rotated(cases, turn));
	});
}
