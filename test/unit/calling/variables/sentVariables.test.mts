import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runs } from '../../../scale.mts';
import {
	BERLIN,
	TOKYO,
	add,
	adding,
	calling,
	create,
	hours,
	makeCall,
} from '../../../support/callers.mts';
import type { Setting } from '../../../support/fakeContext.mts';
import { json, networkError, run } from '../../../support/fakeContext.mts';
import { agentWith, platform } from '../readPlatform.mts';

/*
 * Columns that a rule or a sign uses are never sent as variables; and placeholders of the agent that get no value are a hint.
 */

/** Agents that have these texts, by their ID. */
const agentsWith = (texts: Record<string, string>) => ({
	agent: (id: string) =>
		agentWith({ agent_id: id, name: `Sales of ${id}`, instructions: texts[id] ?? texts.a1 }),
});
const readsOf = (urls: readonly string[]) => urls.filter((url) => url.startsWith('/agents/'));

const NEVER = /^Never sent as variables, because a rule or a sign uses them: (.*)\. To send one/;
const WITHOUT = /^Agent "Sales of (\w+)" gets no value for (.*), and may read the name aloud\./;

const OTHER = /^The call has only begun|^\d+ of \d+ rows would | show one balance\.|Balance: /;
/** The hints, but for the one that a call has only begun, and those of a dry run about its rows and the balance. */
const hintsOf = (hints: ReadonlyArray<{ message: string }>) =>
	hints.map(({ message }) => message).filter((message) => !OTHER.test(message));

/** The variables of everybody who was sent, what was read, and the hints. */
async function sentBy(operation: typeof create, setting: Setting, text = 'Hello {{x}}') {
	const { answer, posted } = platform(agentsWith({ a1: text }));
	const { error, hints, urls } = await run(operation, { mode: 'manual', ...setting }, answer);
	expect(error).toBeUndefined();
	const people = (posted() as IDataObject[]).flatMap(
		(body) => (body.contacts ?? [body]) as IDataObject[],
	);
	const told = hintsOf(hints);
	const never = told.flatMap((message) => NEVER.exec(message)?.[1]?.split(', ') ?? []);
	return { variables: people.map(({ variables }) => variables), reads: readsOf(urls), told, never };
}

const ROW = {
	phone: BERLIN,
	topic: 'renewal',
	Consent: 'yes',
	Opt_Out: 'no',
	'Called OK': '2026-03-02',
	tz: 'Europe/Berlin',
};
const RULES = {
	...hours('00:00', '24:00', {
		weekdays: 'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
	}),
	consent: { column: { name: 'called ok', validDays: 0 } },
	timeZone: 'TZ',
};
const USED = ['Consent', 'Opt_Out', 'Called OK', 'tz'];
const NAMES_ALL = 'phone {{topic}} {{Consent}} {{Opt_Out}} {{Called OK}} {{tz}}';
const asJson = (row: IDataObject) => {
	const { phone, ...variables } = row;
	return { contactsFrom: 'json', contactsJson: [{ phone_number: phone, ...variables, variables }] };
};
const asPairs = (row: IDataObject) => ({
	variables: { pairs: Object.entries(row).map(([name, value]) => ({ name, value })) },
});

const SELECTED = ['topic', ...USED].join(',');
const selecting = (selectedColumns: string) => ({
	parameters: { options: { variableColumns: 'selected', selectedColumns } },
});
/** A call whose row has the columns, and whose parameters send all of them. */
const callingBy = (parameters: IDataObject) =>
	calling([BERLIN], RULES, { data: [ROW], parameters });
const SENT = { ...ROW, phone: '' };

