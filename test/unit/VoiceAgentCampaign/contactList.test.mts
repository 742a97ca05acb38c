import type { IDataObject } from 'n8n-workflow';
import type { CallsOperation, Params, RequestParts } from '../../../nodes/shared/operation';
import { findOperation } from '../../../nodes/shared/operation';
import { USUAL_HEADINGS, contactColumns } from '../../../nodes/VoiceAgentCampaign/contactColumns';
import {
	PeopleRequest,
	bodyFor,
	reportFor,
	wrongRowsHint,
} from '../../../nodes/shared/calling/people';
import { campaign } from '../../../nodes/VoiceAgentCampaign/resources/campaign';
import { contact } from '../../../nodes/VoiceAgentCampaign/resources/contact';
import type { ParameterError } from '../../../nodes/shared/values';
import { paramsOf } from '../../support/params.mts';

const resources = [campaign, contact];
const create = findOperation(resources, 'campaign', 'create') as CallsOperation;
const add = findOperation(resources, 'contact', 'add') as CallsOperation;

const peopleOf = (params: Params) => new PeopleRequest(params, create.callList(params));

const basics = { campaignName: 'Renewals', agentId: 'a1' };
const NUMBER = '+12125550101';
const createFrom = (rows: IDataObject[], more: IDataObject = {}) =>
	partsOf(paramsOf({ ...basics, ...more }, { rows }));
const contactsFrom = (...asked: Parameters<typeof createFrom>) =>
	createFrom(...asked).body?.contacts as IDataObject[];
const notesOf = (rows: IDataObject[], more: IDataObject = {}) =>
	create.callList(paramsOf({ ...basics, ...more }, { rows })).notes;
function partsOf(params: Params): RequestParts & { report?: IDataObject } {
	const request = peopleOf(params);
	const { callList, people } = request;
	if (callList.problem) throw callList.problem;
	for (const person of people) person.verdict = person.finding;
	const { endpoint, body = {}, upload } = callList.request;
	const parts = { endpoint, body: bodyFor(request, body) };
	return upload ? { ...parts, upload } : { ...parts, report: reportFor(request) };
}

function problemOf(work: () => unknown): ParameterError | undefined {
	try {
		work();
		return undefined;
	} catch (error) {
		return error as ParameterError;
	}
}

