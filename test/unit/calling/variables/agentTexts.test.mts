import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runs } from '../../../scale.mts';
import { BERLIN, TOKYO, add, adding, create } from '../../../support/callers.mts';
import { json, networkError, run } from '../../../support/fakeContext.mts';
import { phrases } from '../../../support/phrases.mts';
import { agentSaying, agentWith, platform, type Says } from '../readPlatform.mts';

/*
 * Columns That the Agent Names: which of them a campaign gets as variables.
 */

/** The variables of each contact that was sent, and what the user was told. */
async function sent(
	data: readonly IDataObject[],
	says: Says,
	{ operation = create, ...parameters }: IDataObject & { operation?: typeof create } = {},
) {
	const { answer, posted } = platform(says);
	const setting = adding(data, {}, { options: { maxRetries: 0 }, parameters });
	const { error, urls, hints } = await run(operation, setting, answer);
	expect(error).toBeUndefined();
	expect(posted()).toHaveLength(1);
	const [{ contacts }] = posted() as [{ contacts: IDataObject[] }];
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
	const agent = agentSaying('Ask {{first_name}} about {{ topic }} in {City}.');
	const { variables, reads, told } = await sent(ROWS, { agent });
	expect(variables).toEqual([{ city: 'Berlin', topic: 'renewal' }, undefined]);
	expect(reads).toEqual(['/agents/a1']);
	expect(told).toEqual([expect.stringMatching(/^Variables: city, topic\. Left out, .*: email\. /)]);
});

test.each<[string, IDataObject, IDataObject]>([
	['the configuration', { configuration: { instructions: '{topic}' } }, { topic: 'x' }],
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
		const agent = agentSaying(`Ask {{first_name}} about ${mark}.`);
		const { variables } = await sent(ROWS, { agent });
		expect(variables).toEqual([{ city: 'Berlin' }, undefined]);
	},
);

test('the contacts of each campaign get what its own agent names', async () => {
	const { answer, posted } = platform({
		campaign: (id: string) => json(200, { campaign_id: id, agent_id: id === 'k1' ? 'a1' : 'a2' }),
		agent: (id: string) => agentSaying(id === 'a1' ? '{{topic}}' : '{{city}}'),
	});
	const [row] = ROWS;
	const setting = adding([{ ...row }, { ...row, phone: TOKYO }], {});
	const parameters = (index: number) => ({ ...setting.parameters, campaignId: `k${index + 1}` });
	await run(add, { ...setting, parameters }, answer);
	const lists = posted() as Array<{ contacts: IDataObject[] }>;
	expect(lists.map(({ contacts }) => contacts.map(({ variables }) => variables))).toEqual([
		[{ topic: 'renewal' }],
		[{ city: 'Berlin' }],
	]);
});

const ONLY_ADD = [add];
test.each<[string, Says, Array<typeof create>?]>([
	['no permission', { agent: json(403, { message: 'No' }) }],
	['no such agent', { agent: json(404, { message: 'No' }) }],
	['a server error', { agent: json(500, {}) }],
	['no instructions', { agent: agentWith({}) }],
	['no object', { agent: json(200, 'Hello {{topic}}') }],
	['another thing', { agent: json(200, []) }],
	['instructions without names', { agent: agentSaying('Hello {"topic": 1}') }],
	['no connection', { agent: () => Promise.reject(networkError('ECONNRESET')) }],
	['no agent of the campaign', { campaign: json(200, { campaign_id: 'k1' }) }, ONLY_ADD],
	['no such campaign', { campaign: json(404, {}) }, ONLY_ADD],
	['no permission for the campaign', { campaign: json(403, {}) }, ONLY_ADD],
])(
	'%s: all columns are sent, and a hint says why',
	async (_what, says, operations = [create, add]) => {
		for (const operation of operations) {
			const { variables, told } = await sent(ROWS, says, { operation });
			expect(variables).toEqual(ALL);
			expect(told).toEqual([
				expect.stringMatching(/^All columns are variables: \w.*[^.]\. To send/),
			]);
		}
	},
);

const BARE = { phone: BERLIN, name: 'Ada' };
test.each<[string, readonly IDataObject[], IDataObject, IDataObject | undefined]>([
	[
		'Selected Columns',
		[{ ...BARE, email: 'a', city: 'x' }],
		{ options: { variableColumns: 'selected', selectedColumns: 'email' } },
		{ email: 'a' },
	],
	['None', [{ ...BARE, city: 'x' }], { options: { variableColumns: 'none' } }, undefined],
	['rows without other columns', [BARE], {}, undefined],
	['rows whose other columns are empty', [{ ...BARE, city: '' }], {}, undefined],
	[
		'a JSON list',
		[{}],
		{ contactsFrom: 'json', contactsJson: [{ phone_number: BERLIN, variables: { email: 'a' } }] },
		{ email: 'a' },
	],
])('%s: nothing is read', async (_what, data, parameters, expected) => {
	const done = await sent(data, { agent: agentSaying('{{topic}}') }, parameters);
	expect(done).toEqual({ reads: [], told: [], variables: [expected] });
});

test.each<IDataObject>([{ do_not_call: 'no' }, { 'Opt-Out': '' }, { remark: 'Likes tea' }])(
	'%j is in no text of the agent and is not sent',
	async (column) => {
		const data = [{ phone: BERLIN, ...column }];
		const { variables } = await sent(data, { agent: agentSaying('{{x}}') });
		expect(variables).toEqual([undefined]);
	},
);

test('a column that is not sent still holds a row back', async () => {
	const { answer, posted } = platform({ agent: agentSaying('{{topic}}') });
	const data = [
		{ phone: BERLIN, mobile: '+493012345699', topic: 'x' },
		{ phone: TOKYO, mobile: '', topic: 'y' },
	];
	await run(create, adding(data, { doNotCall: ['+493012345699'] }), answer);
	const contacts = [{ phone_number: TOKYO, variables: { topic: 'y' } }];
	expect(posted()).toMatchObject([{ contacts }]);
});

test.each([false, true])(
	'a repeated run whose reading fails sends nobody again: tool %p',
	async (isTool) => {
		let reads = 0;
		const agent = () => ((reads += 1) === 1 ? agentSaying('{{topic}}') : json(500, {}));
		const { answer, posted } = platform({ agent });
		const options = { maxRetries: 0, repeatedNumbers: 'always' };
		const setting = adding(ROWS, {}, { options, node: { retryOnFail: true }, isTool });
		for (let attempt = 0; attempt < 3; attempt += 1) {
			await run(create, setting, (place, request) => {
				const said = answer(place, request);
				if (request.method === 'POST') throw networkError('ECONNRESET');
				return said;
			});
		}
		expect(posted()).toHaveLength(1);
	},
);

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
