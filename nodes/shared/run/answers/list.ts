import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest } from '../../http';
import { Identity, pagesFetcher, readRows } from '../../http';
import { endpointsOf } from '../../operation';
import { withReport } from '../../platform';
import type { Job, ListedRows } from '../job';
import { pairedWith } from '../job';
import { readOf } from '../taskAccess';
import { RowSelection, checkRows } from './rowSelection';

/** What each row of a list has beside what the list says. @throws RequestFailure */
async function besideRows(client: Client, { operation, params }: Job): Promise<IDataObject> {
	if (operation.kind !== 'list' || !operation.besideRows) return {};
	const read = readOf(client, operation.action, endpointsOf(operation));
	return await operation.besideRows(read, params);
}

/**
 * The rows of a list, one item each.
 *
 * @param parallel how many requests the list may have under way
 * @throws RequestFailure if not all rows can be read, or if the platform does not use a filter
 */
export async function listItems(
	context: IExecuteFunctions,
	client: Client,
	job: Job,
	{ limit, rowFilters, checks, query, completion }: ListedRows,
	request: HttpRequest,
	parallel: number,
): Promise<INodeExecutionData[]> {
	const { operation, params, draft, output } = job;
	const beside = await besideRows(client, job);
	const pages = pagesFetcher(client, request, output.expected);
	const selection = new RowSelection(rowFilters);
	const read = await readRows(pages, {
		wanted: selection.isOfWholeList ? undefined : limit,
		keeps: rowFilters.length > 0 ? selection.keeps : undefined,
		identity: new Identity(operation.entity),
		parallel,
	});
	selection.check();
	const rows = selection.whole(read).slice(0, limit);
	const { hint: message } = selection;
	if (message) context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	checkRows(checks, query, rows);
	const report = { ...draft.report, ...beside };
	// A long list is not copied: without completion, the row that was read is the item.
	if (!completion) {
		const pairedItem = pairedWith(job.itemIndexes);
		return rows.map((row) => ({ json: withReport(output.simplify(row), report), pairedItem }));
	}
	const readFor = readOf(client, operation.action, completion.reads);
	const completed = await completion.complete({ read: readFor, parallel }, rows, params);
	return completed.map(({ row, before, beside: own }) => ({
		json: { ...before, ...withReport(output.simplify(row), { ...report, ...own }) },
	}));
}
