import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import type { Operation } from '../../../../nodes/shared/operation';
import {
	BERLIN,
	TOKYO,
	WORKDAYS,
	adding,
	create,
	hours,
	operationIn,
	type More,
} from '../../../support/callers.mts';
import { campaign } from '../../../../nodes/VoiceAgentCampaign/resources/campaign';
import { contact } from '../../../../nodes/VoiceAgentCampaign/resources/contact';
import { json, networkError, rows, run } from '../../../support/fakeContext.mts';
import { phrases } from '../../../support/phrases.mts';

/*
 * What only campaigns do. Create: values that count for all contacts, and a file of contacts. Start Immediately: what is created is started, once; a
 * campaign that is created and not started is told with its ID, and neither it nor its numbers are touched again. Start and Rerun: several campaigns,
 * an item that has none, and the rules.
 */

const CREATED = { campaign_id: 'k1', name: 'Renewals', status: 'pending', agent_id: 'a1' };
const PEOPLE = [{ phone: BERLIN }, { phone: TOKYO }];
const start = operationIn(campaign, 'start');

type Answer = () => unknown;

/** Create, with answers to the two requests. */
function creating(
	started: Answer,
	{ parameters, ...more }: More = {},
	created: Answer = () => json(200, CREATED),
) {
	const setting = adding(
		PEOPLE,
		{},
		{
			options: { maxRetries: 0 },
			parameters: { startImmediately: true, ...parameters },
			...more,
		},
	);
	const answer = (_number: number, { method }: IHttpRequestOptions) =>
		method === 'PATCH' ? started() : created();
	return async () => {
		const done = await run(create, setting, answer);
		return { ...done, row: done.items[0]?.json ?? {} };
	};
}

const CONTINUE = { node: { onError: 'continueRegularOutput' as const } };
const CREATE = '/campaigns/';
const START = '/campaigns/k1/start';
const CSV_FILE = { data: '', mimeType: 'text/csv', fileName: 'list.csv' };

/** What can be an expression, and counts for all contacts of a campaign. */
const FOR_ALL: Array<[label: string, name: string, values: [unknown, unknown]]> = [
	['Default Country Code', 'defaultCountryCode', ['1', '44']],
	['Phone Number Column', 'phoneNumberColumn', ['phone', 'work']],
	['Agent', 'agentId', ['agent_en', 'agent_de']],
	['Campaign Name', 'campaignName', ['US', 'DE']],
	['Columns to Send as Variables', 'options.variableColumns', ['named', 'none']],
	['Numbers Without +', 'options.numbersWithoutPlus', ['national', 'withCountryCode']],
	['Do-Not-Call List', 'callingRules.doNotCall', ['+12125550100', TOKYO]],
	['Phone Number Field', 'options.phoneNumberField', ['phone_number', 'phone']],
];

/** The parameters with one of them set, which may be in a collection. */
function withValue(parameters: IDataObject, name: string, value: unknown): IDataObject {
	const [outer = '', entry] = name.split('.');
	const set = entry === undefined ? value : { ...(parameters[outer] as object), [entry]: value };
	return { ...parameters, [outer]: set as IDataObject };
}

