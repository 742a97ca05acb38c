import type { IDataObject } from 'n8n-workflow';
import { BERLIN, LISTING, adding, create, makeCall } from '../../../support/callers.mts';
import type { Setting } from '../../../support/fakeContext.mts';
import { rows, run } from '../../../support/fakeContext.mts';
import { accepted, contactsIn } from '../mondayNoon.mts';

/*
 * The rule Allowed Numbers, and that no AI model can change a rule.
 */

const ADA = '+12125550123';

const calling = (toNumber: string, callingRules: IDataObject, more: Partial<Setting> = {}) => ({
	items: rows({}),
	parameters: { agentId: 'a1', toNumber, callingRules, ...(more.parameters as IDataObject) },
	node: more.node,
	isTool: more.isTool,
});

describe('who is called', () => {
	test.each<[string, unknown]>([
		['text', '+12125550199, +1 (212) 555-0123'],
		['lines', '+12125550199\n  0012125550123'],
		['a list', ['+12125550199', ADA]],
		['rows', [{ phone: ADA, name: 'Ada' }]],
		['items', [{ json: { phone_number: ADA } }]],
		['a list with empty cells', ['', null, ADA]],
		['a beginning', '+1212*'],
		['a beginning with spaces', '+1 (212) *'],
		['a row with a beginning', [{ phone: '+1212*' }]],
		['the second column of a row', [{ phone: '', mobile_phone: ADA }]],
		['the second number of a cell', [{ phone: `+12125550199, ${ADA}` }]],
		['a beginning among others', '+49*, +1212555*'],
	])('a number that is there as %s', async (_what, allowedNumbers) => {
		const setting = calling(ADA, { allowedNumbers } as IDataObject);
		expect((await run(makeCall, setting, accepted)).sent).toHaveLength(1);
	});

	test.each<[string, unknown]>([
		['another number', '+12125550199'],
		['another beginning', '+1213*'],
		['the same digits of another country', '+442125550123'],
		['the end of the number', '+5550123*'],
		['the number in a column for something else', [{ phone: '+12125550199', calls: ADA }]],
	])('%s is not enough', async (_what, allowedNumbers) => {
		const setting = calling(ADA, { allowedNumbers } as IDataObject);
		const { sent, items } = await run(makeCall, setting, accepted);
		expect(sent).toEqual([]);
		expect(items[0]?.json).toEqual({
			contact_number: ADA,
			row: 1,
			held_back: true,
			rule: 'Allowed Numbers',
			reason: 'number not allowed',
			description: "The number is not one of the 'Allowed Numbers'",
			next_allowed_at: null,
		});
	});

	test('contacts of a campaign: the others are held back', async () => {
		const data = [{ phone: ADA }, { phone: BERLIN }];
		const setting = adding(data, { allowedNumbers: '+1*' }, { options: LISTING });
		const { bodies, items } = await run(create, setting, accepted);
		expect(contactsIn(bodies)).toEqual([ADA]);
		expect(items[0]?.json.held_back_rows).toMatchObject([{ row: 2, rule: 'Allowed Numbers' }]);
	});
});

const BO = '+12125550199';

test.each<[IDataObject, boolean]>([
	[{ to_number: BO }, false],
	[{ mobile: 'ask her' }, false],
	[{ telephone: '(212) 555-0199' }, false],
	[{ 'Phone 2': BO }, false],
	[{ to: '2125550199' }, false],
	[{ alternate_numbers: [BO] }, false],
	[{ alternate_numbers: '+1 212 555 0199, +1 212 555 0198' }, false],
	[{ contact: { phone: BO } }, false],
	[{ contact: { details: [{ to_number: BO }] } }, false],
	[{ phones: [{ type: 'home', value: BO }] }, false],
	[{ recipients: [BO] }, false],
	[{ telefon: '212 555 0199' }, false],
	[{ WhatsApp: BO }, false],
	[{ second_number: 2125550199 }, false],
	[{ contact: { phone: ADA }, to: '+1 (212) 555-0123' }, true],
	[{ from_number: BO, transfer_number: '+12125550198' }, true],
	[{ phones: [{ id: 1234567, type: 'mobile' }], to: '2026-11-30' }, true],
	[{ metadata: { phone: BO }, order_number: 1234567890 }, true],
	[{ telephone: 'none', phone_type: 'mobile', phone_id: 1234567 }, true],
	[{ mobilePhone: '+1 212 555 0123' }, true],
	[{ phone: '+1 (212) 555-0123' }, true],
	[{ mobile: '', number: null }, true],
	[{ variables: { phone: BO } }, true],
])('a contact in JSON with a second number: %j', async (more, isSent) => {
	const contactsJson = [{ phone_number: ADA, ...more }];
	const settingOf = (rules: IDataObject) =>
		adding([{}], rules, { parameters: { contactsFrom: 'json', contactsJson } });
	const { sent, error } = await run(create, settingOf({ allowedNumbers: ADA }), accepted);
	expect(sent).toHaveLength(Number(isSent));
	if (!isSent) expect(error?.message).toMatch(/cannot check "[\w .[\]]+" of contact 1/);
	expect((await run(create, settingOf({}), accepted)).sent).toHaveLength(1);
});

