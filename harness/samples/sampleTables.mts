import type { AxiosInstance } from 'axios';
import { DateTime } from 'luxon';
import type { N8n } from '../n8n/n8n.mts';
import { type Line, sampleColumns, sampleLines } from './files.mts';
import { unlessDone } from './samples.mts';

/** A data table of n8n that samples read and write. */
interface SampleTable {
	/** What the samples call it, until n8n has given it an ID. */
	id: string;
	name: string;
	columns: readonly string[];
	/** The columns with real dates; all others have texts. */
	dates?: readonly string[];
	rows(): Line[];
}

/** What the samples call the table of those who asked not to be called again. */
export const OPT_OUTS = 'sampleOptOuts';
/** What the samples call the table of those who want to be called back. */
export const CALLBACKS = 'sampleCallbacks';
/** What the samples call the table of the scores of calls. */
export const CALL_SCORES = 'sampleCallScores';

/** What the samples call the table of the calls that have ended. */
export const CALLS = 'sampleCalls';
/** What the samples call the table of "Speed to lead". */
export const LEADS = 'sampleLeads';

/** What the samples call the table of "Campaign in slices". */
export const SLICES = 'sampleSlices';

/** What the samples call the table of "Remember the caller". */
export const CALLERS = 'sampleKnownCallers';

/** A row of the table `callers`. */
export interface Caller {
	phone: string;
	name: string | null;
	last_summary: string | null;
	open_promise: string | null;
	opted_out: string | null;
	last_call: string | null;
}

/** A row of the table `calls`, as far as reports and tests look at it. */
export interface SavedCall {
	call_id: string;
	status: string | null;
	outcome: string | null;
	transcript: string | null;
}

/** A row of the table `leads`. */
export interface SavedLead {
	name: string;
	phone: string;
	interest: string;
	to_do: string;
	reason: string | null;
	outcome: string | null;
	call_id: string | null;
}

/** The appointments of the list, on days that are counted from today. */
const appointments = (): Line[] =>
	sampleLines('appointments.csv').map(({ days_from_today, ...line }) => ({
		...line,
		date: DateTime.now()
			.setZone(line.time_zone)
			.plus({ days: Number(days_from_today) })
			.toFormat('yyyy-MM-dd'),
	}));

/** The tables of the samples. */
export const SAMPLE_TABLES = {
	appointments: {
		id: 'sampleAppointments',
		name: 'appointments',
		columns: [
			...['appointment', 'name', 'phone', 'time_zone', 'date', 'time'],
			...['answer', 'summary', 'reminded_at'],
		],
		dates: ['date'],
		rows: appointments,
	},
	clients: {
		id: 'sampleClients',
		name: 'clients',
		columns: ['company', 'opening_hours'],
		rows: () => sampleLines('clients.csv'),
	},
	agents: {
		id: 'sampleAgents',
		name: 'agents',
		columns: ['agent_id', 'name', 'document'],
		rows: () => [],
	},
	optOuts: {
		id: OPT_OUTS,
		name: 'do_not_call',
		columns: ['phone', 'name', 'asked_at', 'call_id'],
		rows: () => [],
	},
	proposals: {
		id: 'sampleProposals',
		name: 'agent_changes',
		columns: ['state', 'agent_id', 'document'],
		rows: () => [],
	},
	calls: {
		id: CALLS,
		name: 'calls',
		columns: sampleColumns('calls-table.csv'),
		rows: () => [],
	},
	leads: {
		id: LEADS,
		name: 'leads',
		columns: sampleColumns('leads-table.csv'),
		rows: () => [],
	},
	callbacks: {
		id: CALLBACKS,
		name: 'callbacks',
		columns: ['call_id', 'phone', 'said', 'at', 'time_zone', 'state', 'why', 'callback_id'],
		rows: () => [],
	},
	callScores: {
		id: CALL_SCORES,
		name: 'call_scores',
		columns: ['call_id', 'agent_id', 'agent', 'called_at', 'score', 'answers'],
		rows: () => [],
	},
	slices: {
		id: SLICES,
		name: 'slices',
		columns: ['at', 'campaign_id', 'done', 'answered', 'sent', 'held_back_by'],
		rows: () => [],
	},
	callers: {
		id: CALLERS,
		name: 'callers',
		columns: [
			...['phone', 'name', 'last_summary', 'open_promise'],
			...['opted_out', 'last_call', 'deleted_in'],
		],
		rows: () => [],
	},
} satisfies Record<string, SampleTable>;