describe('an expression that is not the same for all contacts of a campaign', () => {
	const people = [
		{ phone: BERLIN, work: TOKYO },
		{ phone: TOKYO, work: BERLIN },
	];
	/** Create, with an expression that gives one of these values for each item; it can fail for one. */
	const ask = async (name: string, values: readonly unknown[], expression: unknown) => {
		const setting = adding(people, {});
		const node = { parameters: withValue(setting.parameters, name, expression) as INodeParameters };
		const parameters = (index: number) => {
			if (values[index] instanceof Error) throw values[index];
			return withValue(setting.parameters, name, values[index]);
		};
		return await run(create, { ...setting, node, parameters }, () => json(200, CREATED));
	};

	test.each(FOR_ALL)('sends nothing: %s', async (label, name, values) => {
		const { urls, error } = await ask(name, values, '={{ $json.own }}');
		expect(urls).toEqual([]);
		expect(error?.message).toContain(`'${label}' is not the same for all items`);
		const same = await ask(name, [values[0], values[0]], '={{ $json.own }}');
		expect(same.error).toBeUndefined();
		expect(same.urls).toContain(CREATE);
	});

	test('may be an object whose fields come in another order', async () => {
		const first = { region: 'EU', limits: { a: 1, b: 2 } };
		const sentWith = async (second: object) =>
			(await ask('options.additionalFieldsJson', [first, second], '={{ $json.more }}')).urls;
		expect(await sentWith({ limits: { b: 2, a: 1 }, region: 'EU' })).toContain(CREATE);
		expect(await sentWith({ limits: { b: 1, a: 2 }, region: 'EU' })).toEqual([]);
	});

	test('sends nothing if it fails for one of them', async () => {
		const failure = new Error('Paired item data is unavailable');
		const expression = "={{ $('Settings').item.json.agent }}";
		const { urls, error } = await ask('agentId', ['a1', failure], expression);
		expect(urls).toEqual([]);
		expect((error as { description?: string }).description).toContain('.first()');
	});

	test('may be the consent and the time zone of each contact, by the clock, too', async () => {
		const rules = (name: unknown, timeZone: unknown) => ({
			consent: { column: { name, validDays: 30 } },
			timeZone,
			...hours('00:00', '24:00', { weekdays: [...WORKDAYS, 'saturday', 'sunday'] }),
		});
		const today = DateTime.now();
		const values = [
			rules(today.toISODate(), 'Europe/Berlin'),
			rules(today.minus({ days: 3 }).toISODate(), 'Asia/Tokyo'),
		];
		const consent = "={{ $json.agreed > $now.minus({ days: 30 }) ? 'yes' : '' }}";
		const { urls, error } = await ask('callingRules', values, rules(consent, '={{ $json.zone }}'));
		expect(error).toBeUndefined();
		expect(urls).toContain(CREATE);
	});

	test('may be the time zone of each contact in rules that are one expression', async () => {
		const weekdays = [...WORKDAYS, 'saturday', 'sunday'];
		const values = ['Europe/Berlin', 'Asia/Tokyo'].map((timeZone) => ({
			...hours('00:00', '24:00', { weekdays }),
			timeZone,
		}));
		const { error, urls } = await ask('callingRules', values, '={{ $json.rules }}');
		expect(error).toBeUndefined();
		expect(urls).toContain(CREATE);
	});

	test.each([
		'=This week, from this Monday: {{ $today.toISODate() }} for $5',
		'={{ `Week ${$now.weekNumber}, this year` }} {{ new Date(Date.now() + 864e5).toISOString() }}',
		"={{ $if($now.hour < 12, 'am', 'pm') }} {{ $execution.id }} {{ $runIndex }}",
		"={{ ['a1', 'a2'].randomItem() }} {{ $('Lists').first().json.city }}",
	])('may have the clock alone, which gives something else each time: %s', async (expression) => {
		const { urls, error } = await ask('campaignName', ['EU 1', 'EU 2'], expression);
		expect(error).toBeUndefined();
		expect(urls).toContain(CREATE);
	});

	const WITH_CLOCK = phrases`
		$now | $today.toISODate() | Date.now() | Date() | new Date() | new Date | new Date ( ).getTime() |
		DateTime.now().toISO() | DateTime.local({ zone: 'UTC' }) | DateTime.utc() | Math.random() |
		Math['random']() | Date["now"]() | performance.now() | [1, 2].randomItem() |
		"2026-03-02".toDateTime().diffToNow()
	`;
	const OF_ITEM = ['$json.city', "$('Form').item.json.city", "this['$json'].city"];
	test.each([
		...WITH_CLOCK.map((clock) => `={{ $json.city }} {{ ${clock} }}`),
		...[...OF_ITEM, '\\u0024json.city'].map((ofItem) => `={{ ${ofItem} + $now }}`),
		'={{ Math.random() < 0.5 ? $json.city : "Rome" }}',
	])('sends nothing if it looks at the item and the clock, whatever it gives: %s', async (text) => {
		for (const second of ['Rome 2', 'Berlin 1']) {
			const { urls, error } = await ask('campaignName', ['Berlin 1', second], text);
			expect(urls).toEqual([]);
			expect(error?.message).toContain("'Campaign Name' is not the same for all items: its");
			expect((error as { description?: string }).description).toMatch(/clock.*\$now.*\.first\(\)/);
		}
	});

	test.each([
		'={{ $json["Due Date"] }} {{ $json.Date }} {{ $json.random_agent }}',
		'={{ new Date($json.start).toISOString() }} {{ $json.start.toDateTime().toISODate() }}',
		'={{ $json.city }} of {{ $execution.id }}, {{ $runIndex }}',
		'={{ $itemIndex * 0 }}',
	])('has no clock, and is sent if it gives the same for all: %s', async (expression) => {
		expect((await ask('campaignName', ['EU', 'EU'], expression)).urls).toContain(CREATE);
		expect((await ask('campaignName', ['EU', 'US'], expression)).urls).toEqual([]);
	});

	test.each<[label: string, name: string, value: unknown, written: unknown]>([
		['Agent', 'agentId', 'a1', { __rl: true, mode: 'id', value: '={{ $json.agent + $now }}' }],
		['First Name Column', 'options', {}, '={{ { numbersWithoutPlus: [$json.a, $now][0] } }}'],
		['Holidays', 'callingRules.holidays', ['2026-03-02'], ['={{ $json.day }}', '={{ $today }}']],
	])('is found at any depth: %s', async (label, name, value, written) => {
		const { urls, error } = await ask(name, [value, value], written);
		expect(urls).toEqual([]);
		expect(error?.message).toContain(`'${label}' is not the same for all items: its`);
	});
});

