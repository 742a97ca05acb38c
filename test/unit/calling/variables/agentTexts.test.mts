import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { runs } from '../../../scale.mts';
import { BERLIN, TOKYO, add, adding, create } from '../../../support/callers.mts';
import { BASE_URL, json, networkError, run } from '../../../support/fakeContext.mts';
import { phrases } from '../../../support/phrases.mts';

/*
 * Columns That the Agent Names: which of them a campaign gets as variables.
 */

/** What the platform says to what is read; a function throws. */
interface Platform {
	agent?: unknown;
	campaign?: unknown;
}

const agentWith = (fields: IDataObject) => json(200, { agent_id: 'a1', name: 'Sales', ...fields });

function platform({ agent = agentWith({ instructions: 'Hello' }), campaign }: Platform = {}) {
	const posted: IHttpRequestOptions[] = [];
	const given = (value: unknown) => (typeof value === 'function' ? value() : value);
	const answer = (_number: number, options: IHttpRequestOptions) => {
		const path = options.url.replace(BASE_URL, '');
		if (options.method === 'POST') {
			posted.push(options);
			return json(200, { campaign_id: 'k1', name: 'Renewals', status: 'pending' });
		}
		if (path.startsWith('/agents/')) return given(agent);
		return given(campaign ?? json(200, { campaign_id: 'k1', name: 'Renewals', agent_id: 'a7' }));
	};
	return { answer, posted };
}

/** The variables of each contact that was sent, and what the user was told. */
async function sent(
	data: readonly IDataObject[],
	says: Platform,
	{
		operation = create,
		parameters = {},
		...more
	}: IDataObject & { operation?: typeof create } = {},
) {
	const { answer, posted } = platform(says);
	const setting = adding(
		data,
		{},
		{ options: { maxRetries: 0 }, parameters: parameters as IDataObject, ...more },
	);
	const { error, urls, hints } = await run(operation, setting, answer);
	expect(error).toBeUndefined();
	expect(posted).toHaveLength(1);
	const { contacts } = posted[0]?.body as { contacts: IDataObject[] };
	expect(contacts).toHaveLength(data.length);
	return {
		variables: contacts.map(({ variables }) => variables),
		reads: urls.filter((url) => /^\/(agents|campaigns)\/\w+$/.test(url)),
		// Placeholders without a value are the matter of sentVariables.test.mts.
		told: hints.map(({ message }) => message).filter((message) => !/gets no value/.test(message)),
	};
}

const ROWS = [
	{ phone: BERLIN, name: 'Ada', email: 'ada@example.com', city: 'Berlin', topic: 'renewal' },
	{ phone: TOKYO, name: 'Bob', email: 'bob@example.com', topic: '' },
];
const ALL = ROWS.map(({ email, city, topic }) => ({
	email,
	...(city && { city }),
	...(topic && { topic }),
}));

test('only the columns whose names are in the instructions are sent, and a hint lists both kinds', async () => {
	const { variables, reads, told } = await sent(ROWS, {
		agent: agentWith({ instructions: 'Ask {{first_name}} about {{ topic }} in {City}.' }),
	});
	expect(variables).toEqual([{ city: 'Berlin', topic: 'renewal' }, undefined]);
	expect(reads).toEqual(['/agents/a1']);
	expect(told).toEqual([
		`Variables: city, topic. Left out, because no text of agent "Sales" has their names: email. To send them too, set Options → 'Columns to Send as Variables' to Selected Columns.`,
	]);
});

test.each<[string, IDataObject, IDataObject]>([
	['a greeting', { instructions: 'Be kind.', first_message: 'Is {{city}} nice?' }, { city: 'x' }],
	['the configuration', { configuration: { instructions: '{topic}' } }, { topic: 'x' }],
	['a name of two words', { instructions: '{{ Due Date }}' }, { 'Due Date': 'x' }],
	['a name in capitals', { instructions: '{{ DUE DATE }}' }, { 'Due Date': 'x' }],
	[
		'a part of an object',
		{ instructions: '{{address.city}}' },
		{ city: 'x', address: { city: 'x' } },
	],
	['a name in other letters', { instructions: '{{due_date}} {dueDate}' }, { 'Due Date': 'x' }],
	['a part of a word: no column', { instructions: '{{cityname}} {{c}} subtopics' }, {}],
	['nothing', { instructions: 'Be kind. {{x}}' }, {}],
])('%s decides', async (_what, agent, expected) => {
	const row = { phone: BERLIN, city: 'x', topic: 'x', 'Due Date': 'x', address: { city: 'x' } };
	const { variables } = await sent([row], { agent: agentWith(agent) });
	expect(variables).toEqual([Object.keys(expected).length > 0 ? expected : undefined]);
});

test.each(['[city]', '%city%', '<city>', '$city', '__city__', '«city»', 'the city'])(
	'%s, marks of another kind than the names beside it, is a name all the same',
	async (mark) => {
		const { variables } = await sent(ROWS, {
			agent: agentWith({ instructions: `Ask {{first_name}} about ${mark}.` }),
		});
		expect(variables).toEqual([{ city: 'Berlin' }, undefined]);
	},
);

