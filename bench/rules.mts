import { rowsOf, workTimeOf } from '../harness/n8n/executions.mts';
import { printTable } from '../harness/table.mts';
import { ROUNDS, inRounds, judge, ratio, seconds } from './support/figures.mts';
import { type BenchNode, START, contacts, makeCall, startBenchN8n, to } from './support/n8n.mts';
import { startPlatform } from './support/platform.mts';

/*
 * Whom not to call, in a real n8n: 2,000 contacts, of whom nobody may be called, because today is a holiday, beside a list of 2,000 numbers from
 * another node. Calling Rules beside n8n's Merge, which takes out who is on the list, and its Filter, which looks at the hour and the day.
 */

const ROWS = 2_000;
const DAY_MS = 86_400_000;
const ZONE = 'America/New_York';

const holidays = [-1, 0, 1].map((days) =>
	new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
);

const platform = await startPlatform();
const n8n = await startBenchN8n();
const BLOCKED = contacts(ROWS, "'+44207' + (5550000 + n)", 'Blocked');
const CONTACTS = contacts(ROWS);

const ourNode = makeCall(await n8n.createAccount(platform.url), {
	callingRules: {
		callingHours: { hours: { weekdays: ['monday', 'sunday'], from: '09:00', to: '18:00' } },
		holidays: holidays.join(', '),
		doNotCall: "={{ $('Blocked').all() }}",
		timeZone: ZONE,
	},
});

const merge: BenchNode = {
	name: 'Not on the list',
	type: 'n8n-nodes-base.merge',
	typeVersion: 3.2,
	parameters: {
		mode: 'combine',
		fieldsToMatchString: 'phone',
		joinMode: 'keepNonMatches',
		outputDataFrom: 'input1',
		options: {},
	},
};
const condition = (id: string, leftValue: string, operation: string, rightValue: string) => ({
	...{ id, leftValue, rightValue, operator: { type: 'string', operation } },
});
const now = `$now.setZone('${ZONE}')`;
const filter: BenchNode = {
	name: 'Allowed now',
	type: 'n8n-nodes-base.filter',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				condition('hour', `={{ String(${now}.hour >= 9 && ${now}.hour < 18) }}`, 'equals', 'true'),
				condition('day', holidays.join(', '), 'notContains', `={{ ${now}.toISODate() }}`),
			],
			combinator: 'and',
		},
		options: {},
	},
};

const ours = await n8n.createWorkflow([START, ...BLOCKED, ...CONTACTS, ourNode]);
const theirs = await n8n.createWorkflow([START, ...BLOCKED, ...CONTACTS, merge, filter], {
	Blocked: { main: [[...to('List of Contacts'), ...to(merge.name, 1)]] },
});

const runs = await inRounds({
	'Calling Rules': async () => {
		const execution = await n8n.execute(ours);
		const held = rowsOf(execution, ourNode.name).filter(({ held_back }) => held_back === true);
		if (held.length !== ROWS) throw new Error(`${held.length} of ${ROWS} rows were held back`);
		return workTimeOf(execution, ourNode.name);
	},
	'Merge and Filter': async () => {
		const execution = await n8n.execute(theirs);
		if (rowsOf(execution, merge.name).length !== ROWS) throw new Error('Merge lost a contact');
		if (rowsOf(execution, filter.name).length > 0) throw new Error('Filter lets somebody through');
		return workTimeOf(execution, merge.name) + workTimeOf(execution, filter.name);
	},
});
await n8n.stop();
await platform.stop();

console.log(`\n${ROWS} contacts beside a list of ${ROWS}: median of ${ROUNDS}\n`);
printTable(
	['', 'time'],
	Object.entries(runs).map(([name, times]) => [name, seconds(times)]),
);
judge([
	{
		what: 'Calling Rules beside Merge and Filter',
		figure: ratio(runs['Calling Rules'], runs['Merge and Filter']),
		unit: ' x',
		atMost: 1.5,
	},
]);