describe('a file of contacts, which the platform reads', () => {
	const THREE = ['AAAA', 'BBBB', 'AAAA'];
	/** How a file is sent: the user has said that everybody in it may be called each time. */
	const always = { repeatedNumbers: 'always' };
	const ask = async (
		operation: Operation,
		files: readonly string[],
		options: IDataObject = {},
		more: IDataObject = {},
	) => {
		const parameters = { contactsFrom: 'file', inputDataFieldName: 'data', ...more };
		const setting = {
			...adding([], {}, { options, parameters }),
			items: files.map((data) => ({ json: {}, binary: { data: { ...CSV_FILE, data } } })),
		};
		return await run(operation, setting, () => json(200, CREATED));
	};

	/** What was chosen, and the words of the error. */
	const REFUSED: Array<[labels: string, options: IDataObject, more?: IDataObject]> = [
		["'Duplicate Numbers':", {}],
		["'Duplicate Numbers':", { repeatedNumbers: 'day' }],
		["'Duplicate Numbers':", { repeatedNumbers: 'execution' }],
		["'Duplicate Numbers':", { repeatedNumbers: 'ever', callAgainWhenChanged: '2026-03' }],
		["'Numbers Without +':", { ...always, numbersWithoutPlus: 'national' }],
		["'Invalid Rows':", { ...always, badRows: 'stop' }],
		["'Also Means Do Not Call':", { ...always, alsoMeansDoNotCall: 'Altkunde' }],
		// An expression in Contacts From.
		["'Default Country Code':", always, { defaultCountryCode: '49' }],
		["'Phone Number Field':", { ...always, phoneNumberField: 'mobile' }],
		["'Calling Rules':", always, { callingRules: hours() }],
		["'Calling Rules':", always, { callingRules: { doNotCall: [] } }],
		["'Calling Rules':", always, { callingRules: 'none' }],
		[
			"'Duplicate Numbers', 'Calling Rules', 'Numbers Without +':",
			{ numbersWithoutPlus: 'national' },
			{ callingRules: { doNotCall: BERLIN } },
		],
	];

	describe.each([
		['Create', create],
		['Add', operationIn(contact, 'add')],
	])('%s', (_name, operation) => {
		test.each(REFUSED)('cannot keep %s %j %j', async (...[labels, options, more]) => {
			const { urls, storeCalls, error } = await ask(operation, THREE.slice(0, 1), options, more);
			expect([urls, storeCalls]).toEqual([[], []]);
			expect(error?.message).toContain(`A file of contacts cannot keep ${labels}`);
			expect((error as { description?: string }).description).toMatch(
				/^Nothing was sent\. Put an Extract from File node .* 'Contacts From' to All Input Items/,
			);
		});

		test.each([[{}], [{ badRows: 'report' }]])(
			'is sent each time with Call Every Time, also in several items: %j',
			async (options) => {
				const { urls } = await ask(operation, THREE, { ...always, ...options });
				expect(urls).toHaveLength(3);
			},
		);
	});

	test('is not started, because a loop would call everybody in it again', async () => {
		const started = { startImmediately: true };
		for (let round = 0; round < 2; round += 1) {
			const { urls, error } = await ask(create, THREE.slice(0, 1), {}, started);
			expect(urls).toEqual([]);
			expect((error as { description?: string }).description).toMatch(
				/'Start Immediately', the next run or a loop would call everybody in the file again/,
			);
		}
		const { urls } = await ask(create, THREE.slice(0, 1), always, started);
		expect(urls).toEqual(['/campaigns/upload', START]);
	});
});

