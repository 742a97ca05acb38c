import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { FAULTS } from './faults.mts';
import type { Entry, Fault, Told } from './hostileServer.mts';
import { judge } from './judge.mts';
import { OPERATIONS } from './operations.mts';
import type { Outcome, Played, Scenario } from './play.mts';

/* The judge finds what it is there for: each line is a node that breaks one promise. */

const makeCall = OPERATIONS.find(({ name }) => name === 'POST call');
const getCall = OPERATIONS.find(({ name }) => name === 'GET one');
const named = (name: string) =>
	Object.values(FAULTS)
		.flat()
		.find((fault) => fault.name === name) as Fault;
const unclear = named('reset after the request');
const refused = named('status 402');

const entry = (told: Told, more: Partial<Entry> = {}): Entry => ({
	method: 'POST',
	path: '/calls/make-call',
	id: 'item_0',
	told,
	isPlatform: true,
	...more,
});
const success: INodeExecutionData = { json: { call_id: 'call_0001' }, pairedItem: { item: 0 } };
const failed = (error: string): INodeExecutionData => ({
	json: { error },
	pairedItem: { item: 0 },
});
const UNKNOWN = failed('It is unknown whether this was carried out: no answer');
const items = (...list: INodeExecutionData[]): Outcome => ({ items: list });

function played(
	journal: Entry[],
	outcome: Outcome,
	scenario: Partial<Scenario> = {},
	more: Partial<Played> = {},
): Played {
	return {
		scenario: {
			operation: makeCall!,
			faults: [[]],
			onError: 'continueRegularOutput',
			retryOnFail: false,
			parallel: 1,
			...scenario,
		},
		outcome,
		journal,
		brokenConnections: 0,
		leaked: [],
		...more,
	};
}

test.each<[string, Played]>([
	['one call, one success', played([entry('done')], items(success))],
	['again after 429', played([entry('again'), entry('done')], items(success))],
	[
		'again at another address after 307',
		played([entry('elsewhere'), entry('done', { path: '/moved' })], items(success)),
	],
	[
		'again by Retry On Fail after a refusal',
		played([entry('refused'), entry('done')], items(success), { retryOnFail: true }),
	],
	['unknown after a reset', played([entry('unclear')], items(UNKNOWN), { faults: [[unclear]] })],
])('nothing is wrong: %s', (_name, right) => {
	expect(judge(right)).toEqual([]);
});

test.each<[string, Played, RegExp]>([
	[
		'a call is sent again after a reset',
		played([entry('unclear'), entry('done')], items(success)),
		/sent again after "unclear"/,
	],
	[
		'a call is sent again after a success',
		played([entry('done'), entry('done')], items(success)),
		/sent again after "done"/,
	],
	[
		'a call is sent again after a refusal, without Retry On Fail',
		played([entry('refused'), entry('done')], items(success)),
		/sent again after "refused"/,
	],
	[
		'a call is sent to itself after 307',
		played([entry('elsewhere'), entry('done')], items(success)),
		/sent again after "elsewhere"/,
	],
	[
		'a call is sent to another origin',
		played([entry('done', { isPlatform: false })], items(success)),
		/another origin/,
	],
	['an item is lost', played([entry('done')], items()), /0 outputs/],
	['an item has two outputs', played([entry('done')], items(success, success)), /2 outputs/],
	['a success without an answer', played([], items(success)), /answered "nothing"/],
	['a success after a refusal', played([entry('refused')], items(success)), /answered "refused"/],
	[
		'an error after a success',
		played([entry('done')], items(failed('Not found'))),
		/carried out, but an error/,
	],
	[
		'"cannot be reached" after the request was read',
		played([entry('unclear')], items(failed('The platform cannot be reached'))),
		/not said to be unknown/,
	],
	[
		'"unknown" after a refusal',
		played([entry('refused')], items(UNKNOWN), { faults: [[refused]] }),
		/refused for certain/,
	],
	[
		'reading gives up after one reset',
		played(
			[entry('unclear', { method: 'GET' })],
			{ error: { message: 'interrupted' } as NodeApiError },
			{ operation: getCall!, faults: [[unclear]] },
		),
		/did not get over/,
	],
	[
		'a fault that did not happen',
		played([entry('done')], items(success), {
			early: { fault: named('reset when connected'), times: 1 },
		}),
		/did not happen/,
	],
	['it hangs', played([], { isHanging: true }), /has not ended/],
	[
		'it sends something after it was cancelled',
		played(
			[entry('done')],
			items(success),
			{},
			{ cancelled: { arrivedLater: [entry('done')], mostOnTheirWay: 0 } },
		),
		/was sent later/,
	],
	[
		'the token goes to another origin',
		played([entry('done')], items(success), {}, { leaked: ['Bearer …'] }),
		/token/,
	],
	[
		'an unknown call is placed by a later execution',
		played(
			[entry('unclear')],
			items(UNKNOWN),
			{},
			{ later: { items: [], journal: [entry('done')] } },
		),
		/called the number again/,
	],
	[
		'a refused call is skipped by a later execution',
		played([entry('refused')], items(failed('Too low')), {}, { later: { items: [], journal: [] } }),
		/did not call the number/,
	],
])('it finds: %s', (_name, wrong, expected) => {
	expect(judge(wrong).join('\n')).toMatch(expected);
});