/** The data tables of this n8n's user, below its REST API. */
async function tablesPath(rest: AxiosInstance): Promise<string> {
	const { data } = await rest.get('/projects/personal');
	return `/projects/${data.data.id}/data-tables`;
}

/** The rows of a sample's table. @param id the one that n8n has given to the table */
export async function rowsOfTable<Row = Line>(rest: AxiosInstance, id = ''): Promise<Row[]> {
	const { data } = await rest.get(`${await tablesPath(rest)}/${id}/rows`);
	return data.data.data;
}

/** Where n8n's editor shows a table, below n8n's address. @param id the one that n8n has given to the table */
export async function pageOfTable(rest: AxiosInstance, id = ''): Promise<string> {
	return (await tablesPath(rest)).replace('data-tables', `datatables/${id}`);
}

/** Adds rows to a sample's table. @param id the one that n8n has given to the table */
export async function addToTable(
	rest: AxiosInstance,
	id: string,
	rows: readonly Line[],
): Promise<void> {
	const body = { data: rows, returnType: 'count' };
	await rest.post(`${await tablesPath(rest)}/${id}/insert`, body);
}

/** Deletes all rows of a sample's table. @param id the one that n8n has given to the table */
export async function emptyTable(rest: AxiosInstance, id: string): Promise<void> {
	const filter = { type: 'and', filters: [{ columnName: 'id', condition: 'gt', value: 0 }] };
	const params = { filter: JSON.stringify(filter) };
	await rest.delete(`${await tablesPath(rest)}/${id}/rows`, { params });
}

/** Deletes a sample's table. @param id the one that n8n has given to the table */
export async function deleteTable(rest: AxiosInstance, id: string): Promise<void> {
	await rest.delete(`${await tablesPath(rest)}/${id}`);
}

/** Creates the tables that are not there, without rows. @returns the ID of each table, by what the samples call it */
export async function createTables(rest: AxiosInstance): Promise<Record<string, string>> {
	const path = await tablesPath(rest);
	const ids: Record<string, string> = {};
	const tables: SampleTable[] = Object.values(SAMPLE_TABLES);
	for (const { id: sampleId, name, columns, dates = [] } of tables) {
		const { data } = await rest.get(path, { params: { filter: JSON.stringify({ name }) } });
		let id: string | undefined = data.data.data[0]?.id;
		if (!id) {
			const typed = columns.map((column) => ({
				name: column,
				type: dates.includes(column) ? 'date' : 'string',
			}));
			id = String((await rest.post(path, { name, columns: typed })).data.data.id);
		}
		ids[sampleId] = id;
	}
	return ids;
}

/**
 * Creates the tables that are not there, and fills them with their rows. Appointments are made new on another day: they are about tomorrow.
 *
 * @param platform says which sandbox the samples work with; calls of another one are removed
 * @returns the ID of each table, by what the samples call it
 */
export async function bringTables(
	n8n: N8n,
	rest: AxiosInstance,
	platform: string,
): Promise<Record<string, string>> {
	const ids = await createTables(rest);
	for (const { id: sampleId, name, rows } of Object.values(SAMPLE_TABLES)) {
		const id = ids[sampleId] ?? '';
		const day = name === 'appointments' ? DateTime.now().toISODate() : '';
		await unlessDone(n8n, `filled-${name}`, [id, day, platform], async () => {
			await emptyTable(rest, id);
			if (rows().length > 0) await addToTable(rest, id, rows());
		});
	}
	return ids;
}
