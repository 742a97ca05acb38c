import type { IDataObject } from 'n8n-workflow';
import {
	BERLIN,
	LISTING,
	TOKYO,
	adding,
	calling,
	create,
	hours,
	makeCall,
} from '../../../support/callers.mts';
import { run } from '../../../support/fakeContext.mts';
import { accepted, mondayNoon } from '../mondayNoon.mts';

/*
 * What may be entered in Calling Rules, and what is an error before anybody is called.
 */

mondayNoon();

describe('what is entered', () => {
	test.each<[IDataObject, RegExp]>([
		[hours('9', '18:00'), /'From' "9" .* is not a time of day/],
		[hours('09:00', '25:00'), /'To' "25:00"/],
		[hours('24:00', '09:00'), /'From' "24:00"/],
		[hours('09:60'), /'From' "09:60"/],
		[hours('09:00', '09:00'), /'From' and 'To' .* are both 09:00/],
		[hours('09:00', '18:00', { weekdays: [] }), /'Weekdays' .* is empty/],
		[hours('09:00', '18:00', { weekdays: ['someday'] }), /"someday" .* is not a weekday/],
		[{ callingHours: {} }, /'Calling Hours' .* is empty/],
		[{ callingHours: [] }, /'Calling Hours' .* is empty/],
		[{ ...hours(), moreCallingHours: {} }, /'More Calling Hours' .* is empty/],
		[{ holidays: '' }, /'Holidays' .* is empty/],
		[{ holidays: '25.12.2026' }, /"25.12.2026" under 'Holidays' is not a date/],
		[{ holidays: ['2026-12-25', '2026-02-30'] }, /"2026-02-30"/],
		[{ holidays: '2026-12-25T10:00' }, /is not a date/],
		[{ maxCallsPerPerson: {} }, /'Max Calls per Person' .* is empty/],
		[{ maxCallsPerPerson: { limit: { calls: 0, days: 7 } } }, /'Calls' "0"/],
		[{ maxCallsPerPerson: { limit: { calls: 1, days: 1.5 } } }, /'Days' "1.5"/],
		[{ maxCallsPerExecution: 0 }, /'Max Calls per Execution' "0"/],
		[{ maxCallsPerExecution: '' }, /'Max Calls per Execution' ""/],
		[
			{ ...hours(), timeZone: 'Berlin' },
			/'Time Zone' "Berlin" .* neither a time zone nor a column/,
		],
	])('%j is refused before anything is sent', async (rules, message) => {
		for (const [operation, setting] of [
			[makeCall, calling([BERLIN], rules)],
			[create, adding([{ phone: BERLIN }], rules)],
		] as const) {
			const { error, sent } = await run(operation, setting, accepted);
			expect(error?.message).toMatch(message);
			expect(sent).toEqual([]);
		}
	});

	test.each<[IDataObject, boolean]>([
		[{ to_number: TOKYO }, false],
		[{ to_number: BERLIN }, false],
		[{ toNumber: TOKYO }, false],
		[{ phone: TOKYO }, false],
		[{ Mobile: 'ask her' }, false],
		[{ to: TOKYO }, false],
		[{ recipients: [TOKYO] }, false],
		[{ contact: { phone: TOKYO } }, false],
		[{ alternate_numbers: [BERLIN, TOKYO] }, false],
		[{ mobile_phone: TOKYO }, false],
		[{ contact: { phone: BERLIN } }, true],
		[{ metadata: { phone: TOKYO }, transfer_number: TOKYO }, true],
		[{ phone_number: '+49 30 123456-01' }, true],
		[{ from_number: TOKYO, phone_type: 'mobile' }, true],
	])('a number in Additional Fields that nothing looks at: %j', async (extra, isSent) => {
		for (const rules of [hours(), {}]) {
			const options = { additionalFieldsJson: extra };
			const { error, sent } = await run(makeCall, calling([BERLIN], rules, { options }), accepted);
			expect(sent).toHaveLength(Number(isSent));
			if (!isSent) expect(error?.message).toMatch(/would call somebody else/);
		}
	});

	test.each(['', 'none', []])(
		'rules of an expression that returns %j are an error, and never no rules',
		async (rules) => {
			const setting = calling([BERLIN], rules as unknown as IDataObject);
			const { error, sent } = await run(makeCall, setting, accepted);
			expect(error?.message).toBe("The expression of 'Calling Rules' returns no rules");
			expect(sent).toEqual([]);
		},
	);

	test.each<[IDataObject, string]>([
		[{ contacts: [{ phone_number: TOKYO }] }, 'contacts'],
		[{ to: TOKYO }, 'to'],
		[{ leads: [{ phone: TOKYO }] }, 'leads[0].phone'],
		[{ settings: { numbers: [TOKYO] } }, 'settings.numbers[0]'],
	])('contacts in Additional Fields, %j, are refused', async (additionalFieldsJson, name) => {
		const setting = adding([{ phone: BERLIN }], {}, { options: { additionalFieldsJson } });
		const { error, sent } = await run(create, setting, accepted);
		expect(error?.message).toContain(`"${name}" in 'Additional Fields (JSON)' would call`);
		expect(sent).toEqual([]);
	});

	test.each<[IDataObject, boolean]>([
		[{ office: TOKYO }, false],
		[{ 'Office Phone': '03-1234-5678' }, false],
		[{ to: '0081 3 1234 5678' }, false],
		[{ person: { numbers: [{ value: TOKYO }] } }, false],
		[{ office: '+81312345679', home: TOKYO }, false],
		[{ order: '312345678' }, true],
		[{ office: '+81312345679', phone_type: 'mobile' }, true],
	])(
		'a variable %j with a number on the Do-Not-Call List: nobody is called',
		async (variables, isSent) => {
			const rules = { doNotCall: TOKYO };
			const defaultCountryCode = '81';
			const ofJson = { contactsFrom: 'json', contactsJson: [{ phone: BERLIN, variables }] };
			const parameters = { options: { variablesJson: variables }, defaultCountryCode };
			const listing = (more: IDataObject) => ({
				options: LISTING,
				parameters: { defaultCountryCode, ...more },
			});
			for (const [operation, setting] of [
				[create, adding([{ phone: BERLIN, ...variables }], rules, listing({}))],
				[create, adding([{}], rules, listing(ofJson))],
				[makeCall, calling([BERLIN], rules, { parameters })],
			] as const) {
				const { items, bodies } = await run(operation, setting, accepted);
				expect(bodies).toHaveLength(Number(isSent));
				if (!isSent)
					expect(JSON.stringify(items)).toContain(`${TOKYO}, another number of this person, is on`);
			}
			const allowed = calling([BERLIN], { allowedNumbers: BERLIN }, { parameters });
			expect((await run(makeCall, allowed, accepted)).sent).toHaveLength(1);
		},
	);

	test.each<[IDataObject, boolean]>([
		[hours('09:00', '18:00', { weekdays: 'Monday, tuesday' }), true],
		[hours('09:00', '18:00', { weekdays: ['tuesday', ' Monday '] }), true],
		[hours('09:00', '18:00', { weekdays: 'tuesday, Friday' }), false],
	])('weekdays are read as a text or a list, in any capitals: %j', async (rules, isCalled) => {
		const { sent, error } = await run(makeCall, calling([BERLIN], rules), accepted);
		expect([sent.length, error]).toEqual([Number(isCalled), undefined]);
	});

	test('of several rows of More Calling Hours, each counts', async () => {
		const all = [hours('06:00', '07:00'), hours('07:00', '08:00'), hours('11:00', '13:00')];
		const moreCallingHours = { hours: all.map((one) => one.callingHours.hours) };
		const { sent } = await run(makeCall, calling([BERLIN], { moreCallingHours }), accepted);
		expect(sent).toHaveLength(1);
	});

	test('a time zone is not read from one of two columns that look the same', async () => {
		const data = [{ phone: BERLIN, 'Zone ': 'Europe/Berlin', ' zone': 'Asia/Tokyo' }];
		const setting = adding(data, { ...hours(), timeZone: 'zone' });
		const { error, sent } = await run(create, setting, accepted);
		expect(error?.message).toMatch(/'Time Zone' "zone" .* neither a time zone nor a column/);
		expect(sent).toEqual([]);
	});

	test('the column of a time zone is found as it is dragged, and shown in the reason', async () => {
		for (const [row, timeZone] of [
			[{ 'Zone ': 'Asia/Tokyo' }, 'zone'],
			[{ place: { 'time zone': ['Asia/Tokyo'] } }, "place['time zone']"],
		] as const) {
			const rules = { ...hours('00:00', '00:01'), timeZone };
			const setting = adding([{ phone: BERLIN, ...row }], rules, { options: LISTING });
			const { items } = await run(create, setting, accepted);
			expect(JSON.stringify(items)).toMatch(/It is .*in Asia\/Tokyo/);
		}
	});
});
