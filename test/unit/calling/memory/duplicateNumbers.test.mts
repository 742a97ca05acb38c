import type { IDataObject } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import { rememberPeople } from '../../../../nodes/shared/calling/memory';
import {
	BERLIN,
	LISTING,
	TOKYO,
	add,
	adding,
	calling,
	create,
	makeCall,
} from '../../../support/callers.mts';
import { json, networkError, processedWith, run } from '../../../support/fakeContext.mts';
import { accepted, sentTo } from '../mondayNoon.mts';
import { personWith } from '../person.mts';
import { paramsOf } from '../../../support/params.mts';

test('a word that is not a choice is refused, not read as a weaker choice', async () => {
	const options = { repeatedNumbers: 'sometimes' };
	const { sent, error } = await run(makeCall, calling([BERLIN], {}, { options }), accepted);
	expect([sent, error?.message]).toEqual([[], '\'Duplicate Numbers\' "sometimes" is not known']);
	expect(error?.description).toMatch(/always, ever, day or execution/);
});

const callsWith = (...choices: string[]) => {
	const setting = calling([BERLIN, TOKYO], {});
	const parameters = (index: number) => ({
		...setting.parameters(index),
		options: { repeatedNumbers: choices[index] },
	});
	return { ...setting, parameters };
};
const contactsWith = (...choices: string[]) => {
	const { parameters, ...setting } = adding([{ phone: BERLIN }, { phone: TOKYO }], {});
	const options = (index: number) => ({ options: { repeatedNumbers: choices[index] } });
	return { ...setting, parameters: (index: number) => ({ ...parameters, ...options(index) }) };
};

test.each([
	['items', makeCall, callsWith('day', 'ever')],
	['rows of one request', create, contactsWith('always', 'day')],
])(
	'%s with different choices are refused, before anything is sent',
	async (_what, operation, setting) => {
		const { sent, error } = await run(operation, setting, accepted);
		expect([sent, error?.message]).toEqual([
			[],
			"'Duplicate Numbers' is not the same for all items",
		]);
	},
);

test.each([
	['day', 'always', TOKYO],
	['always', 'day', BERLIN],
])(
	'Call Every Time can be beside another choice, which holds in the next run: %s, %s',
	async (first, second, again) => {
		const setting = { ...callsWith(first, second), processed: new ProcessedDataTable() };
		expect(sentTo(await run(makeCall, setting, accepted)).sort()).toEqual([BERLIN, TOKYO]);
		expect(sentTo(await run(makeCall, setting, accepted))).toEqual([again]);
	},
);

test('Call Every Time, and Retry On Fail of a tool: a list that may have arrived is not sent again, also if a rule held somebody back', async () => {
	const options = { repeatedNumbers: 'always' };
	const more = { options, node: { retryOnFail: true }, isTool: true };
	const setting = adding([{ phone: BERLIN }, { phone: TOKYO }], { allowedNumbers: '+49*' }, more);
	const first = await run(add, setting, () => {
		throw networkError('ECONNRESET');
	});
	expect(sentTo(first)).toEqual([BERLIN]);
	const { sent, error } = await run(add, setting, accepted);
	expect([sent, error?.message]).toEqual([[], first.error?.message]);
});

test.each([
	['nobody is a duplicate of a row that cannot be sent', {}],
	['the choice of a row that cannot be sent does not count', { repeatedNumbers: 'ever' }],
])('%s', async (_what, choice) => {
	const more = { node: { onError: 'continueRegularOutput' as const } };
	const setting = calling([BERLIN, BERLIN], {}, more);
	const parameters = (index: number): IDataObject => ({
		...setting.parameters(index),
		...(index === 0 && { waitForResult: true, options: { maxWaitTime: 'soon', ...choice } }),
	});
	const done = await run(makeCall, { ...setting, parameters }, accepted);
	expect(done.items.map((item) => typeof item.json.error)).toEqual(['string', 'undefined']);
	expect(sentTo(done)).toHaveLength(1);
});

test('the choice of a row that cannot be sent does not count in a list either', async () => {
	const { parameters, ...setting } = adding([{ phone: TOKYO }, { phone: 'nobody' }], {});
	const options = (index: number) => ({ options: { repeatedNumbers: ['day', 'ever'][index] } });
	const ofRow = (index: number) => ({ ...parameters, ...options(index) });
	expect(sentTo(await run(create, { ...setting, parameters: ofRow }, accepted))).toEqual([TOKYO]);
});

test('a duplicate of a row of another campaign names that row', async () => {
	const people = [BERLIN, TOKYO, TOKYO, '+12125550123'].map((phone) => ({ phone }));
	const { parameters, ...setting } = adding(people, {}, { options: LISTING });
	const ofRow = (index: number) => ({ ...parameters, campaignId: index < 2 ? 'k1' : 'k2' });
	const { items } = await run(add, { ...setting, parameters: ofRow }, accepted);
	expect(items.map((item) => item.json.rejected_rows)).toMatchObject([
		[],
		[{ row: 3, reason: 'duplicate of row 2' }],
	]);
});

test('both forms that a country has of a number are one, in a run and in the next one', async () => {
	const [first, other] = ['+5491112345678', '+541112345678'] as const;
	const processed = new ProcessedDataTable();
	const once = await run(makeCall, calling([first, other], {}, { processed }), accepted);
	const later = await run(makeCall, calling([other], {}, { processed }), accepted);
	expect([sentTo(once), sentTo(later)]).toEqual([[first], []]);
});

