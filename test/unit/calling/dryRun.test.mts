import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import {
	BERLIN,
	LISTING,
	TOKYO,
	add,
	adding as addingBy,
	calling as callingBy,
	create,
	hours,
	makeCall,
	type More,
} from '../../support/callers.mts';
import type { Setting } from '../../support/fakeContext.mts';
import { json, networkError, rows, run } from '../../support/fakeContext.mts';
import { CURES } from '../../../nodes/shared/values';
import { runs, scaleOf } from '../../scale.mts';
import { MINUTE_MS, at, jsonOf, mondayNoon, sentTo } from './mondayNoon.mts';
import { agentSaying, agentWith, platform, type Says } from './readPlatform.mts';

/*
 * What a dry run shows, that a run then does exactly this, and that a dry run itself does nothing.
 */

const clock = mondayNoon();

const calling = (
	numbers: readonly string[],
	options: IDataObject,
	parameters: IDataObject = {},
	more: More = {},
) => callingBy(numbers, {}, { options, parameters, ...more });
const adding = (
	data: readonly IDataObject[],
	options: IDataObject,
	parameters: IDataObject = {},
	more: More = {},
) => addingBy(data, {}, { options, parameters, ...more });

/** The rows and the summary of a dry run, which must have sent nothing but GET. */
async function dry(operation: typeof makeCall, setting: Setting, says: Says = {}) {
	const { answer, sent } = platform(says);
	const done = await run(operation, setting, answer);
	expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
	const items = jsonOf(done.items);
	const said = done.hints.map(({ message }) => message).join('\n');
	return { ...done, rows: items.slice(0, -1), summary: items.at(-1) ?? {}, said };
}
const wouldOf = (items: readonly IDataObject[]) => items.map(({ would }) => would);
const onlyDry = { dryRun: true };
const continued = { node: { onError: 'continueRegularOutput' as const } };
const callingRules = { callingHours: hours().callingHours };
const fail = (code: string) => () => {
	throw networkError(code);
};

