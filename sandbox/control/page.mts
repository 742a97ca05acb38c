import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../common/errors.mts';
import { type Cell, escaped, htmlLinks, htmlPage, htmlTable } from '../common/html.mts';
import { without } from '../common/json.mts';
import { instant } from '../common/times.mts';
import type { Row, Table } from '../data/database.mts';
import type { LoginRecord } from '../domain/accounts.mts';
import { callDetailView, ENDED_STATUSES } from '../domain/calls.mts';
import { exportRows, toCsv } from '../domain/campaignExport.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';

type Link = Extract<Cell, object>;

const REFRESH_SECONDS = 3;
/** While no call is under way. Each time, a table that was scrolled is at its beginning again. */
const QUIET_SECONDS = 10;
/** Of each table, so many of the latest rows. */
const ROWS_SHOWN = 50;

const timeOf = (milliseconds: number | null): string =>
	instant(milliseconds)?.slice(0, 19).replace('T', ' ') ?? '';
const nameOf = ({ first_name: first, last_name: last }: Row): string =>
	[first, last].filter(Boolean).join(' ');

/** The latest rows of a table, the latest first. */
const latest = ({ database }: Platform, table: Table): Row[] =>
	database.all(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT ${ROWS_SHOWN}`);

/** The name of a campaign with its ID, which tells campaigns of one name apart; the ID alone if there is no such campaign. */
function campaignOf({ campaigns }: Platform, id: string | null): Cell {
	const campaign = id === null ? undefined : campaigns.find(id);
	return campaign ? `${campaign.name} (${campaign.id})` : id;
}

const campaignCells = ({ campaigns }: Platform, row: Row): Cell[] => {
	const { id, name, status, progress } = campaigns.view(row);
	const { total, done, connected } = progress;
	const outcomes = Object.entries(campaigns.outcomeCounts(id)).map(([word, n]) => `${n} ${word}`);
	return [
		...[timeOf(row.created_at), id, name, status, total, done, connected],
		outcomes.join('\n'),
		{ text: 'Results (CSV)', href: `/sandbox/campaigns/${id}/results.csv` },
	];
};

const callCells = (platform: Platform, row: Row): Cell[] => {
	const { call_id, agent_name, campaign_id, to_number, status, ...call } = callDetailView(row);
	const { outcome = '', summary = '' } = call.analysis ?? {};
	const campaign = campaignOf(platform, campaign_id);
	return [
		...[timeOf(row.created_at), nameOf(row), to_number, agent_name, campaign],
		...[status, outcome, summary],
		call.transcript.length === 0
			? ''
			: { text: 'What was said', href: `/sandbox/calls/${call_id}` },
	];
};

const contactCells = (platform: Platform, row: Row): Cell[] => [
	campaignOf(platform, row.campaign_id),
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

/** A call, for people: how it ended, and what was said. */
function callPage(platform: Platform, row: Row, links: Link[]): string {
	const { call_id, agent_name, campaign_id, status, analysis, transcript, ...call } =
		callDetailView(row);
	const facts: Cell[][] = [
		['Call', call_id],
		['Name', nameOf(row)],
		['From', call.from_number],
		['To', call.to_number],
		['Agent', agent_name],
		['Campaign', campaignOf(platform, campaign_id)],
		['Started (UTC)', timeOf(row.started_at)],
		['Seconds', call.duration_seconds],
		['Status', status],
		['Outcome', analysis?.outcome],
		['Summary', analysis?.summary],
	];
	const said: Cell[][] = transcript.map(({ offset_seconds, role, text }: Row) => [
		offset_seconds,
		role,
		text,
	]);
	return htmlPage(
		'What was said in a call',
		ENDED_STATUSES.includes(status) ? undefined : REFRESH_SECONDS,
		[
			htmlLinks([{ text: 'All calls', href: '/sandbox/' }, ...links]),
			htmlTable(['What', 'Value'], facts),
			'<h2>Transcript</h2>',
			htmlTable(['Second', 'Who', 'Text'], said),
		].join('\n'),
	);
}

/** Everything that the platform was asked for, for people. */
function pageFor(platform: Platform, links: Link[]): string {
	const { accounts, database, ledger, questions, traffic } = platform;
	const parts: Link[] = [];
	const section = (title: string, count: number, table: string, more = '') => {
		const id = title.split(' ')[0].toLowerCase();
		parts.push({ text: `${title}: ${count}`, href: `#${id}` });
		const shown = count > ROWS_SHOWN ? `, the last ${ROWS_SHOWN} of them here` : '';
		return `<h2 id="${id}">${escaped(title)}: ${count}${shown}</h2>${more}${table}`;
	};
	const isBusy = database.count('calls', 'WHERE ended_at IS NULL') > 0;
	const counted = (table: Table) => `${database.count(table)} ${table}`;
	const others = [counted('bookings'), counted('callbacks'), counted('transfers')];
	const sections = [
		section(
			'Campaigns',
			database.count('campaigns'),
			htmlTable(
				[
					...['Created', 'ID', 'Name', 'Status', 'Contacts', 'Done', 'Connected'],
					...['Outcomes', 'Download'],
				],
				latest(platform, 'campaigns').map((row) => campaignCells(platform, row)),
			),
		),
		section(
			'Calls',
			database.count('calls'),
			htmlTable(
				[
					...['Created', 'Name', 'Number', 'Agent', 'Campaign', 'Status', 'Outcome', 'Summary'],
					'Transcript',
				],
				latest(platform, 'calls').map((row) => callCells(platform, row)),
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
				latest(platform, 'contacts').map((row) => contactCells(platform, row)),
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
	];
	return htmlPage(
		'What the platform saw',
		isBusy ? REFRESH_SECONDS : QUIET_SECONDS,
		[
			...(links.length > 0 ? [htmlLinks(links)] : []),
			`<p>This is the sandbox, a simulation of the platform. Nobody is called. ${others.join(', ')}, ${traffic.total} requests since the last start, ${ledger.balance(SAMPLE_ORGANIZATION_ID)} credits left. Times are UTC.</p>`,
			htmlLinks(parts),
			...sections,
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

/** What the browser may load for a page: nothing but the page itself. */
const NOTHING_LOADED = "default-src 'none'; style-src 'unsafe-inline'";

const sendPage = (reply: FastifyReply, page: string) =>
	reply
		.header('content-security-policy', NOTHING_LOADED)
		.type('text/html; charset=utf-8')
		.send(page);

/**
 * Shows people what the platform saw, and gives it to them as CSV files.
 *
 * @param n8n the address of n8n, to which each page has a link; none if undefined
 */
export function registerPage(
	control: FastifyInstance,
	platform: Platform,
	n8n: string | undefined,
): void {
	const links = n8n === undefined ? [] : [{ text: 'Back to n8n', href: n8n }];
	const file = (name: string) => ({
		'content-type': 'text/csv; charset=utf-8',
		'content-disposition': `attachment; filename="${name}"`,
	});
	control.get('/', (_request, reply) => sendPage(reply, pageFor(platform, links)));
	control.get<{ Params: { id: string } }>('/calls/:id', (request, reply) => {
		const { id } = request.params;
		const call = platform.calls.find(id);
		if (!call) throw new ApiError(404, `Call ${id} not found`);
		return sendPage(reply, callPage(platform, call, links));
	});
	control.get('/calls.csv', (_request, reply) =>
		reply.headers(file('calls.csv')).send(toCsv(callRows(platform))),
	);
	control.get<{ Params: { id: string } }>('/campaigns/:id/results.csv', (request, reply) => {
		const { id } = platform.campaigns.require(request.params.id);
		return reply.headers(file(`${id}.csv`)).send(toCsv(exportRows(platform.database, id)));
	});
}
