import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { adding, calling, create, makeCall } from '../../support/callers.mts';
import { json, run } from '../../support/fakeContext.mts';

/*
 * Options → Numbers Without +: whom the two operations call, and that whoever is on a list of the rules is found on it, however both are written.
 */

const answered = () => json(200, { call_id: 'c1', campaign_id: 'k1', status: 'queued' });
/** A number that can be one of Germany with its country code, and another one without it. */
const LOST = '4915123456789';

type Rules = IDataObject;

/** Who is called by Make Call and by Create, with one row each. */
async function called(
	phone: string,
	rules: Rules,
	options: IDataObject,
	defaultCountryCode = '49',
) {
	const parameters = { defaultCountryCode, onError: 'continueRegularOutput' };
	const node = { onError: 'continueRegularOutput' as const };
	const one = await run(makeCall, calling([phone], rules, { options, parameters, node }), answered);
	const list = await run(
		create,
		adding([{ phone }], rules, { options, parameters, node }),
		answered,
	);
	const contacts = list.bodies.flatMap((body) => (body as IDataObject).contacts as IDataObject[]);
	return {
		byCall: one.bodies.map((body) => (body as IDataObject).to_number),
		byCampaign: contacts.map(({ phone_number }) => phone_number),
		reasons: [...one.items, ...list.items].map(({ json: { error, description, reason } }) =>
			[error, description, reason].filter(Boolean).join(' '),
		),
	};
}

test.each([
	['withCountryCode', ['+4915123456789']],
	['national', ['+494915123456789']],
	['unknown', []],
	['', []],
	[undefined, []],
])('with %j, %j is called', async (numbersWithoutPlus, expected) => {
	const { byCall, byCampaign, reasons } = await called(LOST, {}, { numbersWithoutPlus });
	expect(byCall).toEqual(expected);
	expect(byCampaign).toEqual(expected);
	if (expected.length === 0) {
		for (const reason of reasons) expect(reason).toContain("Options → 'Numbers Without +'");
	}
});

test('another word calls nobody', async () => {
	const { byCall, byCampaign, reasons } = await called(LOST, {}, { numbersWithoutPlus: 'both' });
	expect([...byCall, ...byCampaign]).toEqual([]);
	for (const reason of reasons)
		expect(reason).toContain('\'Numbers Without +\' "both" is not known');
});

const WAYS = [
	(own: string) => `+49${own}`,
	(own: string) => `0049 ${own}`,
	(own: string) => `49${own}`,
	(own: string) => Number(`49${own}`),
	(own: string) => `0${own}`,
];

test('who is on the Do-Not-Call List is not called, with or without + in the rows and in the list', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 9999 }).map((end) => `1512345${String(end).padStart(4, '0')}`),
			fc.constantFrom(...WAYS),
			fc.constantFrom(...WAYS),
			fc.boolean(),
			async (own, written, listed, isRow) => {
				const entry = listed(own);
				const doNotCall = isRow ? [{ name: 'Ada', phone: entry }] : [entry];
				const options = { numbersWithoutPlus: 'withCountryCode', repeatedNumbers: 'always' };
				const { byCall, byCampaign } = await called(String(written(own)), { doNotCall }, options);
				expect([...byCall, ...byCampaign]).toEqual([]);
				const free = await called(String(written(own)), { doNotCall: ['+4915199999999'] }, options);
				expect(free.byCall).toEqual([`+49${own}`]);
			},
		),
	);
});

test('a list of the rules that has kept its +, or is of the country, counts beside rows that have lost theirs', async () => {
	const options = { numbersWithoutPlus: 'withCountryCode' };
	for (const entry of ['+1 212 555 0123', '(212) 555-0123', '12125550123', 12125550123]) {
		const { byCall } = await called('12125550123', { doNotCall: [entry] }, options, '1');
		expect([entry, byCall]).toEqual([entry, []]);
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
	const { error, urls } = await run(makeCall, setting, answered);
	expect(error?.message).toContain("'Numbers Without +'");
	expect(urls).toEqual([]);
});
