import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { CALL, rowOf } from '../../nodes/shared/platform';
import { VoiceAgentFunctionTrigger } from '../../nodes/VoiceAgentFunctionTrigger/VoiceAgentFunctionTrigger.node';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { nodeTypes } from '../support/nodes.mts';
import { callable, contactRows, duplicates, unusable } from '../support/n8nContacts.mts';
import { N8n } from '../../harness/n8n/n8n.mts';
import { sampleLines, sampleNumber } from '../../harness/samples/files.mts';
import {
	SAMPLE_CREDENTIAL,
	SAMPLE_DATABASE_CREDENTIAL,
	SAMPLE_MODEL_CREDENTIAL,
	SAMPLE_PHONE_CREDENTIAL,
	copyLists,
	sampleWorkflows,
} from '../../harness/samples/samples.mts';
import { skippedFor } from '../samples/sampleRun.mts';
import { CALLS_TO_CRM } from '../samples/trials/callsToCrm.mts';
import { mondayCampaign } from '../samples/trials/mondayCampaign.mts';
import { phoneForAnyAi } from '../samples/trials/phoneForAnyAi.mts';
import { phoneAsATool } from '../samples/trials/phoneAsATool.mts';

/** What n8n writes Excel files with. */
const n8nRequire = createRequire(createRequire(__filename).resolve('n8n/package.json'));
const baseRequire = createRequire(n8nRequire.resolve('n8n-nodes-base/package.json'));
const { utils, write, read } = baseRequire('@e965/xlsx') as {
	utils: { json_to_sheet: (rows: object[]) => object };
	write: (book: object, options: object) => Buffer;
	read: (file: Buffer, options: object) => { Sheets: Record<string, Record<string, object>> };
};

const TRIGGER = 'n8n-nodes-voice-agent.voiceAgentTrigger';
const FUNCTION_TRIGGER = 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger';
/** What can start a sample. */
const STARTS = [
	TRIGGER,
	FUNCTION_TRIGGER,
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.scheduleTrigger',
	'n8n-nodes-base.formTrigger',
	'@n8n/n8n-nodes-langchain.chatTrigger',
	'@n8n/n8n-nodes-langchain.mcpTrigger',
];
/** Those that *Execute workflow* can start, of which n8n chooses one. */
const BY_HAND = ['manualTrigger', 'scheduleTrigger', 'formTrigger'].map(
	(type) => `n8n-nodes-base.${type}`,
);
/** Nodes that need an account of another service. */
const FOREIGN = /^n8n-nodes-base\.(github|google\w+|gmail|hubspot|slack|twilio)$/;

type Ends = Record<string, Array<Array<{ node: string; type: string }>>>;

interface Sample {
	id: string;
	name: string;
	nodes: Array<{
		id: string;
		name: string;
		type: string;
		parameters: Record<string, unknown>;
		credentials?: object;
		disabled?: boolean;
	}>;
	connections: Record<string, Ends>;
}

const samples = sampleWorkflows() as unknown as Sample[];
const sampleOf = (wanted: string): Sample => samples.find(({ id }) => id === wanted)!;
/** The nodes that a node leads to. */
const after = ({ connections }: Sample, name: string) =>
	Object.values(connections[name] ?? {})
		.flat(2)
		.map(({ node }) => node);

const allTypes: typeof nodeTypes = {
	...nodeTypes,
	voiceAgentFunctionTrigger: new VoiceAgentFunctionTrigger(),
	voiceAgentTrigger: new VoiceAgentTrigger(),
};

/** The entries that a collection, such as `options`, can have. */
const entriesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('name' in option ? option.name : []));

/** Values that a list of choices offers. */
const choicesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? option.value : []));

