import type { IDataObject } from 'n8n-workflow';
import type { CallsOperation, Params, RequestParts } from '../../../nodes/shared/operation';
import { findOperation } from '../../../nodes/shared/operation';
import { USUAL_HEADINGS, contactColumns } from '../../../nodes/VoiceAgentCampaign/contactColumns';
import { PeopleRequest, bodyFor, leftItem, reportFor } from '../../../nodes/shared/calling/people';
import { campaign } from '../../../nodes/VoiceAgentCampaign/resources/campaign';
import { contact } from '../../../nodes/VoiceAgentCampaign/resources/contact';
import type { ParameterError } from '../../../nodes/shared/values';
import { paramsOf } from '../../support/params.mts';

const resources = [campaign, contact];
const create = findOperation(resources, 'campaign', 'create') as CallsOperation;
const add = findOperation(resources, 'contact', 'add') as CallsOperation;

const peopleOf = (params: Params) => new PeopleRequest(params, create.callList(params));

const basics = { campaignName: 'Renewals', agentId: 'a1' };
const createFrom = (rows: IDataObject[], more: IDataObject = {}) =>
	partsOf(paramsOf({ ...basics, ...more }, { rows }));
/** The request, without these rows. */
function partsOf(params: Params, ...rows: number[]): RequestParts & { report?: IDataObject } {
	const request = peopleOf(params);
	const { callList, people } = request;
	if (callList.problem) throw callList.problem;
	for (const person of people) {
		const isLeft = rows.includes(person.line);
		person.verdict = isLeft ? { kind: 'called before', reason: 'done before' } : person.finding;
	}
	if (request.isAllLeft) return { report: leftItem(request, 1) };
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
					{ phone_number: '+12125550101', first_name: 'Łukasz', variables: { company: 'Example' } },
					{ phone_number: '+12125550102', variables: { company: 'Sample' } },
				],
			},
			report: { contacts_sent: 2, rejected_rows: [] },
		});
	});

	const SHEETS: Array<[sheet: string, row: IDataObject, contact: IDataObject]> = [
		['English', { Name: 'Ada B.', Phone: 1 }, { first_name: 'Ada B.' }],
		[
			'English, in parts',
			{ 'Last Name': 'B.', 'First name': 'Ada', Mobile: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		[
			'German',
			{ Vorname: 'Ada', Nachname: 'B.', 'Handy-Nr.': 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		[
			'French',
			{ Nom: 'B.', Prénom: 'Ada', 'Numéro de téléphone': 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		[
			'Spanish',
			{ Nombre: 'Ada', Apellidos: 'B.', Móvil: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		[
			'Italian',
			{ Nome: 'Ada', Cognome: 'B.', Cellulare: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		['Polish', { Imię: 'Ada', Nazwisko: 'B.', Telefon: 1 }, { first_name: 'Ada', last_name: 'B.' }],
		...(
			[
				['Name', 'Surname'],
				['Name', 'Last Name'],
				['name', 'lastname'],
				['Naam', 'Achternaam'],
				['Namn', 'Efternamn'],
				['Navn', 'Efternavn'],
				['Nimi', 'Sukunimi'],
				['Name', 'Familienname'],
				['Name', 'Nom'],
				['Name', 'Apellido'],
				['\uFEFFName', 'Surname\u00A0'],
			] as const
		).map(([first, last]): [string, IDataObject, IDataObject] => [
			`${first} beside ${last}`,
			{ [first]: 'Ada', [last]: 'B.', Phone: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		]),
		...(
			[
				['Vorname', 'Name'],
				['First Name', 'name'],
				['Prénom', 'Name'],
				['Voornaam', 'Naam'],
				['Förnamn', 'Namn'],
				['имя', 'Name'],
			] as const
		).map(([first, last]): [string, IDataObject, IDataObject] => [
			`${last} beside ${first}`,
			{ [first]: 'Ada', [last]: 'B.', Telefon: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		]),
		[
			'Name, which has both, beside Surname',
			{ Name: 'Ada Lovelace', Surname: 'Lovelace', Phone: 1 },
			{ first_name: 'Ada', last_name: 'Lovelace' },
		],
		[
			'Name, the last name first, beside Surname',
			{ Name: 'LOVELACE, Ada', Surname: 'Lovelace', Phone: 1 },
			{ first_name: 'Ada', last_name: 'Lovelace' },
		],
		[
			'Full Name beside First Name',
			{ 'Full Name': 'Ada de la Cruz', 'First Name': 'Ada', Phone: 1 },
			{ first_name: 'Ada', last_name: 'de la Cruz' },
		],
		[
			'Name beside an empty Surname',
			{ Name: 'Ada Lovelace', Surname: '', Phone: 1 },
			{ first_name: 'Ada Lovelace' },
		],
		[
			'Name, which has only the last name, beside Surname',
			{ Name: 'Lovelace', Surname: 'Lovelace', Phone: 1 },
			{ last_name: 'Lovelace' },
		],
		[
			'Name beside both parts, which is something else',
			{ Name: 'Example Ltd', 'First Name': 'Ada', 'Last Name': 'B.', Phone: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		[
			'First beside Last',
			{ First: 'Ada', Last: 'B.', Phone: 1 },
			{ first_name: 'Ada', last_name: 'B.' },
		],
		['Last, a day', { 'First Name': 'Ada', Last: '2026-03-01', Phone: 1 }, { first_name: 'Ada' }],
		[
			'Last, a day, beside Name',
			{ Name: 'Ada B.', Last: 46083, Phone: 1 },
			{ first_name: 'Ada B.' },
		],
		[
			'First and Last, days, beside Name',
			{ First: 'March 1', Last: 'March 2', Name: 'Ada B.', Phone: 1 },
			{ first_name: 'Ada B.' },
		],
		['First alone', { First: 'yes', Phone: 1 }, {}],
		['Given, a consent', { Given: 'yes', Phone: 1 }, {}],
		['no name', { telefoon: 1 }, {}],
		['the platform’s own names beside others', { phone_number: 1, Mobile: '' }, {}],
	];

	test.each(SHEETS)('a sheet with headings in %s: nobody loses a name', (_sheet, row, named) => {
		const heading = Object.keys(row).find((name) => row[name] === 1) ?? '';
		const rows = [{ ...row, [heading]: '+12125550101' }];
		const contacts = createFrom(rows, { options: { variableColumns: 'none' } }).body?.contacts;
		expect(contacts).toEqual([{ phone_number: '+12125550101', ...named }]);
		const { notes } = create.callList(paramsOf(basics, { rows }));
		expect(notes).toHaveLength(Object.keys(named).length > 0 ? 0 : 1);
	});

	test.each(Object.entries(USUAL_HEADINGS))(
		'every heading of %s is found by its own column',
		(kind, usual) => {
			const other = kind === 'phoneNumberColumn' ? {} : { phone_number: '+12125550101' };
			for (const heading of usual) {
				for (const written of [
					heading,
					heading.normalize('NFD'),
					`${heading[0]?.toUpperCase()}${heading.slice(1)} `,
				]) {
					const value = kind === 'phoneNumberColumn' ? '+12125550101' : 'Ada';
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

	test.each<[string, IDataObject, IDataObject, string]>([
		['#N/A', { 'First Name': '#N/A' }, {}, 'First Name in 1 row (#N/A)'],
		['#REF!', { 'First Name': '#REF!' }, {}, 'First Name in 1 row (#REF!)'],
		[
			'NULL',
			{ 'First Name': 'Ada', 'Last Name': 'NULL' },
			{ first_name: 'Ada' },
			'Last Name in 1 row (NULL)',
		],
		[
			'broken letters',
			{ Vorname: 'J\uFFFDrg', Nachname: 'M\uFFFDller' },
			{},
			'Vorname in 1 row (J\uFFFDrg), Nachname in 1 row (M\uFFFDller)',
		],
		[
			'letters that were read as others',
			{ Vorname: 'JÃ¶rg', Nachname: 'Meier' },
			{ last_name: 'Meier' },
			'Vorname in 1 row (JÃ¶rg)',
		],
		['the day of a spreadsheet', { 'First Name': 46083 }, {}, 'First Name in 1 row (46083)'],
		['None', { Name: 'None' }, {}, 'Name in 1 row (None)'],
		[
			'a part that is none',
			{ Name: 'Ada undefined' },
			{ first_name: 'Ada' },
			'Name in 1 row (Ada undefined)',
		],
		['a model', { 'First Name': '<UNKNOWN>' }, {}, 'First Name in 1 row (<UNKNOWN>)'],
		[
			'a variable',
			{ Name: 'Ada', city: 'n/a', topic: 'Verl\uFFFDngerung', plan: 'none' },
			{ first_name: 'Ada', variables: { plan: 'none' } },
			'city in 1 row (n/a), topic in 1 row (Verl\uFFFDngerung)',
		],
		[
			'variables in one column',
			{ Name: 'Ada', variables: { city: null, topic: 'null' } },
			{ first_name: 'Ada', variables: { city: null } },
			'topic in 1 row (null)',
		],
		[
			'a part of a variable',
			{
				Name: 'Ada',
				items: ['tea', '#N/A', 'n/a'],
				car: { make: 'null' },
				stay: { to: '-', n: 2 },
			},
			{ first_name: 'Ada', variables: { items: ['tea'], stay: { n: 2 } } },
			'items in 1 row (#N/A), car in 1 row (null), stay in 1 row (-)',
		],
		[
			'more columns than are named',
			{ Name: 'Ada', a: '-', b: '-', c: '-', d: '-', e: '-', f: '-', g: '-' },
			{ first_name: 'Ada' },
			'a in 1 row (-), b in 1 row (-), c in 1 row (-), d in 1 row (-), e in 1 row (-), and 2 more',
		],
	])('%s is not said to a person, and a hint says so', (_name, row, said, hint) => {
		const rows = [{ Phone: '+12125550101', ...row }];
		const request = peopleOf(paramsOf(basics, { rows }));
		const { callList } = request;
		expect(bodyFor(request, {}).contacts).toEqual([{ phone_number: '+12125550101', ...said }]);
		expect(callList.notes).toEqual([`${LEFT_OUT}${hint}.`]);
	});

	test('names and variables of people are said as they are, and nothing is hinted', () => {
		const names = ['Null', 'None-Smith', 'Na Li', 'Łukasz', 'SÃO', '李'];
		const rows = names.map((name, index) => ({
			Phone: `+1212555010${index}`,
			'First Name': name,
			'Last Name': 'O’Neil',
			topic: 'none',
		}));
		const request = peopleOf(paramsOf(basics, { rows }));
		const { callList } = request;
		expect(bodyFor(request, {}).contacts).toEqual(
			rows.map((row) => ({
				phone_number: row.Phone,
				first_name: row['First Name'],
				last_name: 'O’Neil',
				variables: { topic: 'none' },
			})),
		);
		expect(callList.notes).toEqual([]);
	});

	test('a hint counts the rows of a column, and names what was left out first', () => {
		const rows = ['#N/A', 'Ada', 'null'].map((name, index) => ({
			Phone: `+1212555010${index}`,
			'First Name': name,
		}));
		expect(create.callList(paramsOf(basics, { rows })).notes).toEqual([
			`${LEFT_OUT}First Name in 2 rows (#N/A).`,
		]);
	});

	test('contacts in JSON are sent without names and variables that cannot be said', () => {
		const contacts = [
			{ phone_number: '+12125550101', first_name: 'null', last_name: ' B. ', vip: true },
			{ phone_number: '+12125550102', name: 'Bo None', variables: { a: 'undefined', b: 2 } },
		];
		const params = paramsOf({ ...basics, contactsFrom: 'json', contactsJson: contacts }, {});
		const request = peopleOf(params);
		const { callList } = request;
		expect(bodyFor(request, {}).contacts).toEqual([
			{ phone_number: '+12125550101', last_name: ' B. ', vip: true },
			{ phone_number: '+12125550102', name: 'Bo', variables: { b: '2' } },
		]);
		expect(callList.people.map(({ shown }) => shown.contact_name)).toEqual([' B. ', 'Bo']);
		expect(callList.notes).toEqual([
			`${LEFT_OUT}first_name in 1 row (null), name in 1 row (Bo None), a in 1 row (undefined).`,
		]);
	});

	test('a first name that no column has is said, also beside a last name', () => {
		const notesOf = (row: IDataObject, more = {}) =>
			create.callList(
				paramsOf({ ...basics, ...more }, { rows: [{ phone: '+12125550101', ...row }] }),
			).notes;
		expect(notesOf({ Surname: 'B.', Rufname: 'Ada' })).toEqual([
			expect.stringMatching(/by their last name alone.*'First Name Column'/),
		]);
		expect(
			notesOf({ Surname: 'B.', Rufname: 'Ada' }, { options: { firstNameColumn: 'rufname' } }),
		).toEqual([]);
	});

	test('First that was entered is beside Last, as First that was found', () => {
		const rows = [{ phone: '+12125550101', First: 'Ada', Last: 'B.' }];
		for (const entered of [{ firstNameColumn: 'first' }, { lastNameColumn: 'Last' }, {}]) {
			const options = { ...entered, variableColumns: 'none' };
			expect(createFrom(rows, { options }).body?.contacts).toEqual([
				{ phone_number: '+12125550101', first_name: 'Ada', last_name: 'B.' },
			]);
		}
	});

	test('a first name that was entered stays as it is, and no last name is guessed', () => {
		const rows = [{ phone: '+12125550101', Name: 'Ada Lovelace', 'Contact Name': 'Bo' }];
		const more = { options: { firstNameColumn: 'Name', variableColumns: 'none' } };
		expect(createFrom(rows, more).body?.contacts).toEqual([
			{ phone_number: '+12125550101', first_name: 'Ada Lovelace' },
		]);
	});

	test.each<[IDataObject, string]>([
		[{ fields: { 'Phone Number': '+12125550101' } }, "fields['Phone Number']"],
		[{ phone: [{ value: '+12125550101' }] }, 'phone[0].value'],
		[{ 'contact[phone]': '+12125550101' }, "['contact[phone]']"],
		[{ "Ada's": { x: '+12125550101' } }, "['Ada\\'s'].x"],
		[{ 'Who ': '+12125550101' }, 'Who'],
		[{ '\uFEFFWho': '+12125550101' }, 'Who'],
		[{ 'Who\u00A0is': '+12125550101' }, 'who is'],
		[{ WHO: '+12125550101' }, 'Who'],
	])(
		'in %j the column that is entered as %s is found, and is no variable',
		(row, phoneNumberColumn) => {
			const rows = [{ city: 'Rome' }, row];
			const contacts = createFrom(rows, { phoneNumberColumn }).body?.contacts as IDataObject[];
			expect(contacts).toMatchObject([{ phone_number: '+12125550101' }]);
			const isNested = Object.values(row).some((value) => typeof value === 'object');
			if (!isNested) expect(contacts[0]).not.toHaveProperty('variables');
		},
	);

	test('columns that were dragged are variables under their own names', () => {
		const rows = [
			{ phone: '+12125550101', 'Home, Town': 'Rome', 'Phone Model': 'X', 'Age ': 7, b: 1 },
		];
		const selectedColumns = "['Home, Town'], ['Phone Model'], age";
		const contacts = createFrom(rows, { options: { variableColumns: 'selected', selectedColumns } })
			.body?.contacts;
		expect(contacts).toEqual([
			{
				phone_number: '+12125550101',
				variables: { 'Home, Town': 'Rome', 'Phone Model': 'X', 'Age ': '7' },
			},
		]);
	});

	test('a column that can be several, and one that is not there, are errors that show what cannot be seen', () => {
		const rows = [{ 'Who ': '+12125550101', '\uFEFFwho': '+12125550102' }];
		const several = problemOf(() => createFrom(rows, { phoneNumberColumn: 'Who' }));
		expect(several?.message).toBe('"Who" can be several columns: Who␠, [U+FEFF]who');
		const none = problemOf(() => createFrom(rows, { phoneNumberColumn: 'Whom\u200B' }));
		expect(none?.message).toBe('No input item has a column "Whom[U+200B]"');
		expect(none?.description).toContain('The input has: Who␠, [U+FEFF]who');
	});

	test.each<[IDataObject, IDataObject]>([
		[{ name: { first: 'Ada' } }, { first_name: 'Ada' }],
		[{ name: { value: 'Ada' } }, { first_name: 'Ada' }],
		[{ name: ['Ada'] }, { first_name: 'Ada' }],
		[{ name: [] }, {}],
		[{ phone: ['+12125550101'] }, {}],
		[{ phone: { value: '+12125550101', label: '' } }, {}],
		[{ phone: [{ value: 12125550101 }], name: [null, { text: 'Ada' }] }, { first_name: 'Ada' }],
	])('cells of %j with one value have that value', (cells, named) => {
		const rows = [{ phone: '+12125550101', ...cells }];
		const more = { options: { variableColumns: 'none' }, defaultCountryCode: '1' };
		expect(createFrom(rows, more).body?.contacts).toEqual([
			{ phone_number: '+12125550101', ...named },
		]);
	});

	test.each<[IDataObject, string]>([
		[{ name: { first: 'Ada', last: 'B.' } }, 'name'],
		[{ Surname: ['A', 'B'] }, 'Surname'],
		[{ phone: ['+12125550101', '+12125550103'] }, 'phone'],
		[{ phone: { value: '+12125550101', type: 'home' } }, 'phone'],
	])(
		'a row with several values in one cell, %j, is refused with the name of the column',
		(cells, column) => {
			const rows = [{ phone: '+12125550101', ...cells }, { phone: '+12125550102' }];
			const { body, report } = createFrom(rows, { options: { variableColumns: 'none' } });
			expect(body?.contacts).toEqual([{ phone_number: '+12125550102' }]);
			expect(report?.rejected_rows).toEqual([
				{
					row: 1,
					contact_number: expect.any(String),
					reason: expect.stringContaining(`The column "${column}" has more than one value`),
				},
			]);
		},
	);

	test('a JSON contact with a number in a list or an object', () => {
		const contactsJson = [{ phone: ['+12125550101'], vip: true }, { phone: { a: '1', b: '2' } }];
		const { body, report } = createFrom([{}], { contactsFrom: 'json', contactsJson });
		expect(body?.contacts).toEqual([{ phone_number: '+12125550101', vip: true }]);
		expect(report?.rejected_rows).toMatchObject([
			{ row: 2, reason: expect.stringContaining('"phone"') },
		]);
	});

	test('the reasons of rejected rows name each row once', () => {
		const rows = [
			{ phone: 'x' },
			{ phone: '(212) 555-0111' },
			{ phone: 'y' },
			{ phone: '+12125550101' },
		];
		const problem = problemOf(() => createFrom(rows, { options: { badRows: 'stop' } }));
		for (const row of [1, 2, 3])
			expect(problem?.description.match(new RegExp(`Rows? ${row}\\b`, 'g'))).toHaveLength(1);
	});

	test('two columns that may be meant, and none, are errors that name the columns', () => {
		const problem = (row: IDataObject) => problemOf(() => createFrom([row]));
		expect(problem({ Phone: '1', Mobile: '2' })?.message).toContain('Phone, Mobile');
		expect(problem({ Phone: '1', Vorname: 'A', 'First Name': 'B' })?.message).toContain('Vorname');
		const none = problem({ Who: 'Ada', Where: 'Berlin' });
		expect(none?.message).toContain('a phone number');
		expect(none?.description).toContain('Who, Where');
	});

	test('what is not sent is said in one sentence', () => {
		const rows = [
			{ phone: '+12125550101', name: 'Ada' },
			{ phone: 'x', name: 'Bo' },
		];
		const { notes } = create.callList(paramsOf(basics, { rows }));
		expect(notes).toEqual([expect.stringMatching(/^1 of 2 rows is not sent. Row 2: "x" is not/)]);
	});

	test('rows that cannot be sent are reported with their number and the reason', () => {
		const rows = [
			{ phone: '+12125550101' },
			{ phone: 'nobody' },
			{ phone: '' },
			{ phone: '001 212 555 0101' },
		];
		expect(createFrom(rows).report).toEqual({
			contacts_sent: 1,
			rejected_rows: [
				{ row: 2, contact_number: 'nobody', reason: expect.stringContaining('not a phone number') },
				{ row: 3, contact_number: '', reason: expect.stringContaining('no phone number') },
				{ row: 4, contact_number: '001 212 555 0101', reason: expect.stringContaining('row 1') },
			],
		});
	});

	test('a duplicate number is sent only if the user says so', () => {
		const rows = [{ phone: '+12125550101' }, { phone: '+12125550101' }];
		expect(
			createFrom(rows, { options: { repeatedNumbers: 'always' } }).body?.contacts,
		).toHaveLength(2);
		expect(createFrom(rows).body?.contacts).toHaveLength(1);
	});

	test('the user can choose that nothing is sent when a row is not valid', () => {
		const rows = [{ phone: '+12125550101' }, { phone: 'nobody' }];
		expect(() => createFrom(rows, { options: { badRows: 'stop' } })).toThrow(
			'1 of 2 rows cannot be sent',
		);
	});

	test('selected columns, nested columns, no columns', () => {
		const rows = [{ person: { phone: '+12125550101' }, a: 1, b: 2 }];
		const nested = { phoneNumberColumn: 'person.phone' };
		const contactOf = (more: IDataObject) =>
			(createFrom(rows, { ...nested, ...more }).body?.contacts as IDataObject[])[0];
		expect(contactOf({ options: { variableColumns: 'selected', selectedColumns: 'b' } })).toEqual({
			phone_number: '+12125550101',
			variables: { b: '2' },
		});
		expect(contactOf({ options: { variableColumns: 'none' } })).toEqual({
			phone_number: '+12125550101',
		});
	});

	const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

	test.each(INHERITED)('a column called %s is a column like any other', (name) => {
		// Such a key is the row's own only when it comes from JSON, as everything that n8n stores.
		const row = (text: string): IDataObject => JSON.parse(`{ "${name}": "${text}" }`);
		const rows = [
			{ phone: '+12125550101', ...row('Ann') },
			{ phone: '+12125550102', company: 'Example' },
		];
		expect(Object.hasOwn(rows[0] ?? {}, name)).toBe(true);

		const named = createFrom(rows, { options: { firstNameColumn: name } }).body?.contacts;
		expect(named).toEqual([
			{ phone_number: '+12125550101', first_name: 'Ann' },
			{ phone_number: '+12125550102', variables: { company: 'Example' } },
		]);
		for (const choice of [
			{},
			{ options: { variableColumns: 'selected', selectedColumns: name } },
		]) {
			const [first, second] = createFrom(rows, choice).body?.contacts as IDataObject[];
			expect(Object.entries(Object(first?.variables))).toEqual([[name, 'Ann']]);
			expect(Object.hasOwn(Object(second?.variables), name)).toBe(false);
		}
		const numbers = createFrom([row('+12125550101'), { phone: '+12125550102' }], {
			phoneNumberColumn: name,
			options: { firstNameColumn: '' },
		});
		expect(numbers.body?.contacts).toEqual([{ phone_number: '+12125550101' }]);
		expect(numbers.report).toMatchObject({ rejected_rows: [{ row: 2, contact_number: '' }] });
	});

	test.each(INHERITED)('no column called %s is found where there is none', (name) => {
		const rows = [{ phone: '+12125550101', person: {} }];
		for (const column of [name, `person.${name}`, `phone.${name}`, `person.${name}.name`]) {
			expect(() => createFrom(rows, { phoneNumberColumn: column })).toThrow(
				/no input item has a column/i,
			);
			for (const more of [
				{ options: { firstNameColumn: column } },
				{ options: { lastNameColumn: column } },
				{ options: { variableColumns: 'selected', selectedColumns: column } },
			]) {
				expect(() => createFrom(rows, more)).toThrow(/no input item has a column/i);
			}
		}
	});

	test('a value in place of a column name is explained', () => {
		expect(() =>
			createFrom([{ phone: '+12125550101' }], { phoneNumberColumn: '+12125550101' }),
		).toThrow(/no input item has a column/i);
	});

	test('contacts from somewhere else, as an expression can say, are refused', () => {
		expect(() => createFrom([{ phone: '+12125550101' }], { contactsFrom: 'table' })).toThrow(
			/'Contacts From' "table" is not known/,
		);
	});

	test('a list without any usable number is refused', () => {
		expect(() => createFrom([{ phone: 'nobody' }])).toThrow(/No contact has a valid phone number/);
	});

	test.each([{}, { contactsFrom: 'json' }])(
		'many rows without a country code: the error says once what to set (%j)',
		(more) => {
			const rows = Array.from({ length: 30 }, (_, index) => ({
				phone: `(212) 555-01${index + 10}`,
			}));
			const contactsJson = JSON.stringify(rows);
			const all = { ...more, contactsJson, defaultCountryCode: '' };
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
		const phone_number = '+12125550101';
		const contact = { phone_number, variables };
		for (const parts of [
			createFrom([{ phone: phone_number, ...values }]),
			createFrom([{ phone: phone_number, variables: values }]),
			createFrom([{}], {
				contactsFrom: 'json',
				contactsJson: JSON.stringify([{ phone_number, variables: values }]),
			}),
		]) {
			expect(parts.body?.contacts).toEqual([contact]);
		}
	});

	test('JSON is sent unchanged, except for the number', () => {
		const contactsJson = '[{"phone":"+1 (212) 555-0101","vip":true},{"phone_number":"x"}]';
		const parts = createFrom([{}], { contactsFrom: 'json', contactsJson });
		expect(parts.body?.contacts).toEqual([{ phone_number: '+12125550101', vip: true }]);
		expect(parts.report).toMatchObject({ rejected_rows: [{ row: 2, contact_number: 'x' }] });
	});

	test.each([',', ';', '\t'])(
		'CSV that was pasted, with "%s", is refused with where to put it',
		(mark) => {
			const rows = [
				['Phone', 'Name'],
				['+12125550101', 'Ada'],
			];
			const contactsJson = rows.map((cells) => cells.join(mark)).join('\n');
			const problem = problemOf(() => createFrom([{}], { contactsFrom: 'json', contactsJson }));
			expect(problem?.message).toMatch(/must be a JSON list of objects/);
			expect(problem?.description).toMatch(/CSV.*choose File.*Extract from File.*All Input Items/);
		},
	);

	test('the name of the number can be changed', () => {
		const parts = createFrom([{}], {
			contactsFrom: 'json',
			contactsJson: [{ mobile_e164: '+12125550101' }],
			options: { phoneNumberField: 'mobile_e164' },
		});
		expect(parts.body?.contacts).toEqual([{ mobile_e164: '+12125550101' }]);
	});

	test('a number can have the name of what every object inherits', () => {
		const contactsJson = '[{"constructor":"+12125550101"},{"phone":"+12125550102"}]';
		const parts = createFrom([{}], {
			contactsFrom: 'json',
			contactsJson,
			options: { phoneNumberField: 'constructor' },
		});
		expect(parts.body?.contacts).toEqual([
			{ constructor: '+12125550101' },
			{ constructor: '+12125550102' },
		]);
	});

	test('a file goes to the upload endpoint', () => {
		expect(createFrom([{}], { contactsFrom: 'file', inputDataFieldName: 'sheet' })).toEqual({
			endpoint: 'POST /campaigns/upload',
			body: { name: 'Renewals', agent_id: 'a1' },
			upload: { binaryField: 'sheet', partName: 'file', fileTypes: ['csv', 'xlsx'] },
		});
	});
});

describe('numbers that earlier executions sent', () => {
	const params = paramsOf(
		{ ...basics, options: { repeatedNumbers: 'ever' } },
		{ rows: [{ phone: '+12125550101' }, { phone: 'nobody' }, { phone: '+12125550103' }] },
	);

	test('are skipped and reported, in the order of the rows', () => {
		const left = partsOf(params, 1);
		expect(left?.body).toMatchObject({
			name: 'Renewals',
			contacts: [{ phone_number: '+12125550103' }],
		});
		expect(left?.report).toMatchObject({
			contacts_sent: 1,
			rejected_rows: [{ row: 1, reason: 'done before' }, { row: 2 }],
		});
	});

	test('make no campaign if all are duplicates', () => {
		const left = partsOf(params, 1, 3);
		expect(left).toEqual({
			report: expect.objectContaining({ skipped: true, contacts_sent: 0 }),
		});
	});
});
