import type { IDataObject } from 'n8n-workflow';
import { BERLIN, LISTING, TOKYO, add, adding, create, hours } from '../../support/callers.mts';
import { run } from '../../support/fakeContext.mts';
import { accepted } from './mondayNoon.mts';

/*
 * What the editor says after a list of contacts was sent.
 */

const NOBODY = { phone: 'nobody' };
const ADA = { phone: BERLIN };
const BO = { phone: TOKYO };
/** Hours of one minute a week: who has a time zone is held back. */
const NEVER = hours('00:00', '00:01', { weekdays: ['sunday'] });

async function saidAfter(
	operation: typeof create,
	data: readonly IDataObject[],
	rules: IDataObject = {},
	more: Parameters<typeof adding>[2] = {},
): Promise<string[]> {
	const setting = adding(data, rules, { mode: 'manual', ...more });
	const { hints, error } = await run(operation, setting, accepted);
	expect(error).toBeUndefined();
	return hints
		.map(({ message }) => message)
		.filter((message) => /^\d+ contacts? w(as|ere) sent/.test(message));
}

test.each<[name: string, data: IDataObject[], rules: IDataObject, said: RegExp[]]>([
	['all', [ADA, BO], {}, [/^2 contacts were sent\. Nobody is called before you start/]],
	['without a wrong row', [ADA, NOBODY], {}, [/^1 contact .* 1 rejected\. 'Dry Run' shows who/]],
	[
		'without a row twice, and one on the list',
		[ADA, ADA, BO],
		{ doNotCall: TOKYO },
		[/^1 contact was sent\. Left out: 1 rejected, 1 held back\. 'Dry Run' shows/],
	],
	['nobody', [ADA], NEVER, []],
])('Create: %s', async (_name, data, rules, said) => {
	const expected = said.map((one) => expect.stringMatching(one));
	expect(await saidAfter(create, data, rules)).toEqual(expected);
});

test('where the item lists who is left out, its columns are named', async () => {
	const rules = { doNotCall: TOKYO };
	expect(await saidAfter(create, [ADA, ADA, BO], rules, { options: LISTING })).toEqual([
		expect.stringMatching(/1 rejected \('rejected_rows'\), 1 held back \('held_back_rows'\)\./),
	]);
});

test('nobody has to start what is started at once, or runs already', async () => {
	const parameters = { startImmediately: true };
	expect(await saidAfter(create, [ADA], {}, { parameters })).toEqual([]);
	expect(await saidAfter(add, [ADA])).toEqual([]);
	expect(await saidAfter(add, [ADA, NOBODY])).toEqual([
		"1 contact was sent. Left out: 1 rejected ('rejected_rows').",
	]);
});

test('in production, nothing is said', async () => {
	expect(await saidAfter(create, [ADA, NOBODY], {}, { mode: 'trigger' })).toEqual([]);
});