test.each<[string, Platform]>([
	['no permission', { agent: json(403, { message: 'No' }) }],
	['no such agent', { agent: json(404, { message: 'No' }) }],
	['a server error', { agent: json(500, {}) }],
	['no instructions', { agent: json(200, { agent_id: 'a1', name: 'Sales' }) }],
	['no object', { agent: json(200, 'Hello {{topic}}') }],
	['another thing', { agent: json(200, []) }],
	['instructions without names', { agent: agentWith({ instructions: 'Hello {"topic": 1}' }) }],
	[
		'no connection',
		{
			agent: () => {
				throw networkError('ECONNRESET');
			},
		},
	],
])('%s: all columns are sent, and a hint says why', async (_what, says) => {
	for (const operation of [create, add]) {
		const { variables, told } = await sent(ROWS, says, { operation });
		expect(variables).toEqual(ALL);
		expect(told).toEqual([
			expect.stringMatching(
				/^All columns are variables: \w.*[^.]\. To send fewer, set Options → 'Columns to Send as Variables' to Selected Columns\.$/,
			),
		]);
	}
});

test('a campaign that names no agent, or cannot be read: all columns are sent', async () => {
	for (const campaign of [
		json(200, { campaign_id: 'k1', name: 'R' }),
		json(404, {}),
		json(403, {}),
	]) {
		const { variables, told } = await sent(ROWS, { campaign }, { operation: add });
		expect(variables).toEqual(ALL);
		expect(told).toHaveLength(1);
	}
});

test.each<[string, readonly IDataObject[], IDataObject]>([
	[
		'Selected Columns',
		ROWS,
		{ options: { variableColumns: 'selected', selectedColumns: 'email' } },
	],
	['None', ROWS, { options: { variableColumns: 'none' } }],
	['rows without other columns', [{ phone: BERLIN, name: 'Ada' }], {}],
	['rows whose other columns are empty', [{ phone: BERLIN, name: 'Ada', city: '' }], {}],
	[
		'a JSON list',
		[{}],
		{ contactsFrom: 'json', contactsJson: [{ phone_number: BERLIN, variables: { email: 'a' } }] },
	],
])('%s: nothing is read', async (_what, data, parameters) => {
	const { reads, told, variables } = await sent(
		data,
		{ agent: agentWith({ instructions: '{{topic}}' }) },
		{ parameters },
	);
	expect(reads).toEqual([]);
	expect(told).toEqual([]);
	const isEmail =
		Object(parameters.options).variableColumns === 'selected' || parameters.contactsFrom === 'json';
	expect(variables.some((one) => one !== undefined)).toBe(isEmail);
});

test.each<IDataObject>([{ do_not_call: 'no' }, { 'Opt-Out': '' }, { remark: 'Likes tea' }])(
	'%j is in no text of the agent and is not sent',
	async (column) => {
		const data = [{ phone: BERLIN, ...column }];
		const { variables } = await sent(data, { agent: agentWith({ instructions: '{{x}}' }) });
		expect(variables).toEqual([undefined]);
	},
);

test('a column that is not sent still holds a row back', async () => {
	const { answer, posted } = platform({ agent: agentWith({ instructions: '{{topic}}' }) });
	const data = [
		{ phone: BERLIN, mobile: '+493012345699', topic: 'x' },
		{ phone: TOKYO, mobile: '', topic: 'y' },
	];
	const rules = { doNotCall: ['+493012345699'] };
	await run(create, adding(data, rules), answer);
	expect(posted[0]?.body).toMatchObject({
		contacts: [{ phone_number: TOKYO, variables: { topic: 'y' } }],
	});
});

test('a repeated run whose reading fails sends nobody again', async () => {
	let reads = 0;
	const { answer, posted } = platform({
		agent: () => {
			reads += 1;
			return reads === 1 ? agentWith({ instructions: '{{topic}}' }) : json(500, {});
		},
	});
	for (const isTool of [false, true]) {
		const setting = adding(
			ROWS,
			{},
			{
				options: { maxRetries: 0, repeatedNumbers: 'always' },
				node: { retryOnFail: true },
				isTool,
			},
		);
		posted.length = 0;
		reads = 0;
		const unknown = (place: number, options: IHttpRequestOptions) => {
			const said = answer(place, options);
			if (options.method === 'POST') throw networkError('ECONNRESET');
			return said;
		};
		for (let attempt = 0; attempt < 3; attempt += 1) await run(create, setting, unknown);
		expect(posted).toHaveLength(1);
	}
});

test('what is sent is exactly the columns that are named', async () => {
	const NAMES = phrases`
		city | topic | email | Due Date | grün | _x | order-id | a | b | constructor
	`;
	const column = fc.constantFrom(...NAMES);
	const cell = fc.constantFrom('one', 'two', 7, false, '', null);
	const row = fc.dictionary(column, cell, { noNullPrototype: true });
	const written = fc.tuple(column, fc.constantFrom('{{x}}', '{{ x }}', '{{X}}', '[x]', 'x'));
	await fc.assert(
		fc.asyncProperty(
			fc.array(row, { minLength: 1, maxLength: 4 }),
			fc.array(written, { maxLength: 5 }),
			fc.constantFrom('instructions', 'first_message'),
			async (cells, named, place) => {
				const text = named
					.map(([name, form]) => form.replace('x', name).replace('X', name.toUpperCase()))
					.join(' and ');
				const agent = agentWith({
					instructions: 'Be kind, {{first_name}}.',
					[place]: `{{you}} ${text}`,
				});
				const data = cells.map((one, index) => ({ phone: `+4930123456${10 + index}`, ...one }));
				const { variables } = await sent(data, { agent });
				const names = named.map(([name]) => name);
				const expected = cells.map((one) =>
					Object.entries(one)
						.filter(([, value]) => value !== '' && value !== null)
						.filter(([name]) => names.includes(name))
						.map(([name, value]) => [name, String(value)]),
				);
				expect(variables.map((one) => Object.entries((one ?? {}) as IDataObject))).toEqual(
					expected,
				);
			},
		),
		runs('sequences'),
	);
});