/** Creates a campaign and starts it, with a minute between the two. */
const startedAMinuteLater = async (created: string, rules: IDataObject, more: More = {}) => {
	let now = DateTime.fromISO(created, { zone: 'Europe/Berlin' }).toMillis();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
	const setting = adding([{ phone: BERLIN }], rules, {
		options: { maxRetries: 0 },
		parameters: { startImmediately: true },
		...more,
	});
	const done = await run(create, setting, () => {
		now += 60_000;
		return json(200, CREATED);
	});
	clock.mockRestore();
	return done;
};

describe('a campaign that is started as soon as it is created', () => {
	test('says what the platform says of it now, its ID first', async () => {
		const work = creating(() => json(200, { campaign_id: 'k1', status: 'active' }));
		const { row, urls } = await work();
		expect(urls).toEqual([CREATE, START]);
		expect(row).toMatchObject({ ...CREATED, status: 'active', started: true, contacts_sent: 2 });
		expect(Object.keys(row)[0]).toBe('campaign_id');
		const inside = { message: 'ok', campaign: { campaign_id: 'k1', status: 'active' } };
		const { row: same } = await creating(() => json(200, inside))();
		expect(same).toEqual(row);
	});

	test('counts as started, with a hint, if the answer can be read in two ways', async () => {
		const answer = { id: 'k9', data: { id: 'k1' } };
		const { row, hints } = await creating(() => json(200, answer))();
		expect(row).toMatchObject({ ...CREATED, status: null, started: true });
		const said = hints.map(({ message }) => message);
		expect(said).toContainEqual(expect.stringMatching(/^"Start campaign" counts as done/));
	});

	test('keeps the hint that the platform may not have accepted all of it', async () => {
		const created = () => json(200, { ...CREATED, success: false });
		const { row, hints } = await creating(() => json(200, {}), {}, created)();
		expect(row).toMatchObject({ campaign_id: 'k1', started: true });
		const said = hints.map(({ message }) => message);
		expect(said).toContainEqual(expect.stringMatching(/^"Create campaign" counts as done, but/));
	});

	test.each([{ message: 'Campaign started' }, {}, { campaign_id: 'k9', status: 'finished' }])(
		'is not said to be pending after %j',
		async (answer) => {
			const { row } = await creating(() => json(200, answer))();
			expect(row).toMatchObject({ ...CREATED, status: null, started: true });
		},
	);

	test.each([CREATED, { campaign_id: 'k1' }])(
		'has the columns of the platform with Output set to Raw: %j',
		async (created) => {
			const options = { maxRetries: 0, output: 'raw' };
			const { row } = await creating(
				() => json(200, {}),
				{ options },
				() => json(200, created),
			)();
			const counts = { contacts_sent: 2, contacts_rejected: 0, rejected_rows: [] };
			expect(row).toEqual({ ...created, ...counts, started: true });
		},
	);

	test('is shown as started by Retry On Fail, too', async () => {
		const work = creating(() => json(200, { status: 'active' }), { node: { retryOnFail: true } });
		const { row } = await work();
		const again = await work();
		expect(again.urls).toEqual([]);
		expect(again.row).toEqual(row);
		expect(again.row).toMatchObject({ started: true });
	});

	test('is started on the next day: its contacts are remembered already', async () => {
		const { urls, error } = await startedAMinuteLater('2026-03-02T23:59:59', {});
		expect(urls).toEqual([CREATE, START]);
		expect(error).toBeUndefined();
	});

	test('is only created without the switch, and its ID is the first column', async () => {
		for (const startImmediately of [false, 'false', '', null, undefined, 'no']) {
			const { urls, row } = await creating(() => json(200, {}), {
				parameters: { startImmediately },
			})();
			expect(urls).toEqual([CREATE]);
			expect(Object.keys(row)[0]).toBe('campaign_id');
			expect(row).toMatchObject({ status: 'pending' });
			expect(row).not.toHaveProperty('started');
		}
	});

	test('is one campaign: a switch that differs from item to item sends nothing', async () => {
		const setting = adding(PEOPLE, {});
		const { parameters } = setting;
		const perItem = (index: number) => ({ ...parameters, startImmediately: index === 0 });
		const { urls, error } = await run(create, { ...setting, parameters: perItem }, () =>
			json(200, CREATED),
		);
		expect(urls).toEqual([]);
		expect(error?.message).toContain("'Start Immediately' is on for some items");
	});
});

