import type { IDataObject } from 'n8n-workflow';
import type { CallsOperation, Operation } from '../../../nodes/shared/operation';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import type { Setting } from './fakeContext.mts';
import {
	callListOf,
	json,
	keyOf,
	networkError,
	operationOf,
	processedWith,
	rememberedOf,
	rows,
	run,
} from './fakeContext.mts';

/** Calls the numbers of a row in one request. */
const callAll: Operation = operationOf({
	kind: 'calls',
	callList: (params) => {
		const numbers = params.texts('numbers');
		return callListOf(numbers, ({ skipped }) => ({ body: { numbers }, skip: skipped.size > 0 }));
	},
});

const asking = (possiblyCalled: string, lists: string[], repeatedNumbers = 'ever'): Setting => ({
	items: rows(...lists.map((numbers) => ({ numbers }))),
	parameters: (index) => ({
		numbers: lists[index] ?? '',
		options: { possiblyCalled, repeatedNumbers },
	}),
});
const accepted = () => json(200, { ok: 'yes' });
const keys = ['a', 'b', 'c', 'd', 'other'].map(keyOf);
const processedOf = async (called: string[], unknown: string[]) =>
	await processedWith(called.map(keyOf), unknown.map(keyOf));

test('List Only calls nobody, and returns one item per number whose outcome is unknown', async () => {
	const processed = await processedOf(['a'], ['b', 'other']);
	const before = await rememberedOf(processed, keys);
	const setting = { ...asking('list', ['a,c', 'b,other', 'd']), processed };
	const { items, sent } = await run(callAll, setting, accepted);
	expect(sent).toEqual([]);
	expect(items).toEqual([
		{ json: { number: 'b', row: 1, outcome: 'unknown' }, pairedItem: { item: 1 } },
		{ json: { number: 'other', row: 2, outcome: 'unknown' }, pairedItem: { item: 1 } },
	]);
	// It changes nothing, however often it is asked.
	expect(await rememberedOf(processed, keys)).toEqual(before);
	expect((await run(callAll, setting, accepted)).items).toHaveLength(2);
});

test('no items are returned if no outcome is unknown', async () => {
	const { items } = await run(callAll, asking('list', ['a,b']), accepted);
	expect(items).toEqual([]);
});

test('Release calls nobody, and the next execution calls those whose outcome was unknown', async () => {
	const processed = await processedOf(['a'], ['b']);
	const setting = { ...asking('release', ['a,b,c']), processed };
	const { items, sent } = await run(callAll, setting, accepted);
	expect(sent).toEqual([]);
	expect(items.map((item) => item.json)).toEqual([{ number: 'b', row: 2, released: true }]);
	expect(await rememberedOf(processed, keys)).toEqual([keyOf('a')]);
});

test('what an execution that was interrupted left behind is listed, released and then done', async () => {
	const first = await run(callAll, asking('skip', ['a']), () => {
		throw networkError('ECONNRESET');
	});
	const { processed } = first;
	const ask = async (choice: string) =>
		await run(callAll, { ...asking(choice, ['a']), processed }, accepted);
	expect((await ask('skip')).sent).toHaveLength(0);
	expect((await ask('list')).items).toHaveLength(1);
	expect((await ask('release')).items).toHaveLength(1);
	expect((await ask('list')).items).toHaveLength(0);
	expect((await ask('skip')).sent).toHaveLength(1);
	expect((await ask('list')).items).toHaveLength(0);
});

test.each(['list', 'release'])(
	'%s is refused where n8n does not record the numbers',
	async (choice) => {
		for (const within of ['execution', 'always']) {
			const setting = asking(choice, ['a'], within);
			const { error, sent, storeCalls } = await run(callAll, setting, accepted);
			expect(error?.message).toMatch(
				/^'Possibly Called Numbers' is set to (List Only|Release Only)/,
			);
			expect((error as unknown as IDataObject).description).toMatch(
				/Nothing was sent.*Once per Day or Once Ever/,
			);
			expect([sent, storeCalls]).toEqual([[], []]);
		}
	},
);

test('another choice is refused', async () => {
	const { error } = await run(callAll, asking('forget', ['a']), accepted);
	expect(error?.message).toMatch(/'Possibly Called Numbers' "forget"/);
});

test('an operation that calls nobody does not have the choice', async () => {
	const { sent } = await run(operationOf(), asking('release', ['a']), accepted);
	expect(sent).toHaveLength(1);
});

test('a row that cannot be read is an error item beside the others', async () => {
	const operation: Operation = {
		...(callAll as CallsOperation),
		callList: (params) =>
			callListOf(params.texts('numbers'), () => ({
				body: { numbers: params.requiredTexts('numbers') },
			})),
	};
	const processed = await processedOf([], ['b']);
	const node = { onError: 'continueRegularOutput' as const };
	const setting = { ...asking('list', ['', 'b']), processed, node };
	const { items } = await run(operation, setting, accepted);
	expect(items).toEqual([
		expect.objectContaining({
			json: expect.objectContaining({ row: 1, error: expect.any(String) }),
		}),
		{ json: { number: 'b', row: 1, outcome: 'unknown' }, pairedItem: { item: 1 } },
	]);
});

test.each(['list', 'release'])(
	'%s is refused while an execution of the workflow calls, and is possible when it has ended',
	async (choice) => {
		const processed = new ProcessedDataTable();
		const ask = async () =>
			await run(callAll, { ...asking(choice, ['a,b'], 'day'), processed }, accepted);
		const during: unknown[] = [];
		await run(callAll, { ...asking('skip', ['a', 'b'], 'day'), processed }, async (number) => {
			const { error, sent } = await ask();
			during.push([error?.message, sent]);
			if (number === 0) return accepted();
			throw networkError('ECONNRESET');
		});
		const refused = ['An execution of this workflow is calling, or was a few minutes ago', []];
		expect(during).toEqual([refused, refused]);
		// Never one whose call is known.
		expect((await ask()).items.map((item) => item.json.number)).toEqual(['b']);
	},
);