describe('a tool of an MCP Server Trigger, which n8n runs without an execution', () => {
	const asTool = (rules: IDataObject, more: { options?: IDataObject } = {}) => ({
		...calling([BERLIN], rules, more),
		isTool: true,
		hasNoExecution: true,
	});
	const allowed = { allowedNumbers: '+49*' };

	test('calls a number once a day, under the rules', async () => {
		const setting = { ...asTool(allowed), processed: new ProcessedDataTable() };
		expect((await run(makeCall, setting, accepted)).sent).toHaveLength(1);
		const again = await run(makeCall, setting, accepted);
		expect([sentTo(again), again.items[0]?.json.skipped]).toEqual([[], true]);
	});

	test.each([
		['Max Calls per Execution', asTool({ ...allowed, maxCallsPerExecution: 1 })],
		[
			'Max Calls per Execution',
			asTool({ ...allowed, maxCallsPerExecution: 1 }, { options: { repeatedNumbers: 'always' } }),
		],
		['Once per Execution', asTool(allowed, { options: { repeatedNumbers: 'execution' } })],
		['Retry On Fail', { ...asTool(allowed), node: { retryOnFail: true } }],
	])('refuses %s, which cannot know there what was called', async (name, setting) => {
		const { sent, error } = await run(makeCall, setting, accepted);
		expect([sent, error?.message]).toEqual([[], expect.stringContaining(name)]);
	});
});

test('with Once Ever, a number has another key for each text of Call Again When This Changes', () => {
	const key = (repeatedNumbers: string, callAgainWhenChanged: string, number: string) => {
		const params = paramsOf({ options: { repeatedNumbers, callAgainWhenChanged } });
		const person = personWith({ number });
		rememberPeople(params, [person]);
		return person.key;
	};
	expect(key('ever', '1', '+491')).toBe('["1","+491"]');
	expect(new Set([key('ever', '1', 'a'), key('ever', '2', 'a'), key('ever', '1', 'b')]).size).toBe(
		3,
	);
	// A text that was entered before the choice was changed.
	expect(key('day', '1', '+491')).toBe('["","+491"]');
});

describe('Call Again When This Changes is a column of a list', () => {
	const processed = new ProcessedDataTable();
	const numbers = [BERLIN, TOKYO, '+12125550123'];
	/** The numbers that are sent of rows with these dates. */
	const sentOf = async (...dates: Array<[index: number, date: string]>) => {
		const list = dates.map(([index]) => ({ phone: numbers[index]! }));
		const { parameters, ...setting } = adding(list, {}, { processed });
		const ofRow = (row: number) => ({
			...parameters,
			options: { repeatedNumbers: 'ever', callAgainWhenChanged: dates[row]?.[1] },
		});
		return sentTo(await run(create, { ...setting, parameters: ofRow }, accepted));
	};

	test('each row has its own text: nobody is sent again because another row comes first', async () => {
		expect(await sentOf([0, 'Monday'], [1, 'Tuesday'])).toEqual([BERLIN, TOKYO]);
		expect(await sentOf([1, 'Tuesday'], [2, 'Friday'])).toEqual([numbers[2]]);
		expect(await sentOf([2, 'Friday'], [0, 'Thursday'])).toEqual([BERLIN]);
	});
});

test('an answer that does not confirm the call is no call that is done', async () => {
	const { error } = await run(makeCall, calling([BERLIN, TOKYO], {}), (number) =>
		number === 0 ? json(200, { message: 'See the log' }) : json(402, ''),
	);
	expect(error?.description).toMatch(/0 done, 1 failed, 1 with an unknown outcome$/);
});

describe('in the editor', () => {
	const BEGUN = expect.stringMatching(/^The call has only begun/);
	const messagesOf = async (options: IDataObject, processed: ProcessedDataTable) => {
		const setting = { ...calling([BERLIN, TOKYO], {}, { options }), processed, mode: 'manual' };
		const { hints } = await run(makeCall, setting, accepted);
		return hints.map(({ message }) => message);
	};

	test('a run that called nobody says so in one sentence, and how to call', async () => {
		const processed = new ProcessedDataTable();
		expect(await messagesOf({}, processed)).toEqual([BEGUN]);
		expect(await messagesOf({}, processed)).toEqual([
			expect.stringMatching(/^Nobody was called: all 2 numbers were called today already/),
		]);
	});

	test('a run that cannot read who was called does not say that anybody was', async () => {
		const processed = await processedWith(['z']);
		processed.pause = async (access) => {
			if (access === 'before update') throw new Error('SQLITE_FULL');
		};
		const more = { processed, mode: 'manual', node: { onError: 'continueRegularOutput' as const } };
		const { hints, items } = await run(makeCall, calling([BERLIN], {}, more), accepted);
		expect([hints, items[0]?.json.error]).toEqual([[], expect.stringMatching(/could not record/)]);
	});

	test('a node that is to remember permanently, and remembers nobody, says so', async () => {
		const processed = new ProcessedDataTable();
		const ever = { repeatedNumbers: 'ever' };
		expect(await messagesOf(ever, processed)).toEqual([
			expect.stringMatching(/^0 numbers were remembered before this run/),
			BEGUN,
		]);
		expect(await messagesOf(ever, processed)).toEqual([
			expect.stringMatching(/^Nobody was called/),
		]);
	});
});
