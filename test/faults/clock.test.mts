import { FAULTS } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { answer } from './hostileServer.mts';
import { judge } from './judge.mts';
import { playAll } from './play.mts';
import { scenariosOf } from './table.mts';

/*
 * The clock of the computer jumps between a request and its answer, as when it is set, or when a virtual machine is resumed. All cases of one
 * jump share the clock, so they run by themselves.
 */

const HOUR_MS = 3_600_000;
const systemNow = Date.now;
afterEach(() => {
	Date.now = systemNow;
});

const reset = FAULTS.connections.find(({ name }) => name === 'reset after the request') as Fault;
const busy = FAULTS.statuses.find(({ name }) => name === 'status 429') as Fault;
const good: Fault = {
	name: 'a good answer',
	at: 'read',
	told: 'done',
	recovers: true,
	act: (exchange) => answer(exchange, 200, {}, exchange.success),
};

const JUMPS: Array<[string, number, Fault]> = [
	[-HOUR_MS, 'backwards'] as const,
	[HOUR_MS, 'forwards'] as const,
].flatMap(([jump, way]) =>
	[good, reset, busy].map((fault): [string, number, Fault] => [
		`an hour ${way}, then ${fault.name}`,
		jump,
		fault,
	]),
);

test.each(JUMPS)(
	'the clock jumps %s',
	async (_name, jump, fault) => {
		const jumping: Fault = {
			...fault,
			// When it jumps forwards, the time for further attempts is over.
			recovers: fault.recovers && jump < 0,
			act: (exchange) => {
				Date.now = () => systemNow() + jump;
				return fault.act(exchange);
			},
		};
		const cases = scenariosOf('statuses', jumping);
		const verdicts = await playAll(
			cases.map(([, scenario]) => scenario),
			12,
			judge,
		);
		expect(
			verdicts.flatMap((found, index) => found.map((text) => `${cases[index]?.[0]}: ${text}`)),
		).toEqual([]);
	},
	60_000,
);