describe('Make Call', () => {
	test('each row is an item, paired with its own, and the summary is the last', async () => {
		const numbers = [BERLIN, TOKYO, 'nobody', '0049 30 12345601'];
		const setting = calling(numbers, onlyDry, { callingRules }, continued);
		const agent = agentSaying('Say {topic}.');
		const { items, summary, hints } = await dry(makeCall, setting, { agent });
		const row = (number: string, index: number, more: IDataObject) => ({
			json: {
				contact_number: number,
				row: index + 1,
				dry_run: true,
				rule: null,
				reason: '',
				next_allowed_at: null,
				missing_variables: ['topic'],
				...more,
			},
			pairedItem: { item: index },
		});
		expect(items.slice(0, -1)).toEqual([
			row(BERLIN, 0, { would: 'call' }),
			row(TOKYO, 1, {
				would: 'held_back',
				rule: 'Calling Hours',
				reason: 'outside calling hours',
				next_allowed_at: '2026-03-03T00:00:00Z',
			}),
			row('nobody', 2, {
				would: 'not_valid',
				reason: 'not a phone number',
				missing_variables: null,
			}),
			row(BERLIN, 3, { would: 'duplicate', reason: 'duplicate of row 1' }),
		]);
		const first = ['row', 'would', 'reason', 'contact_number'];
		expect(Object.keys(items[0]!.json).slice(0, 4)).toEqual(first);
		expect(items.at(-1)?.pairedItem).toEqual([0, 1, 2, 3].map((item) => ({ item })));
		expect(summary).toEqual({
			dry_run: true,
			dry_run_summary: true,
			counts: { call: 1, duplicate: 1, held_back: 1, not_valid: 1, not_sent: 0, not_known: 0 },
			held_back_by_rule: { 'Calling Hours': 1 },
			next_allowed_at: '2026-03-03T00:00:00Z',
		});
		expect(hints.slice(-2)).toMatchObject([
			{
				type: 'warning',
				message: expect.stringMatching(/^1 of 4 rows would be called \(\+49: 1\)/),
			},
			{ type: 'info', message: expect.stringMatching(/^Agent "Sales": .* Balance: 42 credits\.$/) },
		]);
	});

	test('a run that would stop because of a wrong row sends nothing, and the others say so', async () => {
		const { rows: shown, said } = await dry(makeCall, calling([BERLIN, 'nobody', BERLIN], onlyDry));
		expect(wouldOf(shown)).toEqual(['not_sent', 'not_valid', 'duplicate']);
		expect(shown[0]?.reason).toBe('run would stop');
		expect(said).toContain('1 × run would stop: correct the rows');
	});

	test.each<[unknown, IDataObject, string[] | null]>([
		['{first_name} {{ last_name }} {topic}', {}, ['first_name', 'last_name', 'topic']],
		['{first_name}', { options: { firstName: 'Ada' } }, []],
		['{topic} {topic}', { variables: { pairs: [{ name: 'topic', value: 'x' }] } }, []],
		['{topic}', { options: { variablesJson: '{"topic":0}' } }, []],
		['{to_number} {agent_id}', {}, []],
		['Answer with {"a": 1} or { two words }', {}, []],
		[null, {}, null],
		[{ text: 'x' }, {}, null],
	])('variables that %j has and %j lacks', async (instructions, parameters, missing) => {
		const agent = agentWith({ instructions: instructions as string });
		const done = await dry(makeCall, calling([BERLIN], onlyDry, parameters), { agent });
		expect(done.rows[0]?.missing_variables).toEqual(missing);
		const isUnread = done.said.includes('does not show the instructions of agent a1');
		expect(isUnread).toBe(missing === null);
	});

	test('each agent is read once: what its instructions mention is said, and no row is judged by it', async () => {
		const setting = calling([BERLIN, TOKYO, BERLIN], onlyDry);
		const instructions: Record<string, string> = {
			a1: 'You are an AI assistant. Say that the call is recorded.',
			a2: 'Never say that you are an AI.',
		};
		const parameters = (index: number) => ({
			...setting.parameters(index),
			agentId: ['a1', 'a2', 'a1'][index],
		});
		const agent = (id: string) =>
			agentWith({ agent_id: id, name: id, instructions: instructions[id] });
		const done = await dry(makeCall, { ...setting, parameters }, { agent });
		expect(done.urls.sort()).toEqual(['/agents/a1', '/agents/a2', '/billing/balance']);
		expect(done.hints.at(-1)?.message).toMatch(
			/^Agent "a1": mentions an AI \("You are an AI assistant\."\) and a recording \("Say that the call is recorded\."\)\. Agent "a2": mentions an AI \("Never say that you are an AI\."\)\. No words were found that say that the call is recorded\. /,
		);
		expect(wouldOf(done.rows)).toEqual(['call', 'call', 'duplicate']);
	});

	test('two agents of one name are two agents', async () => {
		const setting = calling([BERLIN, TOKYO], onlyDry);
		const parameters = (index: number) => ({ ...setting.parameters(index), agentId: `a${index}` });
		const agent = (id: string) => agentWith({ agent_id: id, instructions: `I am an AI, ${id}` });
		const { said } = await dry(makeCall, { ...setting, parameters }, { agent });
		expect(said.match(/I am an AI, a\d/g)).toEqual(['I am an AI, a0', 'I am an AI, a1']);
	});

	test('a placeholder in any text of the agent needs a value', async () => {
		const agent = agentWith({ instructions: 'Be kind.', first_message: 'Hi {topic}' });
		const { rows: shown } = await dry(makeCall, calling([BERLIN], onlyDry), { agent });
		expect(shown).toMatchObject([{ missing_variables: ['topic'] }]);
	});

	test('who cannot be judged is an error, also if the agent is known', async () => {
		const balance = (id: string) => (id === 'balance' ? json(200, { credits: 42 }) : json(403, {}));
		const rules = { maxCallsPerPerson: { limit: { calls: 1, days: 7 } } };
		const setting = calling([BERLIN], onlyDry, { callingRules: rules }, continued);
		const { rows: shown } = await dry(makeCall, setting, { balance });
		expect(shown).toMatchObject([{ error: expect.stringMatching(/permission/), row: 1 }]);
	});

	test.each<[string, Says]>([
		['status 500', { agent: json(500, {}), balance: json(500, {}) }],
		['status 403', { agent: json(403, {}), balance: json(403, {}) }],
		['no connection', { agent: fail('ECONNREFUSED'), balance: fail('ECONNRESET') }],
		['an answer that cannot be read', { agent: json(200, 'Hello'), balance: json(200, []) }],
	])('what the platform does not show is null, and said: %s', async (_what, says) => {
		const setting = calling([BERLIN], { ...onlyDry, maxRetries: 0 });
		const { rows: shown, hints } = await dry(makeCall, setting, says);
		expect(shown).toMatchObject([{ would: 'call', missing_variables: null }]);
		expect(hints.at(-1)?.message).toMatch(
			/^The platform (did|does) not show one balance.* The platform (did|does) not show the instructions of agent a1/,
		);
	});

	test('no such agent is an error; with On Error: Continue only for its rows', async () => {
		const agent = json(404, { message: 'No such agent' });
		const { error } = await dry(makeCall, calling([BERLIN], onlyDry), { agent });
		expect(error?.message).toMatch(/No such agent/);
		const done = await dry(makeCall, calling([BERLIN], onlyDry, {}, continued), { agent });
		expect(done.rows).toMatchObject([{ error: expect.stringMatching(/No such agent/), row: 1 }]);
	});

	test.each(['agent', 'balance'])('a login that is refused is an error (%s)', async (place) => {
		const says = { [place]: json(401, { message: 'Who are you?' }) };
		const { error } = await dry(makeCall, calling([BERLIN], onlyDry), says);
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '401' });
	});
});

