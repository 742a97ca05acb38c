import type { IDataObject } from 'n8n-workflow';
import type { Read, ReadEndpoint } from '../../shared/operation';
import { CALL, cellOf, idOf } from '../../shared/platform';
import { CHECKED_LISTS } from './lists';
import type { Seen, SeenFilters, SeenList, SeenPage, SeenPaging } from './seen';
import { rowsOf, seenPage } from './seen';

/** Everything that a check reads. */
export const CHECKED_ENDPOINTS = [
	'GET /mfa/status',
	'GET /billing/balance',
	'GET /calls/{call_id}',
	...CHECKED_LISTS.map(({ endpoint }) => endpoint),
] as [ReadEndpoint, ...ReadEndpoint[]];

/** Rows of a small page. */
const SMALL = 5;
/** Rows that a list needs to show how it is paged. */
const ENOUGH = 3;
/** As the trigger requests for long lists. */
const LARGE = 1000;
/** Further than any list goes. */
const FAR = 10_000_000;
/** At which there is no call yet, and at which there was none. */
const FUTURE = '2100-01-01T00:00:00.000Z';
const PAST = '1971-01-01T00:00:00.000Z';
const NO_SUCH_ID = 'does-not-exist';

/** Lists of which one is read further, in this order: those that most accounts may read and that have most rows. */
const PAGED = ['calls', 'transactions', 'agents', 'voices', 'campaigns'];

async function readLists(read: Read): Promise<SeenList[]> {
	const seen = new Map<ReadEndpoint, SeenList>();
	for (const { name, endpoint, entity, of } of CHECKED_LISTS) {
		const owner = of && seen.get(of.list);
		const id = owner && idOf(owner.rows[0] ?? {}, owner.entity);
		const page: SeenPage =
			of && !id
				? { rows: [] }
				: seenPage(
						await read(endpoint, {
							ids: of && { [of.placeholder]: id ?? '' },
							query: { limit: SMALL, offset: 0 },
						}),
						entity,
						of !== undefined,
					);
		seen.set(endpoint, { name, entity, ...page });
	}
	return [...seen.values()];
}

async function readPaging(read: Read, lists: readonly SeenList[]): Promise<SeenPaging | undefined> {
	const list = PAGED.map((name) => lists.find((candidate) => candidate.name === name)).find(
		(candidate) => (candidate?.rows.length ?? 0) >= ENOUGH,
	);
	const checked = CHECKED_LISTS.find(({ name }) => name === list?.name);
	if (!list || !checked) return undefined;
	const { endpoint, entity } = checked;
	// A 404 behind the first page says nothing about the whole list.
	const page = async (limit: number, offset: number) =>
		seenPage(await read(endpoint, { query: { limit, offset } }), entity, true);
	return {
		list,
		two: await page(2, 0),
		fromOne: await page(2, 1),
		fromTwo: await page(2, 2),
		large: await page(LARGE, 0),
		pastEnd: await page(2, FAR),
	};
}

async function readFilters(
	read: Read,
	calls: readonly IDataObject[],
): Promise<SeenFilters | undefined> {
	const last = calls.at(-1);
	if (!last) return undefined;
	const page = async (filter: IDataObject) =>
		seenPage(await read('GET /calls', { query: { limit: SMALL, offset: 0, ...filter } }), 'call');
	const id = idOf(last, 'call');
	return {
		from: await page({ from: FUTURE }),
		to: await page({ to: PAST }),
		...(id !== '' && { callId: { id, page: await page({ call_id: id }) } }),
	};
}

/** A call that has the most to show: one that is over. */
function callToRead(calls: readonly IDataObject[]): string {
	const withId = calls.filter((call) => idOf(call, 'call') !== '');
	const over = withId.find((call) => cellOf(CALL, call, 'is_over') === true);
	return idOf(over ?? withId[0] ?? {}, 'call');
}

/** Reads the platform to see how it answers. At most 45 requests, one after the other. */
export async function readPlatform(read: Read): Promise<Seen> {
	const mfa = await read('GET /mfa/status');
	const balance = await read('GET /billing/balance');
	const missing = await read('GET /calls/{call_id}', { ids: { call_id: NO_SUCH_ID } });
	const lists = await readLists(read);
	const paging = await readPaging(read, lists);
	const calls = rowsOf({ lists, paging }, 'calls');
	const id = callToRead(calls);
	return {
		mfa,
		balance,
		missing,
		lists,
		paging,
		filters: await readFilters(read, lists.find(({ name }) => name === 'calls')?.rows ?? []),
		call: id === '' ? undefined : await read('GET /calls/{call_id}', { ids: { call_id: id } }),
	};
}
