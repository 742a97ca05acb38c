import { LastPoll, lastPollOf } from '../../../nodes/VoiceAgentTrigger/lastPoll';

/** A poll that ends when it is told to. */
function slowPoll() {
	let end: (result: string) => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const ended = new Promise<string>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	return { run: jest.fn(async () => await ended), end, fail };
}

const WAIT = 5_000;
const never = () => false;
const data = {};

const newNode = () => new LastPoll();

describe('a poll', () => {
	test('that is the only one runs, and the next one too', async () => {
		const node = newNode();
		expect(await node.alone(data, WAIT, never, async () => 1)).toBe(1);
		expect(await node.alone(data, WAIT, never, async () => 2)).toBe(2);
	});

	test('that fails makes room for the next one', async () => {
		const node = newNode();
		const failing = node.alone(
			data,
			WAIT,
			never,
			async () => await Promise.reject(new Error('No')),
		);
		await expect(failing).rejects.toThrow('No');
		expect(await node.alone(data, WAIT, never, async () => 2)).toBe(2);
	});

	test('of another node does not wait', async () => {
		const { run, end } = slowPoll();
		const first = newNode().alone(data, WAIT, never, run);
		expect(await newNode().alone(data, WAIT, never, async () => 2)).toBe(2);
		end('1');
		expect(await first).toBe('1');
	});
});

describe('a poll that finds another one still running', () => {
	test.each([
		['works', (poll: ReturnType<typeof slowPoll>) => poll.end('first')],
		['fails', (poll: ReturnType<typeof slowPoll>) => poll.fail(new Error('No'))],
	])('waits for it, and does nothing if that one %s', async (_what, finish) => {
		const node = newNode();
		const poll = slowPoll();
		const first = node.alone(data, WAIT, never, poll.run).catch(() => undefined);
		const run = jest.fn(async () => 'second');
		let isOver = false;
		const second = node.alone(data, WAIT, never, run).finally(() => {
			isOver = true;
		});
		await new Promise(setImmediate);
		expect(isOver).toBe(false);
		finish(poll);
		expect(await second).toBeNull();
		await first;
		expect(run).not.toHaveBeenCalled();
		expect(await node.alone(data, WAIT, never, run)).toBe('second');
	});

	test('says so if it does not end in time', async () => {
		const node = newNode();
		const { run, end } = slowPoll();
		const first = node.alone(data, WAIT, never, run);
		const second = jest.fn(async () => 2);
		for (let poll = 0; poll < 2; poll += 1) {
			await expect(node.alone(data, 50, never, second)).rejects.toThrow(
				'The poll before this one is still running',
			);
		}
		end('1');
		expect(await first).toBe('1');
		expect(second).not.toHaveBeenCalled();
		expect(await node.alone(data, WAIT, never, second)).toBe(2);
	});

	test('of a workflow that was replaced sets the baseline itself, if there is none', async () => {
		const node = newNode();
		const { run, end } = slowPoll();
		const first = node.alone({}, WAIT, never, run);
		const second = node.alone(
			{},
			WAIT,
			() => true,
			async () => 'second',
		);
		const third = node.alone({}, WAIT, never, async () => 'third');
		end('first');
		expect(await Promise.all([first, second, third])).toEqual(['first', 'second', null]);
	});

	test('two that need a baseline run one after the other', async () => {
		const node = newNode();
		const { run, end } = slowPoll();
		let running = 0;
		const once = async () => {
			running += 1;
			await new Promise(setImmediate);
			expect(running).toBe(1);
			running -= 1;
			return 'baseline';
		};
		const first = node.alone({}, WAIT, never, run);
		const others = [{}, {}].map((own) => node.alone(own, WAIT, () => true, once));
		end('first');
		expect(await Promise.all([first, ...others])).toEqual(['first', 'baseline', 'baseline']);
	});
});

describe('what was emitted and is not saved', () => {
	let node = newNode();
	beforeEach(() => (node = newNode()));
	const keysOf = (before: string) => [...(node.notSaved(before)?.keys ?? [])];

	test('is known until the state that is saved is another one: only then was it taken', () => {
		node.noteEmission('before', ['a'], 1);
		expect(node.notSaved('before')).toMatchObject({ at: 1 });
		expect([
			keysOf('before'),
			[...(lastPollOf('other', 1).notSaved('before')?.keys ?? [])],
		]).toEqual([['a'], []]);
		expect(keysOf('after')).toEqual([]);
		expect(keysOf('before')).toEqual([]);
	});

	test('twice in a row is known of both polls: a batch may have had room for some only', () => {
		node.noteEmission('before', ['a', 'b'], 1);
		node.noteEmission('before', ['b', 'c'], 2);
		expect(keysOf('before')).toEqual(['a', 'b', 'c']);
		expect(node.notSaved('before')).toMatchObject({ at: 2 });
	});

	test('is forgotten with a workflow that is gone, and not before', () => {
		const DAY = 24 * 60 * 60_000;
		const last = lastPollOf('monthly', 0);
		expect(lastPollOf('monthly', 31 * DAY)).toBe(last);
		lastPollOf('other', 100 * DAY);
		expect(lastPollOf('monthly', 0)).not.toBe(last);
	});

	test('before the state moved on does not count for what is emitted after it', () => {
		node.noteEmission('before', ['a'], 1);
		node.noteEmission('after', ['b'], 2);
		expect(keysOf('after')).toEqual(['b']);
	});
});