const broken = (code: string) => () => {
	throw networkError(code);
};
/** Answers to a start that did not begin, or may not have. */
const FAILURES: ReadonlyArray<[title: string, isUnknown: boolean, answer: Answer]> = [
	['a refusal', false, () => json(409, { message: 'Too few credits' })],
	['a refusal in words', false, () => json(200, { success: false, error: 'No trunk' })],
	['a no and nothing else', true, () => json(200, { campaign_id: 'k1', started: false })],
	['no permission', false, () => json(403, { message: 'Not allowed' })],
	['a busy platform', false, () => json(429, {})],
	['an internal error', true, () => json(500, {})],
	['a page', true, () => json(200, '<html>')],
	['a reset', true, broken('ECONNRESET')],
	['no connection', false, broken('ECONNREFUSED')],
];

describe('a campaign that is created and whose start fails', () => {
	test.each(FAILURES)('with %s is an error that names it', async (_title, isUnknown, answer) => {
		const { error, urls } = await creating(answer)();
		expect(urls).toEqual([CREATE, START]);
		expect(error?.message).toContain('Campaign "k1" was created');
		expect(error?.message).toContain(isUnknown ? 'unknown whether' : 'not started');
		expect(error?.description).toMatch(
			isUnknown
				? /^Do not create it again: .*\. Look at it on the platform\. If it is not started, start it/
				: /^Do not create it again: .*\. To call its contacts, start it with the operation Start\./,
		);
		// Where errors are items, one has its ID.
		const { row } = await creating(answer, CONTINUE)();
		expect(row).toMatchObject({ ...CREATED, started: isUnknown ? null : false, row: 1 });
		expect(row.error).toContain('Campaign "k1" was created');
	});

	test.each(FAILURES)(
		'after %s, the next run says of its numbers',
		async (_title, isUnknown, answer) => {
			const options = { maxRetries: 0, output: 'allColumns' };
			const work = creating(answer, { ...CONTINUE, options, processed: new ProcessedDataTable() });
			await work();
			const { row } = await work();
			const reason = isUnknown ? 'possibly sent' : 'sent today';
			expect(row.rejected_rows).toMatchObject([{ reason }, { reason }]);
		},
	);

	test('has an item with the words of the error, also where the campaign has such columns', async () => {
		const created = { ...CREATED, error: null, description: 'Spring', row: 9 };
		const { row } = await creating(
			() => json(409, { message: 'Too few credits' }),
			{ ...CONTINUE, options: { maxRetries: 0, output: 'raw' } },
			() => json(200, created),
		)();
		expect(row).toMatchObject({
			...CREATED,
			error: expect.stringContaining('"k1" was created'),
			description: expect.stringMatching(/^Do not create it again/),
			row: 1,
		});
	});

	test('is neither created nor started again, and its numbers are not free', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...FAILURES),
				fc.constantFrom('day', 'ever', 'execution'),
				fc.boolean(),
				fc.constantFrom('stopWorkflow' as const, 'continueRegularOutput' as const),
				async ([, , answer], repeatedNumbers, retryOnFail, onError) => {
					const processed = new ProcessedDataTable();
					const work = creating(answer, {
						options: { maxRetries: 0, repeatedNumbers },
						node: { retryOnFail, onError },
						processed,
					});
					const first = await work();
					const again = await work();
					expect(first.urls).toEqual([CREATE, START]);
					expect(again.urls).toEqual([]);
					if (retryOnFail)
						expect(again.error?.message ?? again.row.error).toContain('"k1" was created');
					else expect(again.row).toMatchObject({ skipped: true, contacts_sent: 0 });
				},
			),
		);
	});

	test('is not created again from a file, whose numbers nobody remembers', async () => {
		for (const [, , answer] of FAILURES) {
			const work = creating(answer, {
				node: { retryOnFail: true },
				items: [{ json: {}, binary: { data: CSV_FILE } }],
				options: { maxRetries: 0, repeatedNumbers: 'always' },
				parameters: { contactsFrom: 'file', inputDataFieldName: 'data' },
			});
			expect((await work()).urls).toEqual(['/campaigns/upload', START]);
			const again = await work();
			expect(again.urls).toEqual([]);
			expect(again.error?.message).toContain('"k1" was created');
		}
	});

	const NO_ID = 'created, but not started: the answer of the platform does not say its ID';
	test.each<[answer: IDataObject, message: string, description: RegExp]>([
		[
			{ message: 'Campaign created' },
			`may have been ${NO_ID}`,
			/start it there\. .*Campaign created$/,
		],
		[{}, `may have been ${NO_ID}`, /start it there\. It is not known/],
		[{ agent_id: 'a1' }, `may have been ${NO_ID}`, /start it there\. It is not known/],
		[{ id: 'k9', data: { id: 'k1' } }, `A campaign was ${NO_ID}`, /start it there\. .*two ways/],
		[{ campaign_id: '../k1' }, 'Campaign "../k1" was created, but not started: ', /no slash/],
	])('is not started without its ID: %j', async (answer, message, description) => {
		const ask = async (more: More) =>
			await creating(
				() => json(200, {}),
				more,
				() => json(200, answer),
			)();
		const { urls, error } = await ask({});
		expect(urls).toEqual([CREATE]);
		expect(error?.message).toContain(message);
		expect(error?.description).toMatch(/^Do not create it again/);
		expect(error?.description).toMatch(description);
		const { row } = await ask(CONTINUE);
		expect(row).toMatchObject({ error: error?.message, started: false, contacts_sent: 2 });
	});

	test('is not started after the hours in which its contacts may be called', async () => {
		const { urls, error } = await startedAMinuteLater('2026-03-02T17:59:59', hours());
		expect(urls).toEqual([CREATE]);
		expect(error?.message).toContain('the time in which its contacts may be called has passed');
		expect(error?.description).toMatch(
			/^Do not create it again: .*\. When the 'Calling Rules' allow it, start it/,
		);
		const { items } = await startedAMinuteLater('2026-03-02T17:59:59', hours(), CONTINUE);
		expect(items[0]?.json).toMatchObject({ ...CREATED, started: false, error: error?.message });
	});
});

