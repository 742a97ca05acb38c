import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { TriggerItem, TriggerEvent } from '../event';
import { Filters } from '../filters';
import type { NewRows, StreamRow, RowStream, WantedRows } from '../reading';
import { latestRows, readNew, startFrom, streamOptions } from '../reading';
import type { Watch } from '../watch';

/** How many rows are looked at for each test event that is wanted, if need be. */
const MAX_ROUNDS = 10;

type ShownEvent = Pick<
	TriggerEvent,
	'name' | 'value' | 'description' | 'nothingYet' | 'filters' | 'output' | 'scope'
>;

interface ListEvent extends ShownEvent {
	/** Entries of Options that the event has beside those of every event with a list. */
	options?: readonly INodeProperties[];
	stream: RowStream;
	/** Which rows of the list the event wants. */
	wanted(watch: Watch, filters: Filters): WantedRows;
	/** Makes items of what is new. @returns also the fresh rows that are left to the next poll */
	emit(
		watch: Watch,
		rows: NewRows,
		filters: Filters,
	): Promise<{ found: TriggerItem[]; left: StreamRow[] }>;
	/** Whether a row may be shown as a test event; without it, whatever matches. */
	isSample?(watch: Watch, row: IDataObject, filters: Filters): boolean;
	/** Makes test events of rows. */
	samples(watch: Watch, rows: readonly StreamRow[], filters: Filters): Promise<TriggerItem[]>;
}

/** An event that a list brings about. The options for that come with it. */
export function listEvent(event: ListEvent): TriggerEvent {
	const { name, value, description, nothingYet, filters, output, scope } = event;
	const { options = [], stream } = event;
	// If the platform has a list for each agent, its rows are compared with no agent.
	const compared = stream.agentEndpoint ? filters.filter((one) => one !== 'agentId') : filters;
	return {
		name,
		value,
		description,
		nothingYet,
		filters,
		output,
		scope,
		options: [...streamOptions, ...options],
		startFrom,
		async check(watch) {
			const chosen = new Filters(watch, compared);
			const rows = await readNew(watch, stream, event.wanted(watch, chosen));
			const { found, left } = await event.emit(watch, rows, chosen);
			rows.finish(left);
			chosen.check(watch, stream.rows);
			return found;
		},
		async latest(watch, count) {
			const chosen = new Filters(watch, compared);
			const { matches } = event.wanted(watch, chosen);
			const isShown = (row: IDataObject) =>
				matches(row) && (event.isSample?.(watch, row, chosen) ?? true);
			const rows = await latestRows(watch, stream, count * MAX_ROUNDS, isShown);
			const found: TriggerItem[] = [];
			// More rows are read than are wanted, because only the details of some rows show that they are not wanted. The
			// first ones are shown at any time, or a slow platform would seem to have none.
			do {
				found.unshift(...(await event.samples(watch, rows.splice(-count), chosen)));
			} while (found.length < count && rows.length > 0 && watch.hasTimeLeft());
			chosen.check(watch, stream.rows);
			if (found.length === 0) chosen.checkLeftOut(stream.rows);
			return found.slice(-count);
		},
	};
}