describe('the option', () => {
	test.each([false, 'false', undefined])('%p sends', async (dryRun) => {
		const { answer, sent } = platform();
		await run(makeCall, calling([BERLIN], { dryRun }), answer);
		expect(sent.map(({ method }) => method)).toEqual(['POST']);
	});

	test.each([true, 'true', ' TRUE\n'])('%p sends nothing', async (dryRun) => {
		const { rows: shown } = await dry(makeCall, calling([BERLIN], { dryRun }));
		expect(wouldOf(shown)).toEqual(['call']);
	});

	test.each(['', 'yes', 1])('%p is neither on nor off: nothing is sent', async (dryRun) => {
		const { error, sent } = await run(makeCall, calling([BERLIN], { dryRun }), platform().answer);
		expect(error?.message).toMatch(/'Dry Run' ".*" is neither true nor false/);
		expect(sent).toEqual([]);
	});

	test('with Retry On Fail, a tool that n8n runs without an execution has a preview, too', async () => {
		const node = { retryOnFail: true };
		const setting = calling([BERLIN], onlyDry, {}, { node, isTool: true, hasNoExecution: true });
		expect(wouldOf((await dry(makeCall, setting)).rows)).toEqual(['call']);
	});

	test('on for one item and off for another: nothing is sent', async () => {
		const setting = calling([BERLIN, TOKYO], {});
		const parameters = (index: number) => ({ ...setting.parameters(index), dryRun: index === 1 });
		const { error, sent } = await run(makeCall, { ...setting, parameters }, platform().answer);
		expect(error?.message).toBe("'Dry Run' is on for some items and off for others");
		expect(sent).toEqual([]);
	});
});

