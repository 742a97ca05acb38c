import { faultNamed } from './faults.mts';
import { answer, type Fault } from './hostileServer.mts';
import { brokenIn } from './run.mts';
import { casesFor } from './table.mts';

/*
 * The clock of the computer jumps between a request and its answer, as when it is set, or when a virtual machine is resumed. All cases of one
 * jump share the clock, so they run by themselves.
 */

const HOUR_MS = 3_600_000;
const systemNow = Date.now;
afterEach(() => {
	Date.now = systemNow;
});

const good: Fault = {
	...{ name: 'a good answer', at: 'read', told: 'done', recovers: true },
	act: (exchange) => answer(exchange, 200, {}, exchange.success),
};
const faults = [good, faultNamed('reset after the request'), faultNamed('status 429')];
const jumps = [-HOUR_MS, HOUR_MS].flatMap((jump) => faults.map((fault) => ({ jump, fault })));

test.each(jumps)(
	'the clock jumps by $jump, then $fault.name',
	async ({ jump, fault }) => {
		const jumping: Fault = {
			...fault,
			// When it jumps forwards, the time for further attempts is over.
			recovers: fault.recovers && jump < 0,
			act: (exchange) => {
				Date.now = () => systemNow() + jump;
				return fault.act(exchange);
			},
		};
		expect(await brokenIn(casesFor('statuses', jumping))).toEqual([]);
	},
	60_000,
);
