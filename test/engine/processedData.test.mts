import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import {
	DeduplicationHelper,
	type Options,
	ProcessedDataTable,
	type Scope,
} from '../../harness/n8n/processedData.mts';
import { runs } from '../scale.mts';

/*
 * The tests keep n8n's de-duplication store in memory. Here n8n's own helper works on the same table, and must do the same.
 */

const fromProject = createRequire(join(process.cwd(), 'package.json'));
const fromN8n = createRequire(fromProject.resolve('n8n/package.json'));

interface Helper {
	checkProcessedAndRecord: DeduplicationHelper['checkProcessedAndRecord'];
	removeProcessed: DeduplicationHelper['removeProcessed'];
	clearAllProcessedItems: DeduplicationHelper['clearAllProcessedItems'];
	getProcessedDataCount: DeduplicationHelper['getProcessedDataCount'];
}

/** n8n's helper on this table. */
function realHelper(table: ProcessedDataTable): Helper {
	fromN8n('reflect-metadata');
	const { Container } = fromN8n('@n8n/di') as {
		Container: { set(type: unknown, instance: unknown): void };
	};
	const { ProcessedDataRepository } = fromN8n('@n8n/db') as { ProcessedDataRepository: unknown };
	Container.set(ProcessedDataRepository, table);
	const real = fromN8n('./dist/deduplication/deduplication-helper.js') as {
		DeduplicationHelper: new () => Helper;
	};
	return new real.DeduplicationHelper();
}

const contextData = { node: { id: 'n' }, workflow: { id: 'w' } };
const contexts = ['', 'n:n'];

const scope = fc.constantFrom<Scope>('node', 'workflow');
const values = fc.array(fc.integer({ min: 1, max: 9 }).map(String), { minLength: 1, maxLength: 5 });
const options = fc.record<Options>(
	{
		mode: fc.constantFrom('entries', 'entries', 'latestIncrementalKey'),
		maxEntries: fc.integer({ min: 1, max: 4 }),
	},
	{ requiredKeys: ['mode'] },
);
const steps = fc.array(
	fc.oneof(
		fc.tuple(fc.constant('check' as const), scope, values, options),
		fc.tuple(fc.constant('remove' as const), scope, values, options),
		fc.tuple(fc.constant('count' as const), scope, values, options),
		fc.tuple(fc.constant('clear' as const), scope, values, options),
	),
	{ maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<Array<infer One>> ? One : never;

async function take(helper: Helper, [what, where, items, how]: Step): Promise<unknown> {
	const work = {
		check: async () => await helper.checkProcessedAndRecord(items, where, contextData, how),
		remove: async () => await helper.removeProcessed(items, where, contextData, how),
		count: async () => await helper.getProcessedDataCount(where, contextData, how),
		clear: async () => await helper.clearAllProcessedItems(where, contextData),
	};
	// The texts differ, but for the one that the package looks for.
	return await work[what]().catch((error: Error) =>
		error.message.includes('incompatible setting') ? 'incompatible setting' : 'error',
	);
}

async function play(helper: Helper, table: ProcessedDataTable, list: readonly Step[]) {
	const results: unknown[] = [];
	for (const step of list) results.push(await take(helper, step));
	const rows = contexts.map(async (context) => {
		const row = await table.findOne({ where: { workflowId: 'w', context } });
		return row?.value;
	});
	return { results, rows: await Promise.all(rows) };
}

test('the store of the tests does what n8n does', async () => {
	const real = new ProcessedDataTable();
	const helper = realHelper(real);
	await fc.assert(
		fc.asyncProperty(steps, async (list) => {
			real.forget();
			const own = new ProcessedDataTable();
			expect(await play(new DeduplicationHelper(own), own, list)).toEqual(
				await play(helper, real, list),
			);
		}),
		runs('sequences'),
	);
});
