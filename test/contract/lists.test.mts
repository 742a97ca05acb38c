import { idOf } from '../../nodes/shared/platform';
import { fillLists, listParameters } from '../support/collections.mts';
import { Fixtures } from '../support/fixtures.mts';
import { credentialFor, runner } from '../support/nodes.mts';
import { outputAs } from '../support/output.mts';
import { everyOperation, type ListedOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { scaleOf } from '../scale.mts';

/*
 * Every list operation returns every row, each once, however many pages the list has. What other manners of answering do to them is
 * in test/platforms/everyManner.test.mts.
 */

const ROWS = scaleOf('listRows');

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 100_000_000 });
let fixtures: Fixtures;

beforeAll(async () => {
	fixtures = await Fixtures.of(sandbox);
	await fillLists(sandbox, ROWS);
	await sandbox.api.patch('/behaviour', { catalogueRows: ROWS });
});
afterEach(async () => await sandbox.api.patch('/behaviour', { ignoreOffset: false }));

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

test.each(lists.map((listed) => [`${listed.node}, ${listed.title}`, listed] as const))(
	'%s',
	async (_title, listed) => {
		const read = await readerOf(listed);
		const truth = await read();
		expect(new Set(truth).size).toBe(truth.length);
		expect(truth.length).toBeGreaterThanOrEqual(ROWS);

		await sandbox.api.patch('/behaviour', { ignoreOffset: true });
		await expect(read()).rejects.toThrow(/same page again and again/);
	},
	60_000,
);