describe('Create from items', () => {
	test('all rows make one request; other columns become variables', () => {
		const rows = [
			{ phone: '+1 212 555 0101', firstName: 'Łukasz', company: 'Example', note: '' },
			{ phone: '+1 212 555 0102', company: 'Sample' },
		];
		expect(createFrom(rows)).toEqual({
			endpoint: 'POST /campaigns/',
			body: {
				name: 'Renewals',
				agent_id: 'a1',
				contacts: [
					{ phone_number: NUMBER, first_name: 'Łukasz', variables: { company: 'Example' } },
					{ phone_number: '+12125550102', variables: { company: 'Sample' } },
				],
			},
			report: { contacts_sent: 2, contacts_rejected: 0, rejected_rows: [] },
		});
	});

	/** A row of a sheet, in which 1 stands for a number, and who is called by it. */
	const SHEETS: Array<[row: IDataObject, first?: string, last?: string]> = [
		[{ Name: 'Ada B.', Phone: 1 }, 'Ada B.'],
		[{ 'Last Name': 'B.', 'First name': 'Ada', Mobile: 1 }, 'Ada', 'B.'],
		[{ Vorname: 'Ada', Nachname: 'B.', 'Handy-Nr.': 1 }, 'Ada', 'B.'],
		[{ Nom: 'B.', Prénom: 'Ada', 'Numéro de téléphone': 1 }, 'Ada', 'B.'],
		[{ Nombre: 'Ada', Apellidos: 'B.', Móvil: 1 }, 'Ada', 'B.'],
		[{ Nome: 'Ada', Cognome: 'B.', Cellulare: 1 }, 'Ada', 'B.'],
		[{ Imię: 'Ada', Nazwisko: 'B.', Telefon: 1 }, 'Ada', 'B.'],
		// A name beside a last name is a first name, and the other way round.
		...'Name/Surname Name/lastname Naam/Achternaam Namn/Efternamn Nimi/Sukunimi Name/Nom \uFEFFName/Surname\u00A0'
			.split(' ')
			.map((names) => names.split('/'))
			.map(([first, last]): [IDataObject, string, string] => [
				{ [first!]: 'Ada', [last!]: 'B.', Phone: 1 },
				...(['Ada', 'B.'] as const),
			]),
		[{ Name: 'Ada', 'Last Name': 'B.', Phone: 1 }, 'Ada', 'B.'],
		[{ Vorname: 'Ada', Name: 'B.', Telefon: 1 }, 'Ada', 'B.'],
		[{ имя: 'Ada', Name: 'B.', Telefon: 1 }, 'Ada', 'B.'],
		[{ Name: 'Ada Lovelace', Surname: 'Lovelace', Phone: 1 }, 'Ada', 'Lovelace'],
		[{ Name: 'LOVELACE, Ada', Surname: 'Lovelace', Phone: 1 }, 'Ada', 'Lovelace'],
		[{ 'Full Name': 'Ada de la Cruz', 'First Name': 'Ada', Phone: 1 }, 'Ada', 'de la Cruz'],
		[{ Name: 'Ada Lovelace', Surname: '', Phone: 1 }, 'Ada Lovelace'],
		[{ Name: 'Lovelace', Surname: 'Lovelace', Phone: 1 }, undefined, 'Lovelace'],
		[{ Name: 'Example Ltd', 'First Name': 'Ada', 'Last Name': 'B.', Phone: 1 }, 'Ada', 'B.'],
		[{ First: 'Ada', Last: 'B.', Phone: 1 }, 'Ada', 'B.'],
		// Days, and a consent.
		[{ 'First Name': 'Ada', Last: '2026-03-01', Phone: 1 }, 'Ada'],
		[{ Name: 'Ada B.', Last: 46083, Phone: 1 }, 'Ada B.'],
		[{ First: 'March 1', Last: 'March 2', Name: 'Ada B.', Phone: 1 }, 'Ada B.'],
		[{ First: 'yes', Phone: 1 }],
		[{ Given: 'yes', Phone: 1 }],
		[{ telefoon: 1 }],
		[{ phone_number: 1, Mobile: '' }],
	];

	test.each(SHEETS)('a sheet with %j: nobody loses a name', (row, ...[first, last]) => {
		const heading = Object.keys(row).find((name) => row[name] === 1) ?? '';
		const rows = [{ ...row, [heading]: NUMBER }];
		const contacts = contactsFrom(rows, { options: { variableColumns: 'none' } });
		const named = { ...(first && { first_name: first }), ...(last && { last_name: last }) };
		expect(contacts).toEqual([{ phone_number: NUMBER, ...named }]);
		expect(notesOf(rows)).toHaveLength(first || last ? 0 : 1);
	});

	test.each(Object.entries(USUAL_HEADINGS))(
		'every heading of %s is found by its own column',
		(kind, usual) => {
			const other = kind === 'phoneNumberColumn' ? {} : { phone_number: NUMBER };
			for (const heading of usual) {
				for (const written of [
					heading,
					heading.normalize('NFD'),
					`${heading[0]?.toUpperCase()}${heading.slice(1)} `,
				]) {
					const value = kind === 'phoneNumberColumn' ? NUMBER : 'Ada';
					const params = paramsOf(basics, { rows: [{ ...other, [written]: value }] });
					const { number, firstName, lastName } = contactColumns(params);
					const found = {
						phoneNumberColumn: number,
						firstNameColumn: firstName,
						lastNameColumn: lastName,
						name: firstName,
					};
					expect([written, Object(found)[kind]]).toEqual([written, written]);
				}
			}
		},
	);

	const LEFT_OUT = 'Left out, because it is no name or value that can be said: ';

	test.each<[IDataObject, IDataObject, string]>([
		[{ 'First Name': '#N/A' }, {}, 'First Name in 1 row (#N/A)'],
		[{ Name: 'Ada', 'Last Name': 'NULL' }, { first_name: 'Ada' }, 'Last Name in 1 row (NULL)'],
		[{ Vorname: 'J\uFFFDrg' }, {}, 'Vorname in 1 row (J\uFFFDrg)'],
		[{ Vorname: 'JÃ¶rg', Nachname: 'B.' }, { last_name: 'B.' }, 'Vorname in 1 row (JÃ¶rg)'],
		[{ 'First Name': 46083 }, {}, 'First Name in 1 row (46083)'],
		[{ Name: 'Ada undefined' }, { first_name: 'Ada' }, 'Name in 1 row (Ada undefined)'],
		[{ 'First Name': '<UNKNOWN>' }, {}, 'First Name in 1 row (<UNKNOWN>)'],
		[{ Name: 'Ada', city: 'n/a' }, { first_name: 'Ada' }, 'city in 1 row (n/a)'],
		[
			{ Name: 'Ada', variables: { city: null, topic: 'null' } },
			{ first_name: 'Ada', variables: { city: null } },
			'topic in 1 row (null)',
		],
		[
			{ Name: 'Ada', items: ['tea', '#N/A'], car: { make: 'null' }, stay: { to: '-', n: 2 } },
			{ first_name: 'Ada', variables: { items: ['tea'], stay: { n: 2 } } },
			'items in 1 row (#N/A), car in 1 row (null), stay in 1 row (-)',
		],
		[
			{ Name: 'Ada', a: '-', b: '-', c: '-', d: '-', e: '-', f: '-', g: '-' },
			{ first_name: 'Ada' },
			'a in 1 row (-), b in 1 row (-), c in 1 row (-), d in 1 row (-), e in 1 row (-), and 2 more',
		],
	])('%j: what is no value is not said to a person, and a hint says so', (row, said, hint) => {
		const request = peopleOf(paramsOf(basics, { rows: [{ Phone: NUMBER, ...row }] }));
		expect(bodyFor(request, {}).contacts).toEqual([{ phone_number: NUMBER, ...said }]);
		expect(request.callList.notes).toEqual([`${LEFT_OUT}${hint}.`]);
	});

	test('a hint counts the rows of a column, and names what was left out first', () => {
		const rows = ['#N/A', 'Ada', 'null'].map((name, index) => ({
			Phone: `+1212555010${index}`,
			'First Name': name,
		}));
		expect(notesOf(rows)).toEqual([`${LEFT_OUT}First Name in 2 rows (#N/A).`]);
	});

	test('contacts in JSON are sent without names and variables that cannot be said', () => {
		const contacts = [
			{ phone_number: NUMBER, first_name: 'null', last_name: ' B. ', vip: true },
			{ phone_number: '+12125550102', name: 'Bo None', variables: { a: 'undefined', b: 2 } },
		];
		const params = paramsOf({ ...basics, contactsFrom: 'json', contactsJson: contacts }, {});
		const request = peopleOf(params);
		const { callList } = request;
		expect(bodyFor(request, {}).contacts).toEqual([
			{ phone_number: NUMBER, last_name: ' B. ', vip: true },
			{ phone_number: '+12125550102', name: 'Bo', variables: { b: '2' } },
		]);
		expect(callList.people.map(({ shown }) => shown.contact_name)).toEqual([' B. ', 'Bo']);
		expect(callList.notes).toEqual([
			`${LEFT_OUT}first_name in 1 row (null), name in 1 row (Bo None), a in 1 row (undefined).`,
		]);
	});

	test('a first name that no column has is said, also beside a last name', () => {
		const rows = [{ phone: NUMBER, Surname: 'B.', Rufname: 'Ada' }];
		expect(notesOf(rows)).toEqual([
			expect.stringMatching(/by their last name alone.*'First Name Column'/),
		]);
		expect(notesOf(rows, { options: { firstNameColumn: 'rufname' } })).toEqual([]);
	});

	test.each<[IDataObject, string]>([
		[{ fields: { 'Phone Number': NUMBER } }, "fields['Phone Number']"],
		[{ phone: [{ value: NUMBER }] }, 'phone[0].value'],
		[{ 'contact[phone]': NUMBER }, "['contact[phone]']"],
		[{ "Ada's": { x: NUMBER } }, "['Ada\\'s'].x"],
		[{ 'Who ': NUMBER }, 'Who'],
		[{ '\uFEFFWho': NUMBER }, 'Who'],
		[{ 'Who\u00A0is': NUMBER }, 'who is'],
		[{ WHO: NUMBER }, 'Who'],
	])(
		'in %j the column that is entered as %s is found, and is no variable',
		(row, phoneNumberColumn) => {
			const contacts = contactsFrom([{ city: 'Rome' }, row], { phoneNumberColumn });
			expect(contacts).toMatchObject([{ phone_number: NUMBER }]);
			const isNested = Object.values(row).some((value) => typeof value === 'object');
			if (!isNested) expect(contacts[0]).not.toHaveProperty('variables');
		},
	);

	test('columns that were dragged are variables under their own names', () => {
		const variables = { 'Home, Town': 'Rome', 'Phone Model': 'X', 'Age ': '7' };
		const selectedColumns = "['Home, Town'], ['Phone Model'], age";
		expect(
			contactsFrom([{ phone: NUMBER, ...variables, b: 1 }], {
				options: { variableColumns: 'selected', selectedColumns },
			}),
		).toEqual([{ phone_number: NUMBER, variables }]);
	});

	test('a column that can be several, and one that is not there, are errors that show what cannot be seen', () => {
		const rows = [{ 'Who ': NUMBER, '\uFEFFwho': '+12125550102' }];
		const several = problemOf(() => createFrom(rows, { phoneNumberColumn: 'Who' }));
		expect(several?.message).toBe('"Who" can be several columns: Who␠, [U+FEFF]who');
		const none = problemOf(() => createFrom(rows, { phoneNumberColumn: 'Whom\u200B' }));
		expect(none?.message).toBe('No input item has a column "Whom[U+200B]"');
		expect(none?.description).toContain('The input has: Who␠, [U+FEFF]who');
	});

	test.each<[IDataObject, IDataObject]>([
		[{ name: { first: 'Ada' } }, { first_name: 'Ada' }],
		[{ name: ['Ada'] }, { first_name: 'Ada' }],
		[{ name: [] }, {}],
		[{ phone: { value: NUMBER, label: '' } }, {}],
		[{ phone: [{ value: 12125550101 }], name: [null, { text: 'Ada' }] }, { first_name: 'Ada' }],
	])('cells of %j with one value have that value', (cells, named) => {
		const more = { options: { variableColumns: 'none' }, defaultCountryCode: '1' };
		const contacts = contactsFrom([{ phone: NUMBER, ...cells }], more);
		expect(contacts).toEqual([{ phone_number: NUMBER, ...named }]);
	});

	test.each<[IDataObject, string]>([
		[{ name: { first: 'Ada', last: 'B.' } }, 'name'],
		[{ Surname: ['A', 'B'] }, 'Surname'],
		[{ phone: [NUMBER, '+12125550103'] }, 'phone'],
		[{ phone: { value: NUMBER, type: 'home' } }, 'phone'],
	])(
		'a row with several values in one cell, %j, is refused with the name of the column',
		(cells, column) => {
			const rows = [{ phone: NUMBER, ...cells }, { phone: '+12125550102' }];
			const { body, report } = createFrom(rows, { options: { variableColumns: 'none' } });
			expect(body?.contacts).toEqual([{ phone_number: '+12125550102' }]);
			const description = expect.stringContaining(`The column "${column}" has more than one value`);
			expect(report?.rejected_rows).toMatchObject([
				{ row: 1, reason: 'several values', description },
			]);
		},
	);

	test('two columns that may be meant, and none, are errors that name the columns', () => {
		const problem = (row: IDataObject) => problemOf(() => createFrom([row]));
		expect(problem({ Phone: '1', Mobile: '2' })?.message).toContain('Phone, Mobile');
		expect(problem({ Phone: '1', Vorname: 'A', 'First Name': 'B' })?.message).toContain('Vorname');
		const none = problem({ Who: 'Ada', Where: 'Berlin' });
		expect(none?.message).toContain('a phone number');
		expect(none?.description).toContain('Who, Where');
	});

	test('what is not sent is said by its reasons, each with its count and what to do', () => {
		const rows = [NUMBER, 'x', 'y', NUMBER].map((phone) => ({ phone }));
		const hint = wrongRowsHint(peopleOf(paramsOf(basics, { rows })));
		expect(hint).toBe(
			"3 of 4 rows are not sent. 2 × not a phone number: write one number, such as +1 212 555 0123. 1 × duplicate: remove the row, or set Options → 'Duplicate Numbers' to Call Every Time. Correct them in the list, and send these rows again.",
		);
		expect(wrongRowsHint(peopleOf(paramsOf(basics, { rows: rows.slice(0, 1) })))).toBeUndefined();
	});

	test('rows that cannot be sent are reported with their number and the reason', () => {
		// The last two are one phone in Brazil, with and without its 9.
		const inBrazil = ['+55 11 98765 4321', '+55 11 8765 4321'];
		const numbers = [NUMBER, 'nobody', '', '001 212 555 0101', ...inBrazil];
		const left = (row: number, reason: string) => ({
			row,
			contact_number: numbers[row - 1],
			reason,
			description: expect.stringMatching(/\w/),
		});
		expect(createFrom(numbers.map((phone) => ({ phone }))).report).toEqual({
			contacts_sent: 2,
			contacts_rejected: 4,
			rejected_rows: [
				left(2, 'not a phone number'),
				left(3, 'no phone number'),
				left(4, 'duplicate of row 1'),
				left(6, 'duplicate of row 5'),
			],
		});
	});

	test('selected columns, nested columns, no columns', () => {
		const rows = [{ person: { phone: NUMBER }, a: 1, b: 2 }];
		const ofB = (variableColumns: string) =>
			contactsFrom(rows, {
				phoneNumberColumn: 'person.phone',
				options: { variableColumns, selectedColumns: 'b' },
			});
		expect(ofB('selected')).toEqual([{ phone_number: NUMBER, variables: { b: '2' } }]);
		expect(ofB('none')).toEqual([{ phone_number: NUMBER }]);
	});

	test.each(['constructor', '__proto__', 'toString'])(
		'a column called %s is a column like any other',
		(name) => {
			// Such a key is the row's own only when it comes from JSON, as everything that n8n stores.
			const row = (text: string): IDataObject => JSON.parse(`{ "${name}": "${text}" }`);
			const rows = [
				{ phone: NUMBER, ...row('Ann') },
				{ phone: '+12125550102', company: 'Example' },
			];
			expect(contactsFrom(rows, { options: { firstNameColumn: name } })).toEqual([
				{ phone_number: NUMBER, first_name: 'Ann' },
				{ phone_number: '+12125550102', variables: { company: 'Example' } },
			]);
			const selected = { options: { variableColumns: 'selected', selectedColumns: name } };
			for (const choice of [{}, selected]) {
				const [first, second] = contactsFrom(rows, choice);
				expect(Object.entries(Object(first?.variables))).toEqual([[name, 'Ann']]);
				expect(Object.hasOwn(Object(second?.variables), name)).toBe(false);
			}
			const numbers = createFrom([row(NUMBER), { phone: '+12125550102' }], {
				phoneNumberColumn: name,
				options: { firstNameColumn: '' },
			});
			expect(numbers.body?.contacts).toEqual([{ phone_number: NUMBER }]);
			expect(numbers.report).toMatchObject({ rejected_rows: [{ row: 2, contact_number: '' }] });
		},
	);

	test.each([{}, { contactsFrom: 'json' }])(
		'many rows without a country code: the error says once what to set (%j)',
		(more) => {
			const rows = Array.from({ length: 30 }, (_, index) => ({
				phone: `(212) 555-01${index + 10}`,
			}));
			const all = { ...more, contactsJson: rows };
			const problem = problemOf(() => createFrom(rows, all));
			expect(problem?.message).toBe('No contact has a valid phone number');
			expect(problem?.description).toContain('Row 2: "(212) 555-0111" has no country code');
			expect(problem?.description).toMatch(/and 20 more\. .*set 'Default Country Code'/);
			expect(problem?.description.match(/Default Country Code/g)).toHaveLength(1);
			expect(createFrom(rows, { ...all, defaultCountryCode: '1' }).body?.contacts).toHaveLength(30);
		},
	);

	test('all items are one group; a JSON list or a file is one for each item', () => {
		expect(create.group?.(paramsOf({}))).toBe('all');
		expect(create.group?.(paramsOf({ contactsFrom: 'json' }))).toBeUndefined();
		expect(create.group?.(paramsOf({ contactsFrom: 'file' }))).toBeUndefined();
		expect(add.group?.(paramsOf({ campaignId: 'c1' }))).toBe('c1');
	});
});