test.each<[unknown, RegExp]>([
	['', /'Allowed Numbers' under 'Calling Rules' is empty/],
	[' , \n', /is empty/],
	[[], /is empty/],
	[[{ json: {} }], /is empty/],
	[[null, ''], /has 2 entries, and none is a number/],
	[[{ name: 'Ada' }], /Entry 1 of 'Allowed Numbers' cannot be read/],
	['+12125550123, Ada', /Entry 2 of 'Allowed Numbers' cannot be read/],
	['*', /is not the beginning of a number/],
	['+*', /is not the beginning of a number/],
	['212*', /is not the beginning of a number/],
	['+1*5550123', /is not the beginning of a number/],
	['+1**', /is not the beginning of a number/],
])('%j is an error, and never everybody', async (allowedNumbers, message) => {
	const setting = calling(ADA, { allowedNumbers } as IDataObject);
	const { error, sent } = await run(makeCall, setting, accepted);
	expect(error?.message).toMatch(message);
	expect(sent).toEqual([]);
});

describe('an AI model', () => {
	const tool = { type: 'n8n-nodes-voice-agent.voiceAgentCallTool' };
	const written = (parameters: IDataObject, more: IDataObject = {}) => ({
		node: { parameters: parameters as never, ...more },
	});

	/** What decides who is called. */
	const deciding: Array<[label: string, put: (expression: string) => IDataObject]> = [
		["'Default Country Code'", (defaultCountryCode) => ({ defaultCountryCode })],
		[
			"'Additional Fields (JSON)'",
			(additionalFieldsJson) => ({ options: { additionalFieldsJson } }),
		],
		["'Phone Number Field'", (phoneNumberField) => ({ options: { phoneNumberField } })],
		["'Duplicate Numbers'", (repeatedNumbers) => ({ options: { repeatedNumbers } })],
		["'Call Again When This Changes'", (text) => ({ options: { callAgainWhenChanged: text } })],
		["'Duplicate Numbers'", (options) => ({ options })],
		["'Calling Rules'", (callingRules) => ({ callingRules })],
		["'Calling Rules'", (allowedNumbers) => ({ callingRules: { allowedNumbers } })],
		["'Calling Rules'", (keepCredits) => ({ callingRules: { keepCredits, allowedNumbers: ADA } })],
		["'Calling Rules'", (from) => ({ callingRules: { callingHours: { hours: { from } } } })],
		["'Calling Rules'", (to) => ({ callingRules: { moreCallingHours: { hours: [{ to }] } } })],
	];
	const expressions: Array<[expression: string, isOfInput: boolean]> = [
		["={{ $fromAI('n') }}", false],
		["={{ $fromai('n') }}", false],
		["={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('N', ``, 'string') }}", false],
		['={{ $tool.parameters.n }}', false],
		['={{ $json.n }}', true],
		['={{ $thisItem.json.n }}', true],
		['={{ $input.first().json.n }}', true],
		['={{ $items()[0].json.n }}', true],
		['={{ $parameter.toNumber }}', true],
		['={{ $rawParameter.toNumber }}', true],
		['={{ $data.n }}', true],
		['={{ $binary.n }}', true],
	];

	test.each(
		deciding.flatMap(([label, put]) =>
			expressions.map(
				([expression, isOfInput]) => [label, expression, put(expression), isOfInput] as const,
			),
		),
	)('must not fill in %s with %s', async (label, _expression, parameters, isOfInput) => {
		const rules = { callingRules: { allowedNumbers: ADA } };
		const all = { ...rules, ...parameters };
		const asNode = calling(ADA, rules.callingRules, written(all));
		const runs = [
			calling(ADA, rules.callingRules, written(all, tool)),
			{ ...asNode, isTool: true },
		];
		if (isOfInput) expect((await run(makeCall, asNode, accepted)).sent).toHaveLength(1);
		else runs.push(asNode);
		for (const setting of runs) {
			const { error, sent } = await run(makeCall, setting, accepted);
			expect(error?.message).toBe(`An AI model must not fill in ${label}`);
			expect(error?.description).toMatch(isOfInput ? /\$json/ : /remove \$fromAI/);
			expect(sent).toEqual([]);
		}
	});

	test('the country code is not free where the rules are an expression', async () => {
		const callingRules = "={{ $('Rules').first().json }}";
		const parameters = { callingRules, defaultCountryCode: "={{ $fromAI('code') }}" };
		const setting = calling(ADA, { allowedNumbers: ADA }, written(parameters, tool));
		const { error, sent } = await run(makeCall, setting, accepted);
		expect(error?.message).toBe("An AI model must not fill in 'Default Country Code'");
		expect(sent).toEqual([]);
	});

	test('without rules, the country code is free, and who is called again is not', async () => {
		const isSent = async (parameters: IDataObject) =>
			(await run(makeCall, calling(ADA, {}, written(parameters, tool)), accepted)).sent.length ===
			1;
		expect(await isSent({ defaultCountryCode: "={{ $fromAI('code') }}" })).toBe(true);
		expect(await isSent({ options: { repeatedNumbers: "={{ $fromAI('again') }}" } })).toBe(false);
	});

	test.each<[column: IDataObject, value: unknown]>([
		[{ name: '' }, ''],
		[{}, undefined],
		[{ name: 'consent' }, 'consent'],
		[{ name: "={{ $('Contacts').first().json.consent }}" }, 'yes'],
	])('must not say that there is a consent: %j', async (column, name) => {
		const asNode = {
			...calling(ADA, { consent: { column: { ...column, name: name as string } } }),
			...written({ callingRules: { consent: { column } } }),
			items: rows({ consent: 'yes' }),
		};
		expect((await run(makeCall, asNode, accepted)).sent).toHaveLength(1);
		for (const more of [{ node: { ...asNode.node, ...tool } }, { isTool: true }]) {
			const { error, sent } = await run(makeCall, { ...asNode, ...more }, accepted);
			expect(error?.message).toBe("An AI model must not fill in 'Consent' of 'Calling Rules'");
			expect(sent).toEqual([]);
		}
	});

	test.each(["={{ $fromAI('consent') }}", '={{ $json.consent }}'])(
		'must not be the consent: %s',
		async (name) => {
			const more = written({ callingRules: { consent: { column: { name } } } }, tool);
			const setting = calling(ADA, { consent: { column: { name: 'yes' } } }, more);
			const { error, sent } = await run(makeCall, setting, accepted);
			expect(error?.message).toBe("An AI model must not fill in 'Calling Rules'");
			expect(sent).toEqual([]);
		},
	);

	test.each([
		['tz', false],
		['EST', false],
		['Europe/Berlin', true],
		['+02:00', true],
		['', true],
		["={{ $('Contacts').item.json.tz }}", true],
	])('must not be the column of a time zone: is %j allowed? %p', async (timeZone, isAllowed) => {
		const rules = { allowedNumbers: ADA };
		const parameters = { callingRules: { ...rules, timeZone } };
		const asTool = calling(ADA, rules, written(parameters, tool));
		const { error, sent } = await run(makeCall, asTool, accepted);
		expect(sent).toHaveLength(Number(isAllowed));
		if (!isAllowed) expect(error?.message).toMatch(/must not fill in 'Time Zone'/);
		const asNode = calling(ADA, rules, written(parameters));
		expect((await run(makeCall, asNode, accepted)).sent).toHaveLength(1);
	});
});