describe('a column that a rule or a sign uses is never sent', () => {
	test.each<[string, typeof create, Setting, string]>([
		['Create, all named', create, adding([ROW], RULES), NAMES_ALL],
		['Create, nothing is known of the agent', create, adding([ROW], RULES), ''],
		['Create, selected', create, adding([ROW], RULES, selecting(SELECTED)), ''],
		['Add, all named', add, adding([ROW], RULES), NAMES_ALL],
		['Add, JSON', add, adding([{}], RULES, { parameters: asJson(ROW) }), ''],
		['Make Call, fields', makeCall, callingBy(asPairs(SENT)), ''],
		['Make Call, JSON', makeCall, callingBy({ options: { variablesJson: SENT } }), ''],
		[
			'Make Call, Additional Fields',
			makeCall,
			callingBy({
				options: { additionalFieldsJson: { variables: { ...SENT, phone: undefined } } },
			}),
			'',
		],
	])('%s, and a hint says which', async (_what, operation, setting, text) => {
		const { variables, never } = await sentBy(operation, setting, text);
		expect(variables).toEqual([{ topic: 'renewal' }]);
		expect([...never].sort()).toEqual([...USED].sort());
	});

	test('neither is the number that is called, nor a column that an expression reads as it is', async () => {
		const row = { 'My Phone': BERLIN, tz: 'Europe/Berlin', topic: 'x', country: 'DE' };
		const setting = calling(
			[BERLIN],
			{ timeZone: 'Europe/Berlin' },
			{ data: [row], parameters: { options: { variablesJson: row } } },
		);
		const callingRules = { timeZone: '={{ $json.tz }}' };
		const node = { parameters: { toNumber: "={{ $json['My Phone'] }}", callingRules } };
		const { variables, never } = await sentBy(makeCall, { ...setting, node });
		expect(variables).toEqual([{ topic: 'x', country: 'DE' }]);
		expect(never).toEqual(['My Phone', 'tz']);
		const selected = await sentBy(create, adding([ROW], {}, selecting('phone, topic')));
		expect(selected).toMatchObject({ variables: [{ topic: 'renewal' }], never: ['phone'] });
	});

	test('nothing is said of them where they would not be sent anyway', async () => {
		const only = await sentBy(create, adding([{ phone: BERLIN, Consent: 'yes' }], {}));
		expect([only.never, only.reads.length]).toEqual([[], 1]);
		expect((await sentBy(create, adding([ROW], RULES), 'About {{topic}}')).never).toEqual([]);
	});

	test('exactly the other columns are sent, by any choice', async () => {
		const used = ['dnc', 'Do Not Call', 'opt-in', 'not_opted_out', 'werbesperre', 'Zone'];
		const others = ['topic', 'city', 'note', 'email_opt_out', 'country', 'status'];
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.constantFrom(...used, ...others), { minLength: 1 }),
				fc.constantFrom('named', 'selected', 'json', 'call'),
				fc.boolean(),
				async (columns, choice, isRead) => {
					const cells = Object.fromEntries(
						columns.map((name) => [name, name === 'Zone' ? 'Europe/Berlin' : '7']),
					);
					const signs = Object.fromEntries(used.slice(0, 5).map((name) => [name, '']));
					const row = { phone: BERLIN, ...cells };
					const parameters: IDataObject = {
						...(choice === 'json' && { contactsFrom: 'json' }),
						options: {
							selectedColumns: columns.join(','),
							variablesJson: cells,
							...(choice === 'selected' && { variableColumns: 'selected' }),
						},
						contactsJson: [{ phone_number: BERLIN, variables: cells }],
					};
					// What a cell says is another test: here everybody is called.
					const options = { callPeopleWhoseRowSaysNo: true };
					const rules = { timeZone: 'Zone' };
					const setting =
						choice === 'call'
							? calling([BERLIN], rules, { parameters, options, data: [{ ...signs, ...row }] })
							: adding([row], rules, { parameters, options });
					const text = isRead ? columns.map((name) => `{{${name}}}`).join(' ') : '';
					const sent = await sentBy(choice === 'call' ? makeCall : create, setting, text);
					const expected = columns.filter((name) => others.includes(name));
					expect(Object.keys(Object(sent.variables[0])).sort()).toEqual(expected.sort());
					// The agent is read only if it can decide about another column.
					const isTold = choice !== 'named' || expected.length > 0;
					const never = columns.filter((name) => isTold && used.includes(name));
					expect(sent.never.sort()).toEqual(never.sort());
				},
			),
			runs('sequences'),
		);
	});
});