/** Start, with the expression that is its default. */
async function starting(
	items: readonly IDataObject[],
	{ parameters, ...more }: More = {},
	operation = start,
) {
	const done = await run(
		operation,
		{
			items: rows(...items),
			parameters: (index) => ({ campaignId: items[index]?.campaign_id, ...parameters }),
			...more,
		},
		() => json(200, { message: 'started' }),
	);
	const requests = done.sent.map(
		({ options: { method = 'GET' } }, index) => `${method} ${done.urls[index]}`,
	);
	return { ...done, requests };
}

describe('Start, for several campaigns', () => {
	const SEVERAL = [{ campaign_id: 'k1' }, { campaign_id: 'k2' }, { campaign_id: 'k1' }];
	const ON = { options: { startSeveral: true } };
	test.each<[string, readonly IDataObject[], More]>([
		['of a list', SEVERAL, {}],
		['one of which is skipped', [...SEVERAL, { skipped: true }], {}],
		['also where errors are items', SEVERAL, CONTINUE],
		['beside an item without one', [...SEVERAL, {}], CONTINUE],
		['with the switch off', SEVERAL, { parameters: { options: { startSeveral: false } } }],
	])('starts none %s, and says how to', async (_what, items, more) => {
		const { error, items: made, requests } = await starting(items, more);
		expect(requests).toEqual([]);
		const said = JSON.stringify(error ? [error.message, error.description] : made[0]?.json);
		expect(said).toContain('The input items name 2 different campaigns');
		expect(said).toContain("'Start Several Campaigns'");
	});

	test('an expression could be on for one item and off for another, so it is an error', async () => {
		const node = { parameters: { options: { startSeveral: '={{ $json.all }}' } } };
		const { error, requests } = await starting([{ campaign_id: 'k1' }], { parameters: ON, node });
		expect([requests, error?.message]).toEqual([[], "'Start Several Campaigns' is an expression"]);
	});

	test('a campaign that several items name is started once, and its item is paired with all', async () => {
		const same = [{ campaign_id: 'k1' }, { campaign_id: 'k1' }, { campaign_id: 'k1' }];
		for (const operation of [start, operationIn(campaign, 'rerun')]) {
			const { items, requests } = await starting(same, {}, operation);
			expect(requests).toHaveLength(1);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
				[0, 1, 2].map((item) => ({ item })),
			]);
		}
		const several = await starting(SEVERAL, { parameters: ON });
		expect(several.requests).toEqual(['PATCH /campaigns/k1/start', 'PATCH /campaigns/k2/start']);
	});

	test('one campaign needs no switch', async () => {
		for (const items of [[{ campaign_id: 'k1' }], [{ campaign_id: 'k1' }, { skipped: true }]]) {
			const { error, requests } = await starting(items);
			expect(error).toBeUndefined();
			expect(requests).toContain('PATCH /campaigns/k1/start');
		}
	});
});

