import type { IDataObject } from 'n8n-workflow';
import { adding, calling, create, makeCall } from '../../support/callers.mts';
import { run } from '../../support/fakeContext.mts';
import { accepted, sentTo } from './mondayNoon.mts';

/*
 * Options → Numbers Without +: whom the two operations call, and that whoever is on a list of the rules is found on it, however both are written.
 */

/** A number that can be one of Germany with its country code, and another one without it. */
const LOST = '4915123456789';

/** Who is called by Make Call and by Create, with one row each, and what the items say. */
async function called(
	phone: string,
	rules: IDataObject,
	options: IDataObject,
	defaultCountryCode = '49',
) {
	const node = { onError: 'continueRegularOutput' as const };
	const more = { options, parameters: { defaultCountryCode }, node };
	const one = await run(makeCall, calling([phone], rules, more), accepted);
	const list = await run(create, adding([{ phone }], rules, more), accepted);
	return {
		byCall: sentTo(one),
		byCampaign: sentTo(list),
		reasons: [...one.items, ...list.items].map((item) => JSON.stringify(item.json)),
	};
}

test.each([
	['withCountryCode', ['+4915123456789']],
	['national', ['+494915123456789']],
	['unknown', []],
	['', []],
	[undefined, []],
	['both', []],
])('with %j, %j is called', async (numbersWithoutPlus, expected) => {
	const { byCall, byCampaign, reasons } = await called(LOST, {}, { numbersWithoutPlus });
	expect(byCall).toEqual(expected);
	expect(byCampaign).toEqual(expected);
	if (expected.length === 0) {
		for (const reason of reasons) expect(reason).toContain("'Numbers Without +'");
	}
});

test('a list of the rules that has kept its +, or is of the country, counts beside rows that have lost theirs', async () => {
	const options = { numbersWithoutPlus: 'withCountryCode' };
	for (const entry of ['+1 212 555 0123', '(212) 555-0123', '12125550123', 12125550123]) {
		const done = await called('12125550123', { doNotCall: [entry] }, options, '1');
		expect([entry, done.byCall, done.byCampaign]).toEqual([entry, [], []]);
	}
});

test('an AI model must not say it where there are rules', async () => {
	const setting = calling(
		[LOST],
		{ doNotCall: ['+4915199999999'] },
		{
			options: { numbersWithoutPlus: 'withCountryCode' },
			parameters: { defaultCountryCode: '49' },
			node: {
				parameters: {
					callingRules: { doNotCall: '+4915199999999' },
					options: { numbersWithoutPlus: "={{ $fromAI('form') }}" },
				},
			},
			isTool: true,
		},
	);
	const { error, urls } = await run(makeCall, setting, accepted);
	expect(error?.message).toContain("'Numbers Without +'");
	expect(urls).toEqual([]);
});
