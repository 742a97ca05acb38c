import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { loadOptions } from '../../nodes/VoiceAgent/dynamicOptions';
import { LISTS as SEARCHES, listSearch, type SearchMethod } from '../../nodes/shared/operation';
import { singleOddities } from '../platform/drawing.mts';
import { changed, type GroupName, type SomeManner } from '../platform/manners.mts';
import { idText } from '../platform/written.mts';
import { sampleOf } from '../scale.mts';
import { everyRequest } from '../support/operations.mts';
import { fakeCaller } from '../support/fakeCaller.mts';
import { PLAIN_LIST, PLAIN_OBJECT, type Case, type ListCase } from './cases.mts';
import { consistentList, consistentObject, LEFT_OUT } from './consistent.mts';
import { mayRefuse, mustRefuse } from './expectations.mts';
import { helped, realNode } from './nodeReader.mts';
import { CasePlatform, rowsOf } from './platform.mts';
import { report, verdictOf } from './property.mts';
import { ENTERED, LISTS, OBJECTS, type ListName, type ObjectName } from './resources.mts';

/*
 * Every operation that reads rows or calls people, and every drop-down, in every manner of the catalogue: one value of it is not usual. The
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
		{ count: 23, filter: { ...PLAIN_LIST.filter, kind, first: 200, last: 700 } },
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
});

const cellsOf = (list: ListName, worlds = LENGTHS): Cell[] =>
	ODDITIES.flatMap(({ topic, group, manner }) =>
		worlds
			.filter(([groups]) => groups.includes(group))
			.map(([, some]) => {
				const plain: ListCase = { ...PLAIN_LIST, ...some, list, output: 'allColumns' };
				return { name: list, topic, of: consistentList(inManner(plain, manner)) };
			}),
	);

const objectCells = (object: ObjectName): Cell[] =>
	ODDITIES.filter(({ group }) => ['ids', 'shape', 'single'].includes(group)).map(
		({ topic, manner }) => {
			const plain = { ...PLAIN_OBJECT, object, output: 'allColumns' as const };
			return { name: object, topic, of: consistentObject(inManner(plain, manner)) };
		},
	);

/** The operations, each with the cells that are played. */
function byName(cells: readonly Cell[]): Array<[name: string, cells: Cell[]]> {
	const names = new Set(cells.map(({ name }) => name));
	return [...names].map((name) => [name, cells.filter((cell) => cell.name === name)]);
}

const listNames = Object.keys(LISTS) as ListName[];
const objectNames = Object.keys(OBJECTS) as ObjectName[];
const operations = [
	...listNames.flatMap((name) => cellsOf(name)),
	...cellsOf('calls', FILTERED),
	...objectNames.flatMap(objectCells),
];

test.each(byName(sampleOf('cells', operations)))(
	'%s: right, or refused with a reason',
	async (_name, cells) => {
		const faults: string[] = [];
		for (const { topic, of } of cells) {
			const { is, fault, text, asked } = await verdictOf(realNode, of);
			if (is === 'refused' && !REFUSED.includes(topic)) faults.push(`${topic} is refused: ${text}`);
			if (is !== 'fault') continue;
			const finding = { fault, text, kind: of.kind, seed: of.seed, path: '', count: 1, of, asked };
			faults.push(`${topic}\n${report(finding)}`);
		}
		expect(faults).toEqual([]);
	},
);

/** Which list a drop-down reads. */
const listOf = ({ endpoint }: { endpoint: string }): ListName | undefined =>
	listNames.find((name) => {
		const { method, path } = LISTS[name];
		return `${method} ${path.replace(ENTERED.agent, '{agent_id}')}` === endpoint;
	});

/** Everything that scrolling through a drop-down shows. */
async function scrolled(method: SearchMethod, context: ILoadOptionsFunctions): Promise<string[]> {
	const values: string[] = [];
	let token: string | undefined;
	do {
		const screen = await listSearch[method].call(context, '', token);
		values.push(...screen.results.map(({ value }) => String(value)));
		token = screen.paginationToken as string | undefined;
	} while (token !== undefined);
	return values;
}

const SAYS_EMPTY = /^NodeOperationError: The platform has no [a-z ]+ yet$/;

type DropDown = (context: ILoadOptionsFunctions) => Promise<string[]>;

const optionsOf =
	(method: 'getDocuments' | 'getAgentDocuments'): DropDown =>
	async (context) =>
		(await loadOptions[method].call(context)).map(({ value }) => String(value));

/** The list of each drop-down, and how all of it is read. That of sessions is the list of calls. */
const DROP_DOWNS: Array<[name: string, list: ListName, read: DropDown]> = [
	['getDocuments', 'documents', optionsOf('getDocuments')],
	['getAgentDocuments', 'documentsOfAgent', optionsOf('getAgentDocuments')],
];
for (const method of Object.keys(SEARCHES) as SearchMethod[]) {
	const list = listOf(SEARCHES[method]);
	if (list !== undefined && method !== 'searchSessions')
		DROP_DOWNS.push([method, list, async (context) => await scrolled(method, context)]);
}

const contextOn = (platform: CasePlatform) =>
	fakeCaller(
		(_number, options) =>
			helped(platform.serve(options, true), (options as { encoding?: unknown }).encoding),
		{
			getNode: () => ({ id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0] }),
			getCurrentNodeParameter: () => ENTERED.agent,
		},
	).caller as ILoadOptionsFunctions;

const dropDownCells = DROP_DOWNS.flatMap(([name, list]) =>
	cellsOf(list)
		.filter(({ of }) => (of as ListCase).paging.inserts === 0)
		.map((cell) => ({ ...cell, name })),
);

test.each(byName(sampleOf('cells', dropDownCells)))(
	'%s: every entry once, or refused with a reason',
	async (name, cells) => {
		const [, , read] = DROP_DOWNS.find(([one]) => one === name)!;
		const faults: string[] = [];
		for (const { topic, of } of cells) {
			const list = of as ListCase;
			const reasons = [mustRefuse(of), ...mayRefuse(of)].filter((reason) => reason !== undefined);
			const shown = await read(contextOn(new CasePlatform(of))).catch((error: Error) => error);
			// A list that is empty says where to make what it could offer.
			if (list.count === 0 && SAYS_EMPTY.test(String(shown))) continue;
			if (shown instanceof Error) {
				if (!REFUSED.includes(topic)) faults.push(`${topic} is refused: ${shown.message}`);
				if (reasons.length === 0) faults.push(`${topic}, ${list.count} rows: ${shown.message}`);
				continue;
			}
			const rows = rowsOf(list).map((row) => idText(row, list.ids));
			if (String(shown.toSorted()) !== String(rows.toSorted()))
				faults.push(`${topic}, ${list.count} rows: shown are ${shown.length}`);
		}
		expect(faults).toEqual([]);
	},
);

/** Whether the real node or a drop-down refuses a cell. */
const isRefused = async ({ name, of }: Cell): Promise<boolean> => {
	const read = DROP_DOWNS.find(([one]) => one === name)?.[2];
	if (!read) return (await verdictOf(realNode, of)).is === 'refused';
	return await read(contextOn(new CasePlatform(of))).then(
		() => false,
		() => true,
	);
};

test.each(REFUSED)('%s is refused by some operation or drop-down', async (refused) => {
	const cells = [...operations, ...dropDownCells].filter(({ topic }) => topic === refused);
	let place = 0;
	while (place < cells.length && !(await isRefused(cells[place]!))) place += 1;
	expect(place).toBeLessThan(cells.length);
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