test('the names begin with the numbers from 1 on, as n8n sorts them for a person', () => {
	const numbers = samples.map(({ name }) => Number(/^(\d+)\. \S/.exec(name)?.[1]));
	expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('the sample list has 200 rows, of which 12 are not called', () => {
	const lengths = [contactRows, callable, unusable, duplicates].map(({ length }) => length);
	expect(lengths).toEqual([200, 188, 8, 4]);
});

test('the lists call nobody: every number is kept for fiction', () => {
	const numbers = sampleLines('appointments.csv').flatMap(({ phone }) => sampleNumber(phone) ?? []);
	expect(numbers.length).toBeGreaterThan(2);
	for (const number of [...callable.map((row) => row.number), ...numbers])
		expect(number).toMatch(/^\+1\d{3}55501\d\d$/);
});

test.each([
	...[/\p{Script=Han}/u, /\p{Emoji_Presentation}/u, /"/, /,/, /\n/, /Ł/, /ñ/],
	...[/^\+1 \d/, /^\(\d{3}\) /, /^\d{3}\./, /^001 /, /^1-/, /^tel:/, /^\d{10}$/],
])('the sample list has the troubles of real lists: %s', (trouble) => {
	expect(contactRows.flatMap((row) => Object.values(row))).toContainEqual(
		expect.stringMatching(trouble),
	);
});

describe.each(samples)('$name', ({ id, nodes, ...workflow }) => {
	const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-voice-agent.'));

	test('calls a number once a day, or a note says how often', () => {
		const chosen = ours.flatMap(
			({ parameters }) => Object(parameters.options).repeatedNumbers ?? [],
		);
		const notes = nodes.map(({ parameters }) => String(parameters.content));
		const isSaid = notes.some((text) =>
			/\*Call Again When This Changes\*|Duplicate Numbers/.test(text),
		);
		expect(chosen.length === 0 || isSaid).toBe(true);
	});

	test('names only nodes, resources, operations, events and parameters that the package has', () => {
		expect(ours.length).toBeGreaterThan(0);
		for (const { type, parameters } of ours) {
			// n8n makes a type with another name of each node that is a tool.
			const name = String(type.split('.')[1]).replace(/Tool$/, '');
			const properties = allTypes[name]?.description.properties ?? [];
			const known = properties.map((property) => property.name);
			// n8n adds it to every trigger that polls.
			if (type === TRIGGER) known.push('pollTimes');
			// n8n adds it to every tool.
			if (type.endsWith('Tool')) known.push('descriptionType', 'toolDescription');
			expect(Object.keys(parameters).filter((name) => !known.includes(name))).toEqual([]);
			const shown = properties.filter(({ displayOptions }) =>
				Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
					(values as unknown[]).includes(parameters[name]),
				),
			);
			for (const property of shown.filter((entry) => entry.type === 'collection')) {
				const entries = Object.keys(Object(parameters[property.name]));
				expect(entriesOf(property)).toEqual(expect.arrayContaining(entries));
			}
			const choice = { [TRIGGER]: 'event', [FUNCTION_TRIGGER]: 'respond' }[type] ?? 'operation';
			const offered = shown.filter(({ name }) => name === choice);
			expect(offered.flatMap(choicesOf)).toContain(parameters[choice]);
		}
	});

	test('holds no data, no account and no credentials but those of the sandbox', () => {
		expect(Object.keys(workflow).sort()).toEqual(
			['active', 'connections', 'name', 'pinData', 'settings', 'tags'].sort(),
		);
		expect(workflow).toMatchObject({ active: false, pinData: {} });
		for (const { credentials } of nodes) {
			if (!credentials) continue;
			expect([
				{ voiceAgentApi: SAMPLE_CREDENTIAL },
				{ postgres: SAMPLE_DATABASE_CREDENTIAL },
				{ openAiApi: SAMPLE_MODEL_CREDENTIAL },
				{ httpBearerAuth: SAMPLE_PHONE_CREDENTIAL },
			]).toContainEqual(credentials);
		}
		expect(id).toMatch(/^sample\w+$/);
		// n8n 1 forgets what a trigger has seen if the ID is longer.
		if (nodes.some(({ type }) => [TRIGGER, FUNCTION_TRIGGER].includes(type)))
			expect(id.length).toBeLessThanOrEqual(16);
	});

	test('runs without changes: nodes that need another account are disabled', () => {
		const foreign = nodes.filter(({ type }) => FOREIGN.test(type));
		expect(foreign.filter(({ disabled, credentials }) => !disabled || credentials)).toEqual([]);
	});

	test('no text becomes a part of a database query: values are query parameters', () => {
		const unsafe = nodes
			.map(({ parameters }) => parameters)
			.filter(({ operation }) => operation === 'executeQuery')
			.filter(
				({ query, options }) =>
					/^=|\{\{/.test(String(query)) ||
					!/^=\{\{ \[.*\] \}\}$/.test(String(Object(options).queryReplacement)),
			);
		expect(unsafe).toEqual([]);
	});

	test('is small, and its notes are text that can be read on a small screen', () => {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		// What is switched off stands for a node of the demo, or is an addition.
		const steps = nodes.filter(({ disabled }) => !disabled);
		// The page of the week has figures from seven places.
		const most = id === 'sampleWeeklyReport' ? 13 : 12;
		expect(steps.length - notes.length).toBeLessThanOrEqual(most);
		for (const { parameters } of notes) expect(parameters.content).not.toMatch(/^#/m);
	});

	test('Execute workflow has one node to start from: n8n would take a schedule before a manual trigger', () => {
		const starts = nodes.filter(({ type }) => BY_HAND.includes(type));
		expect(starts.filter(({ disabled }) => !disabled).length).toBeLessThanOrEqual(1);
	});

	test('has notes, can be started by hand or has a trigger, and every connection leads to a node', () => {
		const types = nodes.map(({ type }) => type);
		expect(types).toContain('n8n-nodes-base.stickyNote');
		expect(STARTS.some((type) => types.includes(type))).toBe(true);
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const ids = nodes.map((node) => node.id);
		expect(new Set(ids).size).toBe(ids.length);
		for (const [from, outputs] of Object.entries(workflow.connections)) {
			expect(names).toContain(from);
			for (const [type, ends] of Object.entries(outputs)) {
				for (const end of ends.flat()) {
					expect(names).toContain(end.node);
					expect(end.type).toBe(type);
				}
			}
		}
	});
});

test('a spreadsheet that opens a file of the samples calculates nothing: rows become Excel files, where a text is a text', () => {
	const files = samples.flatMap(({ nodes }) =>
		nodes.filter(({ type }) => type === 'n8n-nodes-base.convertToFile'),
	);
	const operations = new Set(files.map(({ parameters }) => parameters.operation));
	expect([...operations].sort()).toEqual(['toText', 'xlsx']);
	for (const text of ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '＝1', "=cmd|' /C calc'!A0"]) {
		const book = { SheetNames: ['Sheet'], Sheets: { Sheet: utils.json_to_sheet([{ text }]) } };
		const file = write(book, { bookType: 'xlsx', type: 'buffer' });
		const cell = read(file, { cellFormula: true }).Sheets.Sheet?.A2;
		expect(cell).toMatchObject({ t: 's' });
		expect(cell).not.toHaveProperty('f');
	}
});

test.each([
	['1.123.80', 'Phone as a tool', phoneAsATool, /needs n8n 2\.6\.0 or newer/],
	['2.5.9', 'Phone as a tool', phoneAsATool, /needs n8n 2\.6\.0 or newer/],
	['2.6.0', 'Phone as a tool', phoneAsATool, undefined],
	['2.41.1', 'Phone as a tool', phoneAsATool, undefined],
	['1.123.80', 'Monday campaign', mondayCampaign, undefined],
])('n8n %s says why it skips "%s", if it does', (version, _what, sample, reason) => {
	expect(skippedFor(sample, version) ?? '').toMatch(reason ?? /^$/);
});

test('in the sample with an approval, nothing leads from the call to the agent but the approval', () => {
	const sample = sampleOf(phoneAsATool.id);
	const callers = sample.nodes.filter(({ parameters }) => parameters.operation === 'makeCall');
	const types = callers
		.flatMap(({ name }) => after(sample, name))
		.map((name) => sample.nodes.find((node) => node.name === name)?.type);
	expect(types).toEqual([expect.stringMatching(/HitlTool$/)]);
});

describe('Phone for any AI', () => {
	const sample = sampleOf(phoneForAnyAi.id);
	const named = (name: string) => sample.nodes.find((node) => node.name === name);
	const before = (name: string) =>
		Object.keys(sample.connections).filter((from) => after(sample, from).includes(name));

	test('an agent is changed only behind the form, and only if a person chose it', () => {
		const writing = sample.nodes.filter(
			({ parameters }) => parameters.operation === 'apply' && parameters.dryRun !== true,
		);
		expect(writing.map(({ name }) => name)).toEqual(['Apply if approved']);
		expect(before('Apply if approved')).toEqual(['Approve']);
		expect(named('Approve')).toMatchObject({
			type: 'n8n-nodes-base.wait',
			parameters: { resume: 'form' },
		});
		expect(named('Approve')?.parameters).not.toHaveProperty('limitWaitTime');
		const chosen = named('Apply if approved')?.parameters.dryRun;
		expect(chosen).toBe("={{ $json.Decision !== 'Change the agent' }}");
	});

	test('only a user of n8n comes to the form: it is behind a start by hand, and not behind the tools', () => {
		const operations = before('Phone').map((tool) => named(tool)?.parameters.operation);
		expect(operations).toEqual(['makeCall', 'get', 'getAll', 'export', 'compare', 'upsert']);
		const way = ['Approve', 'Dry run', 'Take the proposal', 'Start by hand'];
		expect(way.slice(0, -1).flatMap(before)).toEqual(way.slice(1));
		expect(named('Start by hand')?.type).toBe('n8n-nodes-base.manualTrigger');
	});
});

test('"Calls to CRM" takes each column from the one of the same name, in calls with all columns', () => {
	const { nodes } = sampleOf(CALLS_TO_CRM);
	const trigger = nodes.find(({ type }) => type === TRIGGER);
	expect(trigger?.parameters).toHaveProperty('output', 'allColumns');
	const upsert = nodes.find(({ parameters }) => parameters.operation === 'upsert');
	const { value } = upsert?.parameters.columns as { value: Record<string, string> };
	const columns = Object.keys(rowOf(CALL, {}));
	for (const [column, taken] of Object.entries(value)) {
		expect(taken).toBe(`={{ $json.${column} }}`);
		expect(columns).toContain(column);
	}
	expect(value).toHaveProperty('transcript');
});

test('lists that samples read are kept as a workflow has changed them, and are there again if they were removed', async () => {
	const n8n = new N8n({ userFolder: mkdtempSync(join(tmpdir(), 'voice-agent-lists-')) });
	const list = join(n8n.filesFolder, 'contacts.csv');
	const read = () => readFileSync(list, 'utf8');
	try {
		await copyLists(n8n);
		const original = readFileSync('workflows/contacts.csv', 'utf8');
		expect(read()).toBe(original);
		writeFileSync(list, 'phone\n+12125550123\n');
		await copyLists(n8n);
		expect(read()).toBe('phone\n+12125550123\n');
		rmSync(list);
		await copyLists(n8n);
		expect(read()).toBe(original);
	} finally {
		rmSync(n8n.userFolder, { recursive: true });
	}
});