describe('Start, for an item that has no campaign', () => {
	const SKIPPED = { skipped: true, reason: 'All numbers were skipped', row: 1, contacts_sent: 0 };

	test.each<[IDataObject, IDataObject]>([
		[SKIPPED, SKIPPED],
		[
			{ held_back: true, reason: 'All numbers were held back', contacts_sent: 0 },
			{ held_back: true, reason: 'All numbers were held back', contacts_sent: 0, skipped: true },
		],
		[
			{ dry_run: true, dry_run_summary: true },
			{
				dry_run: true,
				dry_run_summary: true,
				skipped: true,
				reason: 'no campaign',
				description: expect.stringMatching(/^No campaign was created\. .*'Campaign'/),
			},
		],
	])('%j is skipped, and nothing is sent', async (item, expected) => {
		const { items, requests, error } = await starting([item]);
		expect([error, requests]).toEqual([undefined, []]);
		expect(items).toEqual([{ json: { ...expected, row: 1 }, pairedItem: { item: 0 } }]);
	});

	test('starts the other items, each in its place', async () => {
		const { items, requests } = await starting([SKIPPED, { campaign_id: 'k2' }, SKIPPED]);
		expect(requests).toEqual(['PATCH /campaigns/k2/start']);
		expect(items.map(({ json: { skipped = false } }) => skipped)).toEqual([true, false, true]);
	});

	test('starts a campaign that is entered, whatever the item says', async () => {
		const { requests } = await starting([{ ...SKIPPED, campaign_id: 'k2' }]);
		expect(requests).toEqual(['PATCH /campaigns/k2/start']);
	});

	test.each<[IDataObject]>([[{}], [{ skipped: false }], [{ skipped: 'true' }], [{ name: 'Ada' }]])(
		'is an error for %j: the ID is missing, and nothing says why',
		async (item) => {
			const { error, requests } = await starting([item]);
			expect(error?.message).toContain('is empty');
			expect(requests).toEqual([]);
		},
	);
});

