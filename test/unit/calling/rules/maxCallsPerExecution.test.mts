import {
	BERLIN,
	TOKYO,
	adding,
	calling,
	create,
	hours,
	makeCall,
} from '../../../support/callers.mts';
import { json, run } from '../../../support/fakeContext.mts';
import { accepted, at, calledIn, contactsIn, jsonOf, mondayNoon } from '../mondayNoon.mts';

/*
 * How many an execution calls, with its retries, the rounds of its loops and the calls of its tools.
 */

const clock = mondayNoon();

describe('Max Calls per Execution', () => {
	const numbers = Array.from({ length: 5 }, (_, index) => `+4930123456${10 + index}`);

	test('the first ones are called, the others are held back until the next run', async () => {
		const setting = calling(numbers, { maxCallsPerExecution: 2 });
		const { bodies, items } = await run(makeCall, setting, accepted);
		expect(calledIn(bodies)).toEqual(numbers.slice(0, 2));
		expect(items[2]?.json).toMatchObject({
			held_back: true,
			rule: 'Max Calls per Execution',
			next_allowed_at: new Date(clock.now).toISOString().replace('.000Z', 'Z'),
		});
	});

	test('Retry On Fail: who was held back takes nobody the place', async () => {
		const rules = { ...hours(), maxCallsPerExecution: 2 };
		const node = { retryOnFail: true };
		const setting = calling([TOKYO, ...numbers.slice(0, 2)], rules, { node });
		const { error } = await run(makeCall, setting, (number) =>
			number === 0 ? accepted() : json(402, { message: 'No credits' }),
		);
		expect(error?.description).toMatch(/Of 3 rows: 1 done, 1 held back, 1 failed/);
		const second = await run(makeCall, setting, accepted);
		expect(calledIn(second.bodies)).toEqual([numbers[1]]);
		expect(second.items[0]?.json.held_back).toBe(true);
	});

	test('who is held back between two attempts is not counted: neither for Max Calls per Execution nor for Max Calls per Person', async () => {
		clock.now = at('17:59:58');
		const people = [{ tz: 'Europe/Berlin' }, { tz: 'Europe/London' }];
		const other = '+442079460123';
		const rules = {
			...hours(),
			timeZone: 'tz',
			maxCallsPerExecution: 1,
			maxCallsPerPerson: { limit: { calls: 1, days: 1 } },
		};
		const options = { repeatedNumbers: 'always' };
		const setting = calling([BERLIN, other], rules, { data: people, options });
		let calls = 0;
		const { items } = await run(makeCall, setting, (_number, { method }) => {
			if (method === 'GET') return json(200, { calls: [], total: 0 });
			calls += 1;
			clock.now += 5_000;
			return calls === 1 ? json(429, { message: 'Busy' }, { 'retry-after': '0.01' }) : accepted();
		});
		const was = items.map(({ json: { rule, call_id: id } }) => rule ?? id);
		expect(was).toEqual(['Calling Hours', 'c1']);
	});

	test('who is let through again, because another contact was held back meanwhile, is counted once', async () => {
		clock.now = at('17:59:50');
		const [london, later] = ['+442079460123', '+442079460124'];
		const rules = { ...hours(), maxCallsPerExecution: 2 };
		const sent: unknown[] = [];
		const login = () => {
			clock.now += 30_000;
		};
		const execution = { executionId: 'counted once', memory: {}, login };
		for (const phones of [[london, BERLIN], [later]]) {
			const rows = phones.map((phone) => ({ phone }));
			sent.push(contactsIn((await run(create, adding(rows, rules, execution), accepted)).bodies));
		}
		expect(sent).toEqual([[london], [later]]);
	});

	test('who is let through once more, because another contact is held back by then, is counted once more', async () => {
		clock.now = at('17:59:58');
		const [london, ended, later, last] = [1, 2, 3, 4].map((end) => `+44207946012${end}`);
		const list = (...phones: Array<string | undefined>) =>
			phones.map((phone) => ({
				phone,
				consent: `2026-03-${phone === ended ? '01T17:00:30' : '02T08:00:00'}Z`,
			}));
		const rules = {
			...hours(),
			moreCallingHours: { hours: [{ ...hours('18:01', '20:00').callingHours.hours }] },
			consent: { column: { name: '', validDays: 1 } },
			maxCallsPerExecution: 3,
		};
		const options = { variableColumns: 'none' };
		const execution = { executionId: 'counted once more', memory: {}, options };
		const contacts = adding(list(BERLIN, london, ended), rules, execution);
		const first = await run(create, contacts, (number) => {
			clock.now += number === 1 ? 60_000 : 5_000;
			return number < 2 ? json(429, { message: 'Busy' }, { 'retry-after': '0.01' }) : accepted();
		});
		expect(first.bodies.map((body) => contactsIn([body]))).toEqual([
			[BERLIN, london, ended],
			[london, ended],
			[BERLIN, london],
		]);
		const next = await run(create, adding(list(later, last), rules, execution), accepted);
		expect(contactsIn(next.bodies)).toEqual([later]);
	});

	test('the rounds of a loop and the calls of a tool are of one execution; the next one begins again', async () => {
		const called: unknown[] = [];
		const wouldCall: unknown[] = [];
		// n8n may hand on what it kept for the node to an execution that repeats another.
		const memory = {};
		for (const executionId of ['loop', 'loop', 'loop', 'next']) {
			const batch = [1, 2, 3].map((index) => `+493012345${called.length}${index}`);
			const rules = { maxCallsPerExecution: 4 };
			const dry = calling(batch, rules, { executionId, memory, options: { dryRun: true } });
			const shown = jsonOf((await run(makeCall, dry, accepted)).items);
			wouldCall.push(shown.filter(({ would }) => would === 'call').length);
			const setting = calling(batch, rules, { executionId, memory });
			called.push((await run(makeCall, setting, accepted)).bodies.length);
		}
		expect(called).toEqual([3, 1, 0, 3]);
		// A dry run counts the calls before it, and does not count itself.
		expect(wouldCall).toEqual(called);
	});
});
