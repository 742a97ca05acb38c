import { idOf } from '../../nodes/shared/platform';
import { fillLists, listParameters } from '../support/collections.mts';
import { Fixtures } from '../support/fixtures.mts';
import { credentialFor, runner } from '../support/nodes.mts';
import { outputAs } from '../support/output.mts';
import { everyOperation, type ListedOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { isFull, scaleOf } from '../scale.mts';

/*
 * Every list operation returns every row, each once, however many pages the list has. What other manners of answering do to shorter lists
 * is in quirks.test.mts.
 */

const ROWS = scaleOf('listRows');

const QUIRKS = [
	['a bare array', { envelope: 'array' }],
	['rows one level down', { envelope: 'nested' }],
	['pages capped at 40', { pageCap: 40, envelope: 'array' }],
	['limits above 50 refused', { refuseLimitAbove: 50 }],
	['id under the name "id"', { idName: 'id' }],
] as const;

const DEFAULTS = {
	envelope: 'items',
	pageCap: null,
	refuseLimitAbove: null,
	idName: 'specific',
	ignoreOffset: false,
	catalogueRows: ROWS,
};

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 100_000_000 });
let fixtures: Fixtures;

beforeAll(async () => {
	fixtures = await Fixtures.of(sandbox);
	await fillLists(sandbox, ROWS);
	await sandbox.api.patch('/behaviour', DEFAULTS);
}, 60_000);
afterEach(async () => await sandbox.api.patch('/behaviour', DEFAULTS));

/** How a list with many rows is read. */
async function readerOf(listed: ListedOperation) {
	const run = runner(listed.node, credentialFor(sandbox));
	const parameters = {
		...(await listParameters(listed, { sandbox, fixtures, count: ROWS })),
		...outputAs('raw'),
	};
	return async () =>
		(await run(parameters)).map(({ json }) =>
			JSON.stringify(idOf(json, listed.operation.entity) || json),
		);
}

const lists = everyOperation().filter(({ operation }) => operation.kind === 'list');

test.each(
	lists.map((listed, index) => [`${listed.node}, ${listed.title}`, listed, index] as const),
)(
	'%s',
	async (_title, listed, index) => {
		const read = await readerOf(listed);
		const truth = await read();
		expect(new Set(truth).size).toBe(truth.length);
		expect(truth.length).toBeGreaterThanOrEqual(ROWS);

		// One after the other, each in several lists; all of them in each list where there is time.
		const quirks = isFull ? QUIRKS : [QUIRKS[index % QUIRKS.length]!];
		for (const [quirk, behaviour] of quirks) {
			await sandbox.api.patch('/behaviour', { ...DEFAULTS, ...behaviour });
			const rows = await read();
			expect({ quirk, rows: rows.length, different: new Set(rows).size }).toEqual({
				quirk,
				rows: truth.length,
				different: truth.length,
			});
		}

		await sandbox.api.patch('/behaviour', { ...DEFAULTS, ignoreOffset: true, envelope: 'array' });
		await expect(read()).rejects.toThrow(/same page again and again/);
	},
	60_000,
);