describe('a placeholder that gets no value for some people', () => {
	const callingWith = (topics: readonly string[], more: IDataObject = {}) => {
		const numbers = topics.map((_topic, index) => `+4930123456${10 + index}`);
		const setting = calling(numbers, {}, more);
		const parameters = (index: number): IDataObject => ({
			...setting.parameters(index),
			variables: { pairs: [{ name: 'topic', value: topics[index] ?? '' }] },
		});
		return { ...setting, parameters };
	};

	test('is a hint after the run: which, and for how many', async () => {
		const { told, reads, variables } = await sentBy(
			makeCall,
			callingWith(['x', '', 'y']),
			'Hi {{first_name}}, about {{topic}}.',
		);
		expect(variables).toEqual([{ topic: 'x' }, undefined, { topic: 'y' }]);
		expect(reads).toEqual(['/agents/a1']);
		expect(told.map((message) => WITHOUT.exec(message)?.[2])).toEqual([
			'{{first_name}} for 3 of 3 people, {{topic}} for 1 of 3 people',
		]);
	});

	test('each agent is read once, after all calls, and has a hint of its own', async () => {
		const { answer, sent } = platform(agentsWith({ a1: '{{topic}}', a2: '{{city}}' }));
		const setting = { ...callingWith(['', 'x', '']), mode: 'manual' };
		const parameters = (index: number) => ({
			...setting.parameters(index),
			agentId: index === 1 ? 'a2' : 'a1',
		});
		const { hints, urls } = await run(makeCall, { ...setting, parameters }, answer);
		expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET', 'GET']);
		expect(readsOf(urls).sort()).toEqual(['/agents/a1', '/agents/a2']);
		expect(hintsOf(hints).map((message) => WITHOUT.exec(message)?.slice(1))).toEqual([
			['a1', '{{topic}} for 2 of 2 people'],
			['a2', '{{city}} for 1 of 1 people'],
		]);
	});

	test('two agents of one name have a hint each', async () => {
		const agent = (id: string) =>
			agentWith({ agent_id: id, instructions: `{{topic}} of {{${id}}}` });
		const setting = { ...callingWith(['x', 'x']), mode: 'manual' };
		const parameters = (index: number) => ({ ...setting.parameters(index), agentId: `a${index}` });
		const { answer } = platform({ agent });
		const { hints } = await run(makeCall, { ...setting, parameters }, answer);
		expect(hintsOf(hints)).toEqual([
			expect.stringContaining('{{a0}} for 1 of 1 people'),
			expect.stringContaining('{{a1}} for 1 of 1 people'),
		]);
	});

	test('of a campaign whose agent was read already is known without another request', async () => {
		const data = [
			{ phone: BERLIN, topic: 'x' },
			{ phone: TOKYO, topic: '' },
		];
		const { told, reads } = await sentBy(create, adding(data, {}), '{{topic}}');
		expect(reads).toEqual(['/agents/a1']);
		expect(told.filter((message) => WITHOUT.test(message))).toHaveLength(1);
		expect(told.at(-1)).toMatch(/\{\{topic\}\} for 1 of 2 people/);
	});

	test('of two campaigns is a hint for each, also if only the agent of one was read before', async () => {
		const { answer } = platform({
			...agentsWith({ a1: '{{topic}} {{street}}', a2: '{{city}}' }),
			campaign: (id: string) => json(200, { campaign_id: id, agent_id: id === 'k1' ? 'a1' : 'a2' }),
		});
		const data = [{ phone: BERLIN, topic: 'x' }, { phone: TOKYO }];
		const { parameters, ...setting } = adding(data, {}, { mode: 'manual' });
		const ofRow = (index: number) => ({ ...parameters, campaignId: `k${index + 1}` });
		const { hints } = await run(add, { ...setting, parameters: ofRow }, answer);
		const without = hintsOf(hints).flatMap((message) => WITHOUT.exec(message)?.slice(1) ?? []);
		expect(without).toEqual([
			...['a1', '{{street}} for 1 of 1 people'],
			...['a2', '{{city}} for 1 of 1 people'],
		]);
	});

	test.each<[string, number, unknown]>([
		['status 500', 1, json(500, {})],
		['no permission', 1, json(403, {})],
		['a login that is refused, each time with a new token', 4, json(401, {})],
		['no object', 1, json(200, 'Hello {{x}}')],
		['no connection', 1, () => Promise.reject(networkError('ECONNREFUSED'))],
	])('is not known (%s): no hint, no error, and one try', async (_what, tries, agent) => {
		const { answer, posted } = platform({ agent });
		const setting = calling([BERLIN], {}, { mode: 'manual', options: { maxRetries: 4 } });
		const { error, items, hints, urls } = await run(makeCall, setting, answer);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { call_id: 'c1' } }]);
		expect([posted().length, readsOf(urls).length]).toEqual([1, tries]);
		expect(hintsOf(hints)).toEqual([]);
	});

	test('a dry run says it of exactly the same people', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('', 'x'), { minLength: 1, maxLength: 6 }),
				fc.uniqueArray(fc.constantFrom('topic', 'city', 'to_number'), { maxLength: 3 }),
				async (topics, names) => {
					const text = names.map((name) => `{{${name}}}`).join(' ');
					const { told } = await sentBy(makeCall, callingWith(topics), text);
					const { answer } = platform(agentsWith({ a1: text }));
					const dry = callingWith(topics, { options: { dryRun: true } });
					const { items, hints } = await run(makeCall, dry, answer);
					expect(told).toEqual(hintsOf(hints));
					const missing = items.slice(0, -1).flatMap((item) => item.json.missing_variables);
					const counts = names
						.map((name) => [name, missing.filter((one) => one === name).length] as const)
						.filter(([, count]) => count > 0)
						.map(([name, count]) => `{{${name}}} for ${count} of ${topics.length} people`);
					const said = told.flatMap((message) => WITHOUT.exec(message)?.[2]?.split(', ') ?? []);
					expect([...said].sort()).toEqual([...counts].sort());
				},
			),
			runs('sequences'),
		);
	});
});
