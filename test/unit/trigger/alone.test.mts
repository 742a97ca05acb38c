import { alone } from '../../../nodes/VoiceAgentTrigger/alone';

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

let node = 0;
/** A node that no other test uses. */
const newNode = () => {
	node += 1;
	return `workflow:${node}`;
};

describe('a poll', () => {
	test('that is the only one runs, and the next one too', async () => {
		const key = newNode();
		expect(await alone(key, data, WAIT, never, async () => 1)).toBe(1);
		expect(await alone(key, data, WAIT, never, async () => 2)).toBe(2);
	});

	test('that fails makes room for the next one', async () => {
		const key = newNode();
		const failing = alone(
			key,
			data,
			WAIT,
			never,
			async () => await Promise.reject(new Error('No')),
		);
		await expect(failing).rejects.toThrow('No');
		expect(await alone(key, data, WAIT, never, async () => 2)).toBe(2);
	});

	test('of another node does not wait', async () => {
		const { run, end } = slowPoll();
		const first = alone(newNode(), data, WAIT, never, run);
		expect(await alone(newNode(), data, WAIT, never, async () => 2)).toBe(2);
		end('1');
		expect(await first).toBe('1');
	});
});

describe('a poll that finds another one still running', () => {
	test.each([
		['works', (poll: ReturnType<typeof slowPoll>) => poll.end('first')],
		['fails', (poll: ReturnType<typeof slowPoll>) => poll.fail(new Error('No'))],
	])('waits for it, and does nothing if that one %s', async (_what, finish) => {
		const key = newNode();
		const poll = slowPoll();
		const first = alone(key, data, WAIT, never, poll.run).catch(() => undefined);
		const run = jest.fn(async () => 'second');
		let isOver = false;
		const second = alone(key, data, WAIT, never, run).finally(() => {
			isOver = true;
		});
		await new Promise(setImmediate);
		expect(isOver).toBe(false);
		finish(poll);
		expect(await second).toBeNull();
		await first;
		expect(run).not.toHaveBeenCalled();
		expect(await alone(key, data, WAIT, never, run)).toBe('second');
	});

	test('says so if it does not end in time', async () => {
		const key = newNode();
		const { run, end } = slowPoll();
		const first = alone(key, data, WAIT, never, run);
		const second = jest.fn(async () => 2);
		for (let poll = 0; poll < 2; poll += 1) {
			await expect(alone(key, data, 50, never, second)).rejects.toThrow(
				'The poll before this one is still running',
			);
		}
		end('1');
		expect(await first).toBe('1');
		expect(second).not.toHaveBeenCalled();
		expect(await alone(key, data, WAIT, never, second)).toBe(2);
	});

	test('of a workflow that was replaced sets the baseline itself, if there is none', async () => {
		const key = newNode();
		const { run, end } = slowPoll();
		const first = alone(key, {}, WAIT, never, run);
		const second = alone(
			key,
			{},
			WAIT,
			() => true,
			async () => 'second',
		);
		const third = alone(key, {}, WAIT, never, async () => 'third');
		end('first');
		expect(await Promise.all([first, second, third])).toEqual(['first', 'second', null]);
	});

	test('two that need a baseline run one after the other', async () => {
		const key = newNode();
		const { run, end } = slowPoll();
		let running = 0;
		const once = async () => {
			running += 1;
			await new Promise(setImmediate);
			expect(running).toBe(1);
			running -= 1;
			return 'baseline';
		};
		const first = alone(key, {}, WAIT, never, run);
		const others = [{}, {}].map((own) => alone(key, own, WAIT, () => true, once));
		end('first');
		expect(await Promise.all([first, ...others])).toEqual(['first', 'baseline', 'baseline']);
	});
});
