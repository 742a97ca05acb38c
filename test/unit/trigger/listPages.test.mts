import type { IDataObject } from 'n8n-workflow';
import { listPages } from '../../../nodes/VoiceAgentTrigger/listPages';
import type { PageSize, Watch } from '../../../nodes/VoiceAgentTrigger/watch';
import { addressOf, RequestFailure } from '../../../nodes/shared/http';
import { Params } from '../../../nodes/shared/operation';

interface Sent {
	path: string;
	query: IDataObject;
}

/** A poll of a platform that answers every request in the same way. */
function polling(parameters: IDataObject = {}, failure?: RequestFailure) {
	const sent: Sent[] = [];
	const pageSize: PageSize = {};
	const poll = { isOver: false };
	const send = async (request: Sent, read: (response: object) => unknown) => {
		sent.push(request);
		if (failure) throw failure;
		return await read({ headers: {}, body: [{ call_id: 'call_1', status: 'completed' }] });
	};
	const watch = {
		client: { send },
		params: new Params((name, fallback) => parameters[name] ?? fallback),
		pageSize,
		isOver: () => poll.isOver,
	} as unknown as Watch;
	const pages = listPages(watch, addressOf('GET /calls'), 'call', 'Read the calls');
	return { pages, sent, pageSize, poll };
}

const failed = (details: Partial<RequestFailure['details']>) =>
	new RequestFailure('No', '', { reach: 'unknown', ...details });

describe('pages of a list', () => {
	test('are asked for with what the user adds', async () => {
		const pairs = [
			{ name: 'sort', value: 'asc' },
			{ name: 'from', value: 'mine' },
		];
		const { pages, sent } = polling({ 'advanced.additionalQuery.pairs': pairs });
		expect((await pages(100, 200)).rows).toEqual([{ call_id: 'call_1', status: 'completed' }]);
		expect(sent).toMatchObject([
			{ path: '/calls', query: { limit: 100, offset: 200, from: 'mine', sort: 'asc' } },
		]);
	});

	test('end with the poll: nothing is sent any more', async () => {
		const { pages, sent, poll } = polling();
		await pages(100, 0);
		poll.isOver = true;
		await expect(pages(100, 100)).rejects.toThrow('The poll has taken too long');
		expect(sent).toHaveLength(1);
	});
});

describe('after a page that took too long', () => {
	test('the next poll asks for less, as often as it must', async () => {
		const { pages, sent, pageSize } = polling({}, failed({}));
		for (let poll = 0; poll < 7; poll += 1) {
			await expect(pages(1_000, 0)).rejects.toThrow('No');
		}
		expect(sent.map(({ query }) => query.limit)).toEqual([1_000, 250, 62, 15, 3, 1, 1]);
		expect(pageSize.max).toBe(1);
	});

	test('a smaller page stays as it is', async () => {
		const { pages, sent, pageSize } = polling();
		pageSize.max = 250;
		await pages(1, 0);
		await pages(250, 0);
		await pages(1_000, 0);
		expect(sent.map(({ query }) => query.limit)).toEqual([1, 250, 250]);
	});

	test.each<[string, Partial<RequestFailure['details']>]>([
		['an answer with a status', { status: 500 }],
		['a refusal', { reach: 'answered', status: 422 }],
		['a platform that was not reached', { reach: 'notSent' }],
	])('%s is none', async (_what, details) => {
		const { pages, pageSize } = polling({}, failed(details));
		await expect(pages(1_000, 0)).rejects.toThrow('No');
		expect(pageSize.max).toBeUndefined();
	});
});
