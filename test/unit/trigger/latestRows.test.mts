import type { IDataObject } from 'n8n-workflow';
import { newTransfer } from '../../../nodes/VoiceAgentTrigger/events/newRow';
import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';
import { hash } from '../../../sandbox/simulation/random.mts';
import { Polls } from './fakeWatch.mts';

/* Fetch Test Event shows the latest rows, and reads little of a long list for it. */

const MINUTE = 60_000;
const PAGE = 100;

type Order = 'newest first' | 'oldest first' | 'shuffled';

/** A platform with so many transfers, each a minute after the one before. */
function transfers(order: Order, count: number, parameters: IDataObject = {}): Polls {
	const polls = new Polls(newTransfer, parameters);
	polls.rows = Array.from({ length: count }, (_entry, index) => ({
		transfer_id: `transfer-${index}`,
		campaign_id: `campaign-${index % 60}`,
		created_at: new Date(polls.now - (count - index) * MINUTE).toISOString(),
	}));
	const place = ({ transfer_id: id }: IDataObject) => hash(String(id));
	if (order === 'newest first') polls.rows.reverse();
	if (order === 'shuffled') polls.rows.sort((one, other) => place(one) - place(other));
	return polls;
}

const numbersOf = (rows: IDataObject[]) =>
	rows.map(({ transfer_id: id }) => Number(String(id).slice('transfer-'.length)));
const latestOf = (numbers: number[]) => numbers.sort((one, other) => one - other).slice(-3);

test.each<[Order, count: number, requests: number]>([
	['newest first', 5_000, 1],
	['newest first', 12, 2],
	['oldest first', 12, 2],
	['oldest first', 5_000, 23],
	['shuffled', 550, 4],
])('%s, %d rows: the latest three, with %d requests', async (order, count, requests) => {
	const polls = transfers(order, count);
	expect(numbersOf(await polls.samples())).toEqual([count - 3, count - 2, count - 1]);
	expect(polls.pages).toHaveLength(requests);
});

test('with a filter, on as many pages as have ten times as many, if it is not all', async () => {
	const polls = transfers('newest first', 9_000, { 'filters.campaignId': 'campaign-7' });
	expect(numbersOf(await polls.samples())).toEqual([8_827, 8_887, 8_947]);
	// 100 rows, 100 and then 1,000 of each page.
	expect(polls.pages).toHaveLength(4);
});

test('of a long list that is not sorted, the latest ones of its first pages', async () => {
	const polls = transfers('shuffled', 20_000);
	const first = polls.rows.slice(0, PAGE + 1_000 * (bounds.samplePages - 1));
	expect(numbersOf(await polls.samples())).toEqual(latestOf(numbersOf(first)));
	expect(polls.pages).toHaveLength(bounds.samplePages);
});

test('of small pages, at least a hundred rows', async () => {
	const polls = transfers('shuffled', 300);
	const { list } = polls;
	polls.list = (query) => list({ ...query, limit: 7 });
	expect(numbersOf(await polls.samples())).toEqual(latestOf(numbersOf(polls.rows.slice(0, 103))));
});

test('on a slow platform, the latest of what can be read in time', async () => {
	const polls = transfers('shuffled', 5_000);
	polls.maxPages = 1;
	expect(numbersOf(await polls.samples())).toEqual(latestOf(numbersOf(polls.rows.slice(0, PAGE))));
});
