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
	const emittedOf = (keys: string) => [...keys].filter((key) => node.hasEmitted(key)).join('');
	const knowing = (keys: string) => (key: string) => keys.includes(key);

	test('is waited for until the state that is saved is another one', () => {
		node.end('before', 'after', ['a'], 7);
		expect(node.notSaved('before')).toBe(7);
		expect(node.notSaved('after')).toBeUndefined();
		expect(node.notSaved('before')).toBeUndefined();
		expect(newNode().notSaved('before')).toBeUndefined();
	});

	test('is known when an older state is there, also of several polls, until it is emitted again', () => {
		node.end('first', 'second', ['a', 'b'], 1);
		node.end('second', 'third', ['c'], 2);
		node.begin('first', knowing(''));
		expect(emittedOf('abcd')).toBe('abc');
		// A batch had no room for all.
		node.end('first', 'other', ['a'], 3);
		node.begin('other', knowing('a'));
		expect(emittedOf('abcd')).toBe('bc');
	});

	test('is what an older state knows no more', () => {
		node.end('first', 'second', ['a'], 1);
		node.end('second', 'third', ['b'], 2);
		node.begin('second', knowing('a'));
		expect(emittedOf('ab')).toBe('b');
	});

	test('is nothing as long as the state goes on: what happens again is new', () => {
		node.end('first', 'second', ['low'], 1);
		node.end('second', 'third', [], 2);
		node.begin('third', knowing(''));
		expect(emittedOf('low')).toBe('');
	});

	test('is forgotten with a workflow that is gone, and not before', () => {
		const DAY = 24 * 60 * 60_000;
		const last = lastPollOf('monthly', 0);
		expect(lastPollOf('monthly', 31 * DAY)).toBe(last);
		lastPollOf('other', 100 * DAY);
		expect(lastPollOf('monthly', 0)).not.toBe(last);
	});
});
