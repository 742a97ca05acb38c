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
});

/** Lists of what the platform itself has, to which nobody adds rows: one page. */
const hasOwnRows = (title: string) =>
	/, (Organization|Plan|Voice|Built-in Tool|Custom Field): |: Get (Prices|Industries|Use Cases)/.test(
		title,
	);

/** The rows of a list, each by its identifier, or whole. */
async function rowsOf(listed: ListedOperation): Promise<string[]> {
	const run = runner(listed.node, credentialFor(sandbox));
	const parameters = {
		...(await listParameters(listed, { sandbox, fixtures, count: ROWS })),
		...outputAs('raw'),
	};
	return (await run(parameters)).map(({ json }) =>
		JSON.stringify(idOf(json, listed.operation.entity) || json),
	);
}

const lists = everyOperation().filter(({ operation }) => operation.kind === 'list');

test.each(lists.map((listed) => [`${listed.node}, ${listed.title}`, listed] as const))(
	'%s',
	async (title, listed) => {
		const truth = await rowsOf(listed);
		expect(new Set(truth).size).toBe(truth.length);
		expect(truth.length).toBeGreaterThanOrEqual(hasOwnRows(title) ? 1 : ROWS);
	},
	60_000,
);
