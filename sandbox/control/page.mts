import type { FastifyInstance } from 'fastify';
import { type Cell, escaped, htmlPage, htmlTable } from '../common/html.mts';
import { without } from '../common/json.mts';
import { instant } from '../common/times.mts';
import type { Row, Table } from '../data/database.mts';
import type { LoginRecord } from '../domain/accounts.mts';
import { callDetailView } from '../domain/calls.mts';
import { exportRows, toCsv } from '../domain/campaignExport.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';

const REFRESH_SECONDS = 3;
/** Of each table, so many of the latest rows. */
const ROWS_SHOWN = 50;

const timeOf = (milliseconds: number | null): string =>
	instant(milliseconds)?.slice(0, 19).replace('T', ' ') ?? '';
const nameOf = ({ first_name: first, last_name: last }: Row): string =>
	[first, last].filter(Boolean).join(' ');

/** The latest rows of a table, the latest first. */
const latest = ({ database }: Platform, table: Table): Row[] =>
	database.all(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT ${ROWS_SHOWN}`);

const campaignCells = ({ campaigns }: Platform, row: Row): Cell[] => {
	const { name, status, progress } = campaigns.view(row);
	const { total, done, connected } = progress;
	const results = { text: 'Results (CSV)', href: `/sandbox/campaigns/${row.id}/results.csv` };
	return [timeOf(row.created_at), name, status, total, done, connected, results];
};

const callCells = (row: Row): Cell[] => {
	const { agent_name, campaign_id, to_number, status, analysis } = callDetailView(row);
	const when = timeOf(row.created_at);
	const { outcome, summary } = analysis ?? {};
	return [when, nameOf(row), to_number, agent_name, campaign_id, status, outcome, summary];
};

const contactCells = (row: Row): Cell[] => [
	row.campaign_id,
	nameOf(row),
	row.phone_number,
	row.status,
	row.attempts,
	row.outcome,
];

const loginCells = ({ at, email, step, outcome, reason }: LoginRecord): Cell[] => [
	timeOf(Date.parse(at)),
	email,
	step,
	outcome,
	reason,
];

const questionCells = (row: Row): Cell[] => [
	timeOf(Date.parse(row.at)),
	row.function,
	JSON.stringify(row.arguments),
	row.status,
	row.answer ?? row.reason,
	row.latency_ms,
];

/** Everything that the platform was asked for, for people. */
function pageFor(platform: Platform): string {
	const { accounts, database, ledger, questions, traffic } = platform;
	const section = (title: string, count: number, table: string, more = '') => {
		const shown = count > ROWS_SHOWN ? `, the last ${ROWS_SHOWN} of them here` : '';
		return `<h2>${escaped(title)}: ${count}${shown}</h2>${more}${table}`;
	};
	const counted = (table: Table) => `${database.count(table)} ${table}`;
	const others = [counted('bookings'), counted('callbacks'), counted('transfers')];
	return htmlPage(
		'What the platform saw',
		REFRESH_SECONDS,
		[
			`<p>This is the sandbox, a simulation of the platform. Nobody is called. ${others.join(', ')}, ${traffic.total} requests since the last start, ${ledger.balance(SAMPLE_ORGANIZATION_ID)} credits left. Times are UTC.</p>`,
			section(
				'Campaigns',
				database.count('campaigns'),
				htmlTable(
					['Created', 'Name', 'Status', 'Contacts', 'Done', 'Connected', 'Download'],
					latest(platform, 'campaigns').map((row) => campaignCells(platform, row)),
				),
			),
			section(
				'Calls',
				database.count('calls'),
				htmlTable(
					['Created', 'Name', 'Number', 'Agent', 'Campaign', 'Status', 'Outcome', 'Summary'],
					latest(platform, 'calls').map(callCells),
				),
				'<p><a href="/sandbox/calls.csv">All calls with their transcripts (CSV)</a></p>',
			),
			section(
				'Questions to custom functions',
				database.count('questions'),
				htmlTable(
					['Time', 'Function', 'Arguments', 'Status', 'Answer', 'Milliseconds'],
					questions.latest(ROWS_SHOWN).map(questionCells),
				),
			),
			section(
				'Contacts',
				database.count('contacts'),
				htmlTable(
					['Campaign', 'Name', 'Number', 'Status', 'Calls', 'Outcome'],
					latest(platform, 'contacts').map(contactCells),
				),
			),
			section(
				'Logins since the last start',
				accounts.loginLog.length,
				htmlTable(
					['Time', 'Email', 'Step', 'Outcome', 'Reason'],
					accounts.loginLog.slice(-ROWS_SHOWN).reverse().map(loginCells),
				),
			),
		].join('\n'),
	);
}

/** One flat row for each call, in order of arrival. */
function callRows({ database }: Platform): Row[] {
	return database.all('SELECT * FROM calls ORDER BY seq').map((row) => {
		const { analysis, transcript, ...call } = callDetailView(row);
		const turns = transcript.map(({ role, text }: Row) => `${role}: ${text}`);
		return {
			...without(call, 'variables'),
			outcome: analysis?.outcome,
			summary: analysis?.summary,
			transcript: turns.join('\n'),
		};
	});
}

/** Shows people what the platform saw, and gives it to them as CSV files. */
export function registerPage(control: FastifyInstance, platform: Platform): void {
	const file = (name: string) => ({
		'content-type': 'text/csv; charset=utf-8',
		'content-disposition': `attachment; filename="${name}"`,
	});
	control.get('/', (_request, reply) =>
		reply.type('text/html; charset=utf-8').send(pageFor(platform)),
	);
	control.get('/calls.csv', (_request, reply) =>
		reply.headers(file('calls.csv')).send(toCsv(callRows(platform))),
	);
	control.get<{ Params: { id: string } }>('/campaigns/:id/results.csv', (request, reply) => {
		const { id } = platform.campaigns.require(request.params.id);
		return reply.headers(file(`${id}.csv`)).send(toCsv(exportRows(platform.database, id)));
	});
}
