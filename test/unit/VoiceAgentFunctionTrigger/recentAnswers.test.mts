import fc from 'fast-check';
import type { First, Repeated } from '../../../nodes/VoiceAgentFunctionTrigger/recentAnswers';
import { RecentAnswers } from '../../../nodes/VoiceAgentFunctionTrigger/recentAnswers';
import { runs } from '../../scale.mts';

const reply = (text: string) => ({ status: 200, body: { result: text } });

class Clock {
	now = 1_000_000;
	readonly read = () => this.now;
}

let clock: Clock;
let memory: RecentAnswers;
const setUp = () => {
	clock = new Clock();
	memory = new RecentAnswers(clock.read);
};
beforeEach(setUp);

const ask = (key = 'a', ms = 30_000) => memory.ask(key, ms);
const first = (asked: First | Repeated): First => {
	expect('settle' in asked).toBe(true);
	return asked as First;
};
const repeated = (asked: First | Repeated): Repeated => {
	expect('reply' in asked).toBe(true);
	return asked as Repeated;
};

test('what was asked is answered from memory, until the answer is too old', async () => {
	const asked = first(ask());
	// The workflow takes its time.
	clock.now += 10_000;
	asked.settle(reply('yes'));
	clock.now += 29_999;
	expect(await repeated(ask()).reply).toEqual(reply('yes'));
	clock.now += 1;
	first(ask()).settle(reply('no'));
	expect(await repeated(ask()).reply).toEqual(reply('no'));
});

test('those who ask while the answer is made get it too; who does not wait any more gets nothing, and disturbs nobody', async () => {
	const asked = first(ask());
	const [left, stays] = [1, 2].map(() => repeated(ask()));
	left?.leave();
	asked.settle(reply('yes'));
	expect(await left?.reply).toBeUndefined();
	expect(await stays?.reply).toEqual(reply('yes'));
});

test('an answer that never comes stops nobody for ever', async () => {
	first(ask());
	const waiting = repeated(ask());
	clock.now += 15 * 60_000;
	const again = first(ask());
	expect(await waiting.reply).toBeUndefined();
	again.settle(reply('yes'));
	expect(await repeated(ask()).reply).toEqual(reply('yes'));
});

test('without room for answers, the oldest are forgotten, and what was asked is not done again', async () => {
	for (let key = 0; key < 30; key += 1) {
		first(ask(String(key))).settle(reply('x'.repeat(1_000_000)));
		expect(memory.size.bytes).toBeLessThanOrEqual(20_000_000);
	}
	expect(await repeated(ask('0')).reply).toBeUndefined();
	expect(await repeated(ask('29')).reply).toBeDefined();
});

test('it stays small, whatever is asked', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(300), fc.nat(4_000_000), fc.boolean()), {
				minLength: 10,
				maxLength: 20,
			}),
			(questions) => {
				for (const [key, length, isAnswered] of questions) {
					clock.now += 10;
					const asked = ask(String(key), 1_000);
					if ('settle' in asked && isAnswered) asked.settle(reply('x'.repeat(length)));
					const { bytes } = memory.size;
					expect(bytes).toBeLessThanOrEqual(20_000_000);
					expect(bytes).toBeGreaterThanOrEqual(0);
				}
				clock.now += 15 * 60_000;
				ask('the last', 1_000);
				expect(memory.size).toEqual({ entries: 1, bytes: 0 });
			},
		),
		runs('longSequences'),
	);
});

test('50,000 questions in 30 seconds do not make a repeated one act twice', () => {
	for (let key = 0; key < 50_000; key += 1) {
		first(ask(String(key))).settle(reply('x'));
	}
	for (const key of ['0', '25000', '49999']) repeated(ask(key));
});

test('an answer that comes after it was given up changes nothing', async () => {
	const late = first(ask());
	clock.now += 15 * 60_000;
	first(ask()).settle(reply('new'));
	late.settle(reply('old'));
	expect(await repeated(ask()).reply).toEqual(reply('new'));
	const bytes = Buffer.byteLength(JSON.stringify(reply('new')));
	expect(memory.size).toEqual({ entries: 1, bytes });
});

test('of more than 100,000, the oldest is forgotten', () => {
	for (let key = 0; key <= 100_000; key += 1) ask(String(key));
	expect(memory.size.entries).toBe(100_000);
	repeated(ask('1'));
	first(ask('0'));
});
