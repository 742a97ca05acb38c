import fc from 'fast-check';
import type { First, Repeated } from '../../../nodes/VoiceAgentFunctionTrigger/recentAnswers';
import { RecentAnswers } from '../../../nodes/VoiceAgentFunctionTrigger/recentAnswers';
import { runs } from '../../scale.mts';

const reply = (text: string) => ({ status: 200, body: { result: text } });

class Clock {
	now = 1_000_000;
	readonly read = () => this.now;
}

const setUp = () => {
	const clock = new Clock();
	return { clock, memory: new RecentAnswers(clock.read) };
};

const first = (asked: First | Repeated): First => {
	expect('settle' in asked).toBe(true);
	return asked as First;
};
const repeated = (asked: First | Repeated): Repeated => {
	expect('reply' in asked).toBe(true);
	return asked as Repeated;
};

test('what was asked is answered from memory, until the answer is too old', async () => {
	const { clock, memory } = setUp();
	const asked = first(memory.ask('a', 30_000));
	// The workflow takes its time.
	clock.now += 10_000;
	asked.settle(reply('yes'));
	clock.now += 29_999;
	expect(await repeated(memory.ask('a', 30_000)).reply).toEqual(reply('yes'));
	clock.now += 1;
	first(memory.ask('a', 30_000)).settle(reply('no'));
	expect(await repeated(memory.ask('a', 30_000)).reply).toEqual(reply('no'));
});

test('those who ask while the answer is made get it too', async () => {
	const { memory } = setUp();
	const asked = first(memory.ask('a', 30_000));
	const others = [1, 2, 3].map(() => repeated(memory.ask('a', 30_000)));
	asked.settle(reply('yes'));
	for (const other of others) expect(await other.reply).toEqual(reply('yes'));
});

test('a failure is told to those who wait, and to nobody later', async () => {
	const { memory } = setUp();
	const asked = first(memory.ask('a', 30_000));
	const other = repeated(memory.ask('a', 30_000));
	asked.settle(undefined);
	expect(await other.reply).toBeUndefined();
	first(memory.ask('a', 30_000));
});

test('who does not wait any more gets nothing, and disturbs nobody', async () => {
	const { memory } = setUp();
	const asked = first(memory.ask('a', 30_000));
	const [left, stays] = [1, 2].map(() => repeated(memory.ask('a', 30_000)));
	left?.leave();
	asked.settle(reply('yes'));
	expect(await left?.reply).toBeUndefined();
	expect(await stays?.reply).toEqual(reply('yes'));
});

test('an answer that never comes stops nobody for ever', async () => {
	const { clock, memory } = setUp();
	first(memory.ask('a', 30_000));
	const waiting = repeated(memory.ask('a', 30_000));
	clock.now += 15 * 60_000;
	const again = first(memory.ask('a', 30_000));
	expect(await waiting.reply).toBeUndefined();
	again.settle(reply('yes'));
	expect(await repeated(memory.ask('a', 30_000)).reply).toEqual(reply('yes'));
});

test('without room for answers, the oldest are forgotten, and what was asked is not done again', async () => {
	const { memory } = setUp();
	for (let key = 0; key < 30; key += 1) {
		first(memory.ask(String(key), 30_000)).settle(reply('x'.repeat(1_000_000)));
		expect(memory.size.bytes).toBeLessThanOrEqual(20_000_000);
	}
	expect(await repeated(memory.ask('0', 30_000)).reply).toBeUndefined();
	expect(await repeated(memory.ask('29', 30_000)).reply).toBeDefined();
});

test('it stays small, whatever is asked', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(300), fc.nat(4_000_000), fc.boolean()), {
				minLength: 10,
				maxLength: 20,
			}),
			(questions) => {
				const { clock, memory } = setUp();
				for (const [key, length, isAnswered] of questions) {
					clock.now += 10;
					const asked = memory.ask(String(key), 1_000);
					if ('settle' in asked && isAnswered) asked.settle(reply('x'.repeat(length)));
					const { bytes } = memory.size;
					expect(bytes).toBeLessThanOrEqual(20_000_000);
					expect(bytes).toBeGreaterThanOrEqual(0);
				}
				clock.now += 15 * 60_000;
				memory.ask('the last', 1_000);
				expect(memory.size).toEqual({ entries: 1, bytes: 0 });
			},
		),
		runs('longSequences'),
	);
});

test('50,000 questions in 30 seconds do not make a repeated one act twice', () => {
	const { memory } = setUp();
	for (let key = 0; key < 50_000; key += 1) {
		first(memory.ask(String(key), 30_000)).settle(reply('x'));
	}
	for (const key of ['0', '25000', '49999']) repeated(memory.ask(key, 30_000));
});

test('an answer that comes after it was given up changes nothing', async () => {
	const { clock, memory } = setUp();
	const late = first(memory.ask('a', 30_000));
	clock.now += 15 * 60_000;
	first(memory.ask('a', 30_000)).settle(reply('new'));
	late.settle(reply('old'));
	expect(await repeated(memory.ask('a', 30_000)).reply).toEqual(reply('new'));
	const bytes = Buffer.byteLength(JSON.stringify(reply('new')));
	expect(memory.size).toEqual({ entries: 1, bytes });
});

test('of more than 100,000, the oldest is forgotten', () => {
	const { memory } = setUp();
	for (let key = 0; key <= 100_000; key += 1) memory.ask(String(key), 30_000);
	expect(memory.size.entries).toBe(100_000);
	repeated(memory.ask('1', 30_000));
	first(memory.ask('0', 30_000));
});