describe('Create from JSON and from a file', () => {
	test('numbers and booleans in variables are sent as text, from columns and in JSON', () => {
		const values = { n: 1, half: 0.5, yes: true, no: false, text: '01', list: [1] };
		const variables = { n: '1', half: '0.5', yes: 'true', no: 'false', text: '01', list: [1] };
		const phone_number = NUMBER;
		const asJson = { contactsFrom: 'json', contactsJson: [{ phone_number, variables: values }] };
		for (const parts of [
			createFrom([{ phone: phone_number, ...values }]),
			createFrom([{ phone: phone_number, variables: values }]),
			createFrom([{}], asJson),
		]) {
			expect(parts.body?.contacts).toEqual([{ phone_number, variables }]);
		}
	});

	test('JSON is sent unchanged, except for the number', () => {
		const contactsJson = '[{"phone":"+1 (212) 555-0101","vip":true},{"phone_number":"x"}]';
		const parts = createFrom([{}], { contactsFrom: 'json', contactsJson });
		expect(parts.body?.contacts).toEqual([{ phone_number: NUMBER, vip: true }]);
		expect(parts.report).toMatchObject({ rejected_rows: [{ row: 2, contact_number: 'x' }] });
	});

	test('CSV that was pasted is refused with where to put it', () => {
		const contactsJson = 'Phone;Name\n+12125550101;Ada';
		const problem = problemOf(() => createFrom([{}], { contactsFrom: 'json', contactsJson }));
		expect(problem?.message).toMatch(/must be a JSON list of objects/);
		expect(problem?.description).toMatch(/CSV.*choose File.*Extract from File.*All Input Items/);
	});

	test('the name of the number can be changed', () => {
		const parts = createFrom([{}], {
			contactsFrom: 'json',
			contactsJson: [{ mobile_e164: NUMBER }],
			options: { phoneNumberField: 'mobile_e164' },
		});
		expect(parts.body?.contacts).toEqual([{ mobile_e164: NUMBER }]);
	});

	test('a file goes to the upload endpoint', () => {
		expect(createFrom([{}], { contactsFrom: 'file', inputDataFieldName: 'sheet' })).toEqual({
			endpoint: 'POST /campaigns/upload',
			body: { name: 'Renewals', agent_id: 'a1' },
			upload: { binaryField: 'sheet', partName: 'file', fileTypes: ['csv', 'xlsx'] },
		});
	});
});
