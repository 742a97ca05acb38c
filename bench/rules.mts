import { newRunData, runNode } from '../harness/n8n/engine.mts';
import { printTable } from '../harness/table.mts';
import { startCallNode } from './support/callNode.mts';
import { judge, median } from './support/figures.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * How long Calling Rules take for a long list: all rules but Max Calls per Person, in Make Call inside n8n-core. Today is a holiday, so nobody is called.
 * And how much longer a run takes with a Do-Not-Call List that is read from another node.
 */

const ROWS = 10_000;
const DAY_MS = 86_400_000;
const COUNTRIES = ['+4930', '+1212', '+8133', '+55113', '+6129'];

const numbers = (count: number, first: string) =>
	Array.from({ length: count }, (_, index) => `${first}${5_000_000 + index}`);

const people = COUNTRIES.flatMap((first) => numbers(ROWS / COUNTRIES.length, first)).map(
	(phone, index) => ({ phone, tz: index % 2 === 0 ? 'Asia/Kolkata' : '' }),
);
const around = [-1, 0, 1].map((days) =>
	new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
);
const RULES = {
	callingHours: {
		hours: { weekdays: ['monday', 'tuesday', 'sunday'], from: '09:00', to: '18:00' },
	},
	holidays: around.join(', '),
	doNotCall: numbers(1_000, '+44207').join('\n'),
	maxCallsPerExecution: 500,
	timeZone: '={{ $json.tz }}',
};

const { node, credential, platform } = await startCallNode();

/** In milliseconds, in which the processor works for it: other programs do not count. */
async function timeFor(
	rows: typeof people,
	callingRules: object,
	list: readonly string[] = [],
): Promise<number> {
	const runData = newRunData(list.map((phone) => ({ json: { phone } })));
	const before = process.cpuUsage();
	const output = await runNode({
		runData,
		node,
		credential,
		items: rows.map((json) => ({ json })),
		parameters: {
			resource: 'call',
			operation: 'makeCall',
			agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
			toNumber: '={{ $json.phone }}',
			callingRules,
			options: {},
		},
	});
	const held = output.filter(({ json }) => json.held_back === true).length;
	if (held !== rows.length) throw new Error(`${held} of ${rows.length} rows were held back`);
	return process.cpuUsage(before).user / 1000;
}

// Code that runs for the first time is slower.
await timeFor(people.slice(0, 500), RULES);
const FEW = people.slice(0, 2_000);
const BLOCKED = numbers(2_000, '+44207');
const WITHOUT = { holidays: RULES.holidays, timeZone: RULES.timeZone };
const WITH = { ...WITHOUT, doNotCall: "={{ $('Start').all().map(({ json }) => ({ ...json })) }}" };
await timeFor(FEW, WITH, BLOCKED);
const without: number[] = [];
const withList: number[] = [];
const all: number[] = [];
const listed: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
	process.stderr.write(`round ${round}: ${ROWS} rows …\n`);
	all.push(await timeFor(people, RULES));
	without.push(await timeFor(FEW, WITHOUT));
	withList.push(await timeFor(FEW, WITH, BLOCKED));
	// One list that has all of them: nothing else is looked at.
	listed.push(await timeFor(people, { doNotCall: people.map(({ phone }) => phone).join() }));
}
await platform.stop();

console.log(`\n${ROWS} rows, inside n8n-core: median of ${ROUNDS}\n`);
printTable(
	['rules', 'processor time for all rows'],
	[
		['Do-Not-Call List with all of them', `${Math.round(median(listed))} ms`],
		['Hours, holidays, list of 1,000, time zones', `${Math.round(median(all))} ms`],
		['2,000 rows: holidays, time zones', `${Math.round(median(without))} ms`],
		['The same beside 2,000 rows of another node', `${Math.round(median(withList))} ms`],
	],
);
judge([
	{ what: `All rules, ${ROWS} rows`, figure: median(all) / 1000, unit: ' s', atMost: 2 },
	{
		what: '2,000 rows beside a list of 2,000 rows, of the time without it',
		figure: median(withList) / median(without),
		unit: ' x',
		atMost: 1.5,
	},
]);
process.exit();
