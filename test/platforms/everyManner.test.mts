import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { loadOptions } from '../../nodes/VoiceAgent/dynamicOptions';
import { LISTS as SEARCHES, listSearch, type SearchMethod } from '../../nodes/shared/operation';
import { singleOddities } from '../platform/drawing.mts';
import { changed, type GroupName, type SomeManner } from '../platform/manners.mts';
import { idText } from '../platform/written.mts';
import { sampleOf } from '../scale.mts';
import { fakeCaller } from '../support/fakeCaller.mts';
import { everyRequest } from '../support/operations.mts';
import * as cases from './cases.mts';
import type { Case, ListCase } from './cases.mts';
import { mayRefuse } from './expectations.mts';
import { CasePlatform, rowsOf } from './platform.mts';
import { readRightly } from './property.mts';
import { enteredId, LISTS, OBJECTS, type ListName, type ObjectName } from './resources.mts';

/*
 * Every operation that reads rows or calls people, and every drop-down, in every manner of the catalogue: one value of it is not usual. The
 * result is the truth, or an error with a reason. lists.test.mts and objects.test.mts draw mixtures.
 */

const { PLAIN_LIST, PLAIN_OBJECT } = cases;

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

interface Cell<Of extends Case = Case> {
	name: string;
	topic: string;
	of: Of;
}

const ODDITIES = singleOddities(cases.LEFT_OUT);
const inManner = <Of extends Case>(of: Of, some: SomeManner): Of => ({
	...of,
	...changed(of, some),
	output: 'allColumns',
});

const cellsOf = (list: ListName, worlds = LENGTHS): Array<Cell<ListCase>> =>
	ODDITIES.flatMap(({ topic, group, manner }) =>
		worlds
			.filter(([groups]) => groups.includes(group))
			.map(([, some]) => {
				const plain = { ...PLAIN_LIST, ...some, list };
				return { name: list, topic, of: cases.consistentList(inManner(plain, manner)) };
			}),
	);

const objectCells = (object: ObjectName): Cell[] =>
	ODDITIES.filter(({ group }) => ['ids', 'shape', 'single'].includes(group)).map(
		({ topic, manner }) => {
			const of = cases.consistentObject(inManner({ ...PLAIN_OBJECT, object }, manner));
			return { name: object, topic, of };
		},
	);

/** The operations, each with the cells that are played. */
const byName = <Of extends Case>(cells: Array<Cell<Of>>): Array<[string, Array<Cell<Of>>]> =>
	Object.entries(Object.groupBy(sampleOf('cells', cells), ({ name }) => name)).map(
		([name, own = []]) => [name, own],
	);

/** What goes wrong in any of the cells. */
async function wrongIn<Of extends Case>(
	cells: ReadonlyArray<Cell<Of>>,
	read: (of: Of) => Promise<'right' | 'refused'>,
): Promise<string[]> {
	const wrong: string[] = [];
	for (const { topic, of } of cells) {
		const result = await read(of).catch((error: Error) => error.message);
		const isRefusal = result === 'refused' && REFUSED.includes(topic);
		if (result !== 'right' && !isRefusal) wrong.push(`${topic}: ${result}`);
	}
	return wrong;
}

const listNames = Object.keys(LISTS) as ListName[];
const operations: Cell[] = [
	...listNames.flatMap((name) => cellsOf(name)),
	...cellsOf('calls', FILTERED),
	...(Object.keys(OBJECTS) as ObjectName[]).flatMap(objectCells),
];

test.each(byName(operations))('%s: right, or refused with a reason', async (_name, cells) => {
	expect(await wrongIn(cells, readRightly)).toEqual([]);
});

/** Everything that scrolling through a drop-down shows. */
async function scrolled(method: SearchMethod, context: ILoadOptionsFunctions): Promise<unknown[]> {
	const values: unknown[] = [];
	let token: string | undefined;
	do {
		const screen = await listSearch[method].call(context, '', token);
		values.push(...screen.results.map(({ value }) => value));
		token = screen.paginationToken as string | undefined;
	} while (token !== undefined);
	return values;
}

type DropDown = (context: ILoadOptionsFunctions) => Promise<unknown[]>;

const optionsOf =
	(method: 'getDocuments' | 'getAgentDocuments'): DropDown =>
	async (context) =>
		(await loadOptions[method].call(context)).map(({ value }) => value);

/** The list of each drop-down, and how all of it is read. That of sessions is the list of calls. */
const dropDowns: Array<[name: string, list: ListName, read: DropDown]> = [
	['getDocuments', 'documents', optionsOf('getDocuments')],
	['getAgentDocuments', 'documentsOfAgent', optionsOf('getAgentDocuments')],
];
for (const method of Object.keys(SEARCHES) as SearchMethod[]) {
	const endpoint = SEARCHES[method].endpoint.replace('{agent_id}', enteredId('agentId'));
	const list = listNames.find((name) => endpoint === `${LISTS[name].method} ${LISTS[name].path}`);
	if (list !== undefined && method !== 'searchSessions')
		dropDowns.push([method, list, async (context) => await scrolled(method, context)]);
}

const contextOn = (of: Case) => {
	const platform = new CasePlatform(of);
	return fakeCaller((_number, options) => platform.serve(options, true), {
		getNode: () => ({ id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0] }),
		getCurrentNodeParameter: () => enteredId('agentId'),
	}).caller as ILoadOptionsFunctions;
};

const SAYS_EMPTY = /^NodeOperationError: The platform has no [a-z ]+ yet$/;

const readOf = (name: string) => async (of: ListCase) => {
	const [, , read] = dropDowns.find(([one]) => one === name)!;
	const shown = await read(contextOn(of)).catch((error: Error) => error);
	// A list that is empty says where to make what it could offer.
	if (of.count === 0 && SAYS_EMPTY.test(String(shown))) return 'right';
	if (shown instanceof Error) {
		if (mayRefuse(of).length > 0) return 'refused';
		throw shown;
	}
	const rows = rowsOf(of).map((row) => idText(row, of.ids));
	expect(shown.map(String).toSorted()).toEqual(rows.toSorted());
	return 'right';
};

const dropDownCells = dropDowns.flatMap(([name, list]) =>
	cellsOf(list)
		.filter(({ of }) => of.paging.inserts === 0)
		.map((cell) => ({ ...cell, name })),
);

test.each(byName(dropDownCells))(
	'%s: every entry once, or refused with a reason',
	async (name, cells) => {
		expect(await wrongIn(cells, readOf(name))).toEqual([]);
	},
);

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
