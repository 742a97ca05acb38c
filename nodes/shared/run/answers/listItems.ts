import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest } from '../../http';
import { Identity, pagesFetcher, readRows } from '../../http';
import type { ListAccess } from '../../operation';
import { endpointsOf } from '../../operation';
import { withReport } from '../../platform';
import type { Job, ListedRows } from '../job';
import { pairedWith } from '../job';
import { readOf } from '../taskAccess';
import { RowSelection } from './rowSelection';

/**
 * The rows of a list, one item each. @param parallel how many requests the list may have under way
 * @throws RequestFailure if not all rows can be read, or if the platform does not use a filter
 */
export async function listItems(
	context: IExecuteFunctions,
	client: Client,
	job: Job,
	{ limit, rowFilters, compose }: ListedRows,
	request: HttpRequest,
	parallel: number,
): Promise<INodeExecutionData[]> {
	const { operation, params, draft, output } = job;
	const pages = pagesFetcher(client, request, output.expected);
	const identity = () => new Identity(operation.entity);
	const hint = (message: string) =>
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	if (compose) {
		const access: ListAccess = {
			limit,
			rows: async (asked) => await readRows(pages, { ...asked, identity: identity(), parallel }),
			read: readOf(client, operation.action, endpointsOf(operation)),
			parallel,
			hint,
		};
		const composed = await compose(access, params);
		return composed.map(({ row, before, beside }) => ({
			json: { ...before, ...withReport(output.simplify(row), { ...draft.report, ...beside }) },
		}));
	}
	const selection = new RowSelection(rowFilters);
	const keeps = selection.leavesOut ? selection.keeps : undefined;
	const rows = await readRows(pages, { wanted: limit, keeps, identity: identity(), parallel });
	selection.check(rows);
	const why = rows.length === 0 ? selection.whatRowsSay : '';
	if (why !== '') hint(why);
	// A long list is not copied: the row that was read is the item.
	const pairedItem = pairedWith(job.itemIndexes);
	return rows.map((row) => ({ json: withReport(output.simplify(row), draft.report), pairedItem }));
}
