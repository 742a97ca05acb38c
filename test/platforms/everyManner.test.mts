import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { loadOptions } from '../../nodes/VoiceAgent/dynamicOptions';
import { singleOddities } from '../platform/drawing.mts';
import { changed, type GroupName, type SomeManner } from '../platform/manners.mts';
import { sampleOf } from '../scale.mts';
import { fakeCaller } from '../support/fakeCaller.mts';
import { everyRequest } from '../support/operations.mts';
import {
	consistentList,
	consistentObject,
	LEFT_OUT,
	PLAIN_LIST,
	PLAIN_OBJECT,
	type Case,
	type ListCase,
} from './cases.mts';
import { CasePlatform, rowsOf } from './platform.mts';
import { readRightly } from './property.mts';
import { enteredId, LISTS, OBJECTS, type ListName, type ObjectName } from './resources.mts';

/*
 * Every operation that reads rows or calls people, in every manner of the catalogue: one value of it is not usual. The
 * result is the truth, or an error with a reason. lists.test.mts and objects.test.mts draw mixtures.
 */

/** Lists in which a manner shows: of pages that are smaller than what is asked for, or as large, and without rows. */
const LENGTHS: Array<[groups: GroupName[], some: Partial<ListCase>]> = [
	[
		['ids', 'shape', 'listing', 'envelope', 'paging'],
		{ count: 53, paging: { ...PLAIN_LIST.paging, cap: 20 } },
	],
	[['listing', 'envelope', 'paging'], { count: 130 }],
	[['envelope', 'paging'], { count: 0 }],
];
const FILTERED = (['between', 'callId', 'unknownCallId'] as const).map(
	(kind): (typeof LENGTHS)[number] => [
		['ids', 'listing', 'envelope'],
		{ count: 23, filter: { kind, first: 200, last: 700 } },
	],
);

/** What is refused, and nothing else; docs/internals/platforms.md says why. */
const REFUSED = ['shape.times: missing', 'listing.filters: ignored', 'listing.filters: refused'];

interface Cell {
	name: string;
	topic: string;
	of: Case;
}

const ODDITIES = singleOddities(LEFT_OUT);
const inManner = <Of extends Case>(of: Of, some: SomeManner): Of => ({
	...of,
	...changed(of, some),
	output: 'allColumns',
});

const cellsOf = (list: ListName, worlds = LENGTHS): Cell[] =>
	ODDITIES.flatMap(({ topic, group, manner }) =>
		worlds
			.filter(([groups]) => groups.includes(group))
			.map(([, some]) => {
				const plain = { ...PLAIN_LIST, ...some, list };
				return { name: list, topic, of: consistentList(inManner(plain, manner)) };
			}),
	);

const objectCells = (object: ObjectName): Cell[] =>
	ODDITIES.filter(({ group }) => ['ids', 'shape', 'single'].includes(group)).map(
		({ topic, manner }) => {
			const of = consistentObject(inManner({ ...PLAIN_OBJECT, object }, manner));
			return { name: object, topic, of };
		},
	);

const operations: Cell[] = [
	...(Object.keys(LISTS) as ListName[]).flatMap((name) => cellsOf(name)),
	...cellsOf('calls', FILTERED),
	...(Object.keys(OBJECTS) as ObjectName[]).flatMap(objectCells),
];
const byName = Object.groupBy(sampleOf('cells', operations), ({ name }) => name);

test.each(Object.entries(byName))(
	'%s: right, or refused with a reason',
	async (_name, cells = []) => {
		const wrong: string[] = [];
		for (const { topic, of } of cells) {
			const result = await readRightly(of).catch((error: Error) => error.message);
			const isRefusal = result === 'refused' && REFUSED.includes(topic);
			if (result !== 'right' && !isRefusal) wrong.push(`${topic}: ${result}`);
		}
		expect(wrong).toEqual([]);
	},
);

/** The drop-downs that read a whole list; those with a search are in test/unit/operation/listSearch.test.mts. */
test.each([
	['getDocuments', 'documents'],
	['getAgentDocuments', 'documentsOfAgent'],
] as const)('%s: every entry once', async (method, list) => {
	const of: ListCase = { ...PLAIN_LIST, list, count: 130 };
	const platform = new CasePlatform(of);
	const { caller } = fakeCaller((_number, options) => platform.serve(options, true), {
		getCurrentNodeParameter: () => enteredId('agentId'),
	});
	const offered = await loadOptions[method].call(caller as ILoadOptionsFunctions);
	const ids = rowsOf(of).map(({ id }) => id);
	expect(offered.map(({ value }) => value).toSorted()).toEqual(ids.toSorted());
});

/** What is read in another way than as a list, or has rows that these platforms have not. */
const ELSEWHERE = [
	// The rows of two lists together: test/unit/VoiceAgentCampaign/notReached.test.mts.
	'getNotReached',
	// A price has no identifier, and other fields: test/contract/lists.test.mts.
	'getPricing',
];

test('every list that the nodes have is among them', () => {
	const played = Object.values(LISTS).map(({ node, resource, operation }) =>
		[node, resource, operation].join(),
	);
	const missing = everyRequest().filter(
		({ node, resource, operation: { kind, value } }) =>
			kind === 'list' &&
			!played.includes([node, resource.value, value].join()) &&
			!ELSEWHERE.includes(value),
	);
	expect(missing.map(({ title }) => title)).toEqual([]);
});