describe.each(['start', 'rerun'])('the rules of Campaign: %s', (name) => {
	const operation = operationIn(campaign, name);
	const NIGHT = { callingHours: { hours: { from: '00:00', to: '00:01', weekdays: ['sunday'] } } };
	const TUESDAY = '2026-03-03T12:00:00Z';

	/** The requests that do something, and the item. */
	async function withRules(callingRules: IDataObject, item: IDataObject = {}) {
		jest.useFakeTimers({ now: Date.parse(TUESDAY), doNotFake: ['nextTick', 'setImmediate'] });
		try {
			const { sent, items, error } = await run(
				operation,
				{ items: rows(item), parameters: { campaignId: 'k1', callingRules } },
				(_number, { method }) =>
					json(200, method === 'GET' ? { balance: 100 } : { campaign_id: 'k2', message: 'ok' }),
			);
			const done = sent.filter(({ options: { method } }) => method !== 'GET');
			return { done: done.length, item: items[0]?.json ?? {}, error };
		} finally {
			jest.useRealTimers();
		}
	}

	test('without rules, it is sent; what the item says of people is not about a person', async () => {
		expect((await withRules({})).done).toBe(1);
		const held = { held_back_rows: [{ reason: 'The column Status says not to call: "DNC"' }] };
		expect((await withRules({}, held)).done).toBe(1);
	});

	test.each<[IDataObject, rule: string]>([
		[{ ...NIGHT, timeZone: 'Europe/Berlin' }, 'Calling Hours'],
		[{ holidays: '2026-03-03', timeZone: 'Europe/Berlin' }, 'Holidays'],
		[NIGHT, 'Time Zone'],
		[{ keepCredits: 500 }, 'Keep Credits'],
	])('%j holds it back', async (rules, rule) => {
		const { done, item } = await withRules(rules);
		expect([done, item]).toEqual([0, expect.objectContaining({ held_back: true, rule })]);
	});

	test('what they allow is sent', async () => {
		const rules = { keepCredits: 50, holidays: '2026-03-04', timeZone: 'Europe/Berlin' };
		expect((await withRules(rules)).done).toBe(1);
	});
});
