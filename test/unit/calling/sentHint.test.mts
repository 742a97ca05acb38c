import type { IDataObject } from 'n8n-workflow';
import { BERLIN, LISTING, TOKYO, add, adding, create, hours } from '../../support/callers.mts';
import { json, run } from '../../support/fakeContext.mts';

/*
 * What the editor says after a list of contacts was sent.
 */

const LEFT =
	"'Dry Run' shows who and why. So does Options → 'Output' set to All Columns, from the next run on.";
const START = 'Nobody is called before you start the campaign with the operation Start.';
const NOBODY = { phone: 'nobody' };
const ADA = { phone: BERLIN };
const BO = { phone: TOKYO };
/** Hours of one minute a week: who has a time zone is held back. */
const NEVER = hours('00:00', '00:01', { weekdays: ['sunday'] });

const accepted = () => json(200, { campaign_id: 'k1', name: 'Renewals', status: 'pending' });

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

test.each<[name: string, data: IDataObject[], rules: IDataObject, said: string[]]>([
	['all', [ADA, BO], {}, [`2 contacts were sent. ${START}`]],
	[
		'without a wrong row',
		[ADA, NOBODY],
		{},
		[`1 contact was sent. Left out: 1 rejected. ${LEFT} ${START}`],
	],
	[
		'without a row twice, and one on the list',
		[ADA, ADA, BO],
		{ doNotCall: TOKYO },
		[`1 contact was sent. Left out: 1 rejected, 1 held back. ${LEFT} ${START}`],
	],
	['nobody', [ADA], NEVER, []],
])('Create: %s', async (_name, data, rules, said) => {
	expect(await saidAfter(create, data, rules)).toEqual(said);
});

test('where the item lists who is left out, its columns are named', async () => {
	expect(
		await saidAfter(create, [ADA, ADA, BO], { doNotCall: TOKYO }, { options: LISTING }),
	).toEqual([
		`1 contact was sent. Left out: 1 rejected ('rejected_rows'), 1 held back ('held_back_rows'). ${START}`,
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