describe.each([
	['Create', create, 'a1'],
	['Add', add, 'a7'],
])('%s', (_name, operation, agentId) => {
	const data = [
		{ phone: BERLIN, topic: 'renewal' },
		{ phone: TOKYO },
		{ phone: '' },
		{ phone: `tel:${BERLIN}` },
	];

	test('input items', async () => {
		const agent = agentSaying('{topic} {first_name}. You are a robot');
		const done = await dry(operation, adding(data, onlyDry, { callingRules }), { agent });
		expect(done.said).toContain('Agent "Sales": mentions an AI ("You are a robot").');
		expect(done.rows).toMatchObject([
			{ contact_number: BERLIN, row: 1, would: 'call', missing_variables: ['first_name'] },
			{ row: 2, would: 'held_back', missing_variables: ['topic', 'first_name'] },
			{ row: 3, would: 'not_valid', missing_variables: null },
			{ row: 4, would: 'duplicate', reason: 'duplicate of row 1' },
		]);
		expect(done.items.slice(0, -1).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(done.urls).toContain(`/agents/${agentId}`);
	});

	test('a JSON list is paired with the item it is from', async () => {
		const contactsJson = [
			{ phone_number: BERLIN, variables: { topic: 'x' } },
			{ phone_number: 'x' },
		];
		const setting = adding([{}], onlyDry, { contactsFrom: 'json', contactsJson });
		const agent = agentSaying('{topic}');
		const { rows: shown, items } = await dry(operation, setting, { agent });
		expect(shown).toMatchObject([
			{ row: 1, would: 'call', missing_variables: [] },
			{ row: 2, would: 'not_valid' },
		]);
		expect(items[1]?.pairedItem).toEqual({ item: 0 });
	});

	test('the rows of a file are not known', async () => {
		const file = { data: '', mimeType: 'text/csv', fileName: 'people.csv', fileExtension: 'csv' };
		const items: INodeExecutionData[] = [{ json: {}, binary: { data: file } }];
		const options = { ...onlyDry, repeatedNumbers: 'always' };
		const parameters = { contactsFrom: 'file', inputDataFieldName: 'data' };
		const setting = adding([], options, parameters, { items });
		const { rows: shown, summary, said } = await dry(operation, setting);
		expect(said).toContain('1 × rows not read: ');
		expect(shown).toMatchObject([{ row: 1, would: 'not_known', reason: 'rows not read' }]);
		expect(summary.counts).toMatchObject({ call: 0, not_known: 1 });
		// The file of the second item is not there: a run would not send the first one either.
		const both = { ...setting, items: [...items, { json: {} }] };
		expect(wouldOf((await dry(operation, both)).rows)).toEqual(['not_sent', 'not_valid']);
	});

	test('Invalid Rows: Stop sends nothing, and each row says why', async () => {
		const stop = { ...onlyDry, badRows: 'stop' };
		const { rows: shown, said } = await dry(operation, adding(data, stop));
		expect(wouldOf(shown)).toEqual(['not_sent', 'not_sent', 'not_valid', 'duplicate']);
		expect(shown[0]?.reason).toBe('another row is wrong');
		expect(said).toContain('2 × another row is wrong: ');
	});
});

test('a campaign that does not exist is an error; one that names no agent is not', async () => {
	const setting = () => adding([{ phone: BERLIN }], onlyDry);
	const missing = await dry(add, setting(), { campaign: json(404, { message: 'No campaign' }) });
	expect(missing.error?.message).toMatch(/No campaign/);
	const campaign = json(200, { campaign_id: 'k1', name: 'R' });
	const nameless = await dry(add, setting(), { campaign });
	expect(nameless.rows).toMatchObject([{ would: 'call', missing_variables: null }]);
	expect(nameless.said).toContain('The platform does not show which agent calls for campaign k1.');
});

describe('random lists', () => {
	const number = fc.integer({ min: 0, max: 12 }).map((last) => `+49301234${String(5600 + last)}`);
	const phone = fc.oneof(
		{
			arbitrary: fc.tuple(number, fc.constantFrom('', 'tel:')).map(([one, form]) => form + one),
			weight: 9,
		},
		{ arbitrary: fc.constantFrom('', 'nobody', TOKYO, '+12125550123'), weight: 2 },
	);
	const scenario = fc.record({
		people: fc.array(
			fc.record({
				phone,
				tz: fc.constantFrom('', 'Asia/Tokyo', 'America/New_York'),
				consent: fc.constantFrom('yes', 'yes', 'yes', 'no', '', '', '2026-02-20', '2026-03-03'),
			}),
			{ minLength: 1, maxLength: 25 },
		),
		earlier: fc.uniqueArray(number, { maxLength: 4 }),
		doNotCall: fc.uniqueArray(number, { maxLength: 4 }),
		allowed: fc.option(fc.constantFrom('+4930123456*', '+49*, +1*', '+493012345601, +81*')),
		from: fc.option(fc.integer({ min: 0, max: 22 })),
		most: fc.option(fc.integer({ min: 1, max: 6 })),
		attempts: fc.option(fc.integer({ min: 1, max: 2 })),
		/** The platform shows 42. */
		keep: fc.constantFrom(null, null, 42, 43),
		validDays: fc.constantFrom(null, null, 0, 12),
		start: fc.integer({ min: 0, max: 5 * 24 * 60 }),
		repeated: fc.constantFrom('execution', 'always', 'ever', 'day'),
		badRows: fc.constantFrom('report', 'report', 'stop'),
		stops: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
	});
	type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
	const person = (one: string): Scenario['people'][number] => ({ phone: one, tz: '', consent: '' });
	/** A row that is not valid stops the run. */
	const stopped: Scenario = {
		people: ['nobody', '+493012345600'].map(person),
		...{ earlier: [], doNotCall: [], allowed: null, from: null, most: null, attempts: null },
		...{ keep: null, validDays: null },
		...{ start: 0, repeated: 'always', badRows: 'stop', stops: true },
	};

	const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
	const rulesOf = (drawn: Scenario): IDataObject => ({
		timeZone: 'tz',
		...(drawn.from !== null && hours(two(drawn.from), two(Math.min(drawn.from + 14, 24)))),
		...(drawn.doNotCall.length > 0 && { doNotCall: drawn.doNotCall }),
		...(drawn.allowed !== null && { allowedNumbers: drawn.allowed }),
		...(drawn.most !== null && { maxCallsPerExecution: drawn.most }),
		...(drawn.attempts !== null && {
			maxCallsPerPerson: { limit: { calls: drawn.attempts, days: 7 } },
		}),
		...(drawn.keep !== null && { keepCredits: drawn.keep }),
		...(drawn.validDays !== null && {
			consent: { column: { name: '', validDays: drawn.validDays } },
		}),
	});

	test.each([
		['Make Call', makeCall],
		['Create', create],
		['Add', add],
	])(
		'%s: who would be called is called, in the same order',
		async (_name, operation) => {
			let called = 0;
			const seen = new Set<unknown>();
			await fc.assert(
				fc.asyncProperty(scenario, async (drawn) => {
					clock.now = at('12:00') + drawn.start * MINUTE_MS;
					const processed = new ProcessedDataTable();
					const remembered = async () =>
						JSON.stringify(
							await processed.findOne({ where: { workflowId: 'workflow', context: 'n:node' } }),
						);
					const history = drawn.earlier.map((to_number, index) => ({
						call_id: `h${index}`,
						to_number,
						direction: 'outbound',
						created_at: new Date(clock.now - 60 * MINUTE_MS).toISOString(),
					}));
					const { answer } = platform();
					const withHistory = (place: number, options: IHttpRequestOptions) =>
						options.method === 'GET' && /\/calls(\?|$)/.test(options.url)
							? json(200, { calls: history.slice(Number(options.qs?.offset ?? 0)) })
							: answer(place, options);
					const runOf = async (people: Scenario['people'], options: IDataObject, rules = {}) => {
						const node = drawn.stops ? {} : continued;
						const more = { processed, items: rows(...people), ...node };
						const all = { repeatedNumbers: drawn.repeated, badRows: drawn.badRows, ...options };
						const numbers = people.map((one) => one.phone);
						const setting =
							operation === makeCall
								? calling(numbers, all, { callingRules: rules }, more)
								: adding(people, all, { callingRules: rules }, more);
						return await run(operation, setting, withHistory);
					};
					if (drawn.earlier.length > 0) {
						await runOf(drawn.earlier.map(person), {});
					}
					const before = await remembered();

					const preview = await runOf(drawn.people, onlyDry, rulesOf(drawn));
					expect(preview.error).toBeUndefined();
					expect(preview.sent.every(({ options }) => options.method === 'GET')).toBe(true);
					expect(await remembered()).toBe(before);
					const shown = jsonOf(preview.items.slice(0, -1));
					expect(shown).toHaveLength(drawn.people.length);
					shown.forEach(({ would, rule }) => seen.add(would).add(rule));
					const held = shown.flatMap(({ rule }) => (rule as string | null) ?? []);
					const summary = preview.items.at(-1)?.json ?? {};
					const byRule = Object.entries(summary.held_back_by_rule ?? {});
					expect(byRule.flatMap(([rule, count]) => Array(Number(count)).fill(rule)).sort()).toEqual(
						held.sort(),
					);
					const next = shown.flatMap((row) => (row.next_allowed_at as string | null) ?? []).sort();
					expect(summary.next_allowed_at).toBe(next[0] ?? null);
					const would = shown
						.filter((row) => row.would === 'call')
						.map((row) => String(row.contact_number));

					expect(sentTo(await runOf(drawn.people, {}, rulesOf(drawn)))).toEqual(would);
					called += would.length;
				}),
				{ ...runs('sequences'), examples: [[stopped]] },
			);
			expect(called).toBeGreaterThan(scaleOf('sequences') / 5);
			expect([...seen]).toEqual(
				expect.arrayContaining([
					...['call', 'duplicate', 'held_back', 'not_sent', 'not_valid'],
					...['Consent', 'Keep Credits'],
				]),
			);
		},
		120_000,
	);
});

describe('what is wrong for every row', () => {
	const made = (parameters: IDataObject) => calling([BERLIN], onlyDry, parameters);
	const list = (parameters: IDataObject) => adding([{ phone: BERLIN }], onlyDry, parameters);

	test.each<[string, typeof makeCall, Setting, RegExp]>([
		['JSON', makeCall, made({ options: { variablesJson: '{ wrong' } }), /JSON/],
		['no agent of a call', makeCall, made({ agentId: '' }), /'Agent' is empty/],
		['a rule', makeCall, made({ callingRules: { maxCallsPerExecution: 'many' } }), /"many"/],
		[
			'no column with numbers',
			create,
			adding([{ name: 'Ada' }, { name: 'Bob' }], onlyDry, { phoneNumberColumn: '' }),
			/No column has a heading/,
		],
		['no such column', create, list({ phoneNumberColumn: 'mobile' }), /no input item has a col/i],
		['no name of the campaign', create, list({ campaignName: '' }), /'Campaign Name' is empty/],
		['no agent', create, list({ agentId: '' }), /'Agent' is empty/],
	])('is an error, and no row: %s', async (_what, operation, setting, message) => {
		const { items, error, urls } = await dry(operation, setting);
		expect([items, urls]).toEqual([[], []]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/\w/);
	});

	test.each<[IDataObject, string]>([
		[{ 'name;phone;city': 'Ada;+493012345601;Berlin' }, ';'],
		[{ 'name\tphone': 'Ada\t1' }, '\\t'],
		[{ 'name|phone': 'Ada|1' }, '|'],
		[{ 'name,phone': 'Ada,1' }, ','],
		[{ 'name;phone;price': 'Ada;1;2', _1: '50' }, ';'],
	])('%j names the delimiter to set', async (row, delimiter) => {
		for (const phoneNumberColumn of ['', 'phone']) {
			const { error } = await dry(create, adding([row], onlyDry, { phoneNumberColumn }));
			expect(error?.description).toContain(`set Delimiter to ${delimiter} in the options`);
		}
	});
});

test('the columns that are read, and those that are sent as variables, are said; the number of a row is none', async () => {
	const person = (row_number: number, phone: string, name: string, more: IDataObject) => ({
		...{ row_number, phone, name, email: `${name}@example.com`, ...more },
	});
	const data = [
		person(2, BERLIN, 'Ada', { city: '', 'Opt-In': 'yes' }),
		person(3, TOKYO, 'Bob', { city: 'Tokyo' }),
	];
	const columnsIn = async (parameters: IDataObject) =>
		/^Columns: ([^.]*)\./m.exec((await dry(create, adding(data, onlyDry, parameters))).said)?.[1];
	const read = 'phone number: phone; first name: name';
	expect(await columnsIn({})).toBe(`${read}; variables: email, city; not sent: Opt-In`);
	const consent = { consent: { column: { name: '', validDays: 0 } } };
	expect(await columnsIn({ callingRules: consent })).toContain(`${read}; consent: Opt-In;`);
	expect(await columnsIn({ options: { variableColumns: 'none' } })).toBe(read);
	const options = { variableColumns: 'selected', selectedColumns: 'row_number, city' };
	expect(await columnsIn({ options })).toBe(`${read}; variables: row_number, city`);
	const { bodies } = await run(create, adding(data, {}), platform().answer);
	const { contacts } = bodies.at(-1) as { contacts: IDataObject[] };
	expect(contacts.map(({ variables }) => variables)).toEqual([
		{ email: 'Ada@example.com' },
		{ email: 'Bob@example.com', city: 'Tokyo' },
	]);
});

test('the consent column of Make Call is said, whether it was found or entered', async () => {
	const data = [{ 'Opt-In': 'yes' }, { 'Opt-In': 'no' }];
	for (const name of ['', 'opt-in']) {
		const consent = { consent: { column: { name, validDays: 0 } } };
		const setting = calling([BERLIN, TOKYO], onlyDry, { callingRules: consent }, { data });
		const { rows: shown, said } = await dry(makeCall, setting);
		expect(said).toContain('Columns: consent: Opt-In.');
		expect(shown.map(({ reason }) => reason)).toEqual(['', 'no consent']);
	}
});

describe('a balance of nothing', () => {
	const startImmediately = true;

	test.each<[string, typeof makeCall, Setting]>([
		['Make Call', makeCall, calling([BERLIN], onlyDry)],
		['Create', create, adding([{ phone: BERLIN }], onlyDry, { startImmediately })],
	])(
		'%s says that nobody may be called, and who would be sent',
		async (_name, operation, setting) => {
			const done = await dry(operation, setting, { balance: json(200, { credits: 0 }) });
			expect(wouldOf(done.rows)).toEqual(['call']);
			const [warning] = done.hints.filter(({ message }) => /^1 of 1 rows would/.test(message));
			const message = expect.stringMatching(/may call nobody\.$/);
			expect(warning).toMatchObject({ type: 'warning', message });
		},
	);

	test.each<[mode: string, credits: number, startImmediately: boolean, isSaid: boolean]>([
		['manual', 0, true, true],
		['manual', -3, true, true],
		['manual', 1, true, false],
		['manual', 0, false, false],
		['trigger', 0, true, false],
	])('after a run: %s, %i credits, started %p', async (mode, credits, isStarted, isSaid) => {
		const { answer, sent } = platform({ balance: json(200, { credits }) });
		const parameters = { startImmediately: isStarted };
		const setting = adding([{ phone: BERLIN }], {}, parameters, { mode });
		const { hints, error } = await run(create, setting, answer);
		expect(error).toBeUndefined();
		const balances = sent.filter(({ url }) => url.endsWith('/billing/balance'));
		expect(balances).toHaveLength(Number(mode === 'manual' && isStarted));
		const said = hints.filter(({ message }) => message.includes('may call nobody'));
		expect(said.map(({ type }) => type)).toEqual(isSaid ? ['warning'] : []);
	});

	test('after a run that has started one of two campaigns, it is said, too', async () => {
		const setting = adding([{}, {}], {}, {}, { mode: 'manual' });
		const parameters = (index: number) => ({
			...setting.parameters,
			contactsFrom: 'json',
			contactsJson: [{ phone_number: [BERLIN, TOKYO][index] }],
			startImmediately: index === 0,
			options: { parallelRequests: 1 },
		});
		const { answer } = platform({ balance: json(200, { credits: 0 }) });
		const { hints, urls } = await run(create, { ...setting, parameters }, answer);
		expect(urls.filter((url) => url.endsWith('/start'))).toHaveLength(1);
		expect(hints.map(({ message }) => message).join()).toContain('may call nobody');
	});

	test.each([json(200, { message: 'Hello' }), json(500, {})])(
		'after a run, nothing is said of a balance that cannot be read: %j',
		async (balance) => {
			const { answer, sent } = platform({ balance });
			const setting = adding([{ phone: BERLIN }], {}, { startImmediately }, { mode: 'manual' });
			const { hints, error } = await run(create, setting, answer);
			expect(error).toBeUndefined();
			expect(hints.filter(({ message }) => message.includes('may call nobody'))).toEqual([]);
			expect(sent.filter(({ url }) => url.endsWith('/billing/balance'))).toHaveLength(1);
		},
	);
});

describe('the reason of a row', () => {
	test.each<[written: unknown, reason: keyof typeof CURES]>([
		['', 'no phone number'],
		['nobody', 'not a phone number'],
		['030 12345601', 'no country code'],
		['+49 30', 'incomplete number'],
		[`${BERLIN} / ${TOKYO}`, 'two phone numbers'],
		[`${BERLIN} ext. 12`, 'has an extension'],
		['1711234567.5', 'decimals or exponent'],
		['٠٣٠١٢٣٤٥', 'other digits'],
		[[BERLIN, TOKYO], 'several values'],
	])('%j: %s', async (phone, reason) => {
		const numbers = [phone as string, BERLIN];
		const data = numbers.map((one) => ({ phone: one }));
		const ofCampaign = await dry(create, adding(data, onlyDry));
		const ofCall = await dry(makeCall, calling(numbers, onlyDry, {}, continued));
		for (const { rows: shown, said } of [ofCampaign, ofCall]) {
			expect(shown).toMatchObject([
				{ would: 'not_valid', reason },
				{ would: 'call', reason: '' },
			]);
			expect(said).toContain(`1 × ${reason}: ${CURES[reason]}`);
		}
		const { items } = await run(create, adding(data, LISTING), platform().answer);
		expect(items[0]?.json.rejected_rows).toMatchObject([{ row: 1, reason }]);
	});

	test('many rows of one reason are said once, the most frequent first', async () => {
		const data = ['x', '030 1', '030 2', BERLIN].map((phone) => ({ phone }));
		const { said } = await dry(create, adding(data, onlyDry));
		expect(said).toMatch(/^1 of 4 rows would be sent .*\. 2 × no country code: .*\. 1 × not a/m);
	});
});

describe('a rule that cannot be read is an error, as in the run, also beside wrong rows', () => {
	const data = [{ phone: 'nobody' }, { phone: '' }, { phone: BERLIN }, { phone: TOKYO }];
	const numbers = data.map(({ phone }) => phone);
	const wrong = { callingRules: { doNotCall: null } };

	test.each<[string, typeof makeCall, (options: IDataObject) => Setting]>([
		['Make Call', makeCall, (options) => calling(numbers, options, wrong)],
		['Create', create, (options) => adding(data, options, wrong)],
		['Add', add, (options) => adding(data, options, wrong)],
	])('%s', async (_name, operation, setting) => {
		const dryly = await dry(operation, setting(onlyDry));
		const really = await run(operation, setting({}), platform().answer);
		expect([dryly.items, dryly.error?.message]).toEqual([[], really.error?.message]);
		expect(dryly.error?.message).toContain("'Do-Not-Call List' under 'Calling Rules' is empty");
	});

	test('with On Error: Continue, the rows say that they cannot be sent, and the hint why', async () => {
		const { rows: shown, said } = await dry(create, adding(data, onlyDry, wrong, continued));
		expect(shown.map(({ would, reason }) => [would, reason])).toEqual([
			['not_valid', 'not a phone number'],
			['not_valid', 'no phone number'],
			['not_sent', 'cannot be sent'],
			['not_sent', 'cannot be sent'],
		]);
		expect(said).toContain("2 × cannot be sent: 'Do-Not-Call List'");
		expect(said.match(/'Do-Not-Call List' under/g)).toHaveLength(1);
	});
});
