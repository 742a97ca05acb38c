import { fastify } from 'fastify';
import { type Cell, htmlLinks, htmlPage, htmlTable } from '../../sandbox/common/html.mts';
import type { N8n } from '../n8n/n8n.mts';
import type { SampleDatabase, SavedCall } from './sampleDatabase.mts';

const ROWS_SHOWN = 500;
const REFRESH_SECONDS = 5;

const COLUMNS: Array<[title: string, value: (call: SavedCall) => Cell]> = [
	['Ended', ({ ended_at }) => ended_at && ended_at.toLocaleTimeString('en-GB')],
	['Name', ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' ')],
	['Number', ({ to_number }) => to_number],
	['Status', ({ status }) => status],
	['Outcome', ({ outcome }) => outcome],
	['Summary', ({ summary }) => summary],
	['Transcript', ({ transcript }) => transcript],
];

/** The table of "Calls to CRM". */
function tablePage(calls: readonly SavedCall[]): string {
	const rows = calls.slice(0, ROWS_SHOWN).map((call) => COLUMNS.map(([, value]) => value(call)));
	const shown = calls.length > ROWS_SHOWN ? `, the last ${ROWS_SHOWN} of them below` : '';
	return htmlPage(
		'The table "calls"',
		REFRESH_SECONDS,
		`${htmlLinks([{ text: 'Back to n8n', href: '/' }])}
<p>${calls.length} rows${shown}. The sample "Calls to CRM" fills it, once a minute.</p>
${htmlTable(
	COLUMNS.map(([title]) => title),
	rows,
)}`,
	);
}

interface DemoPagesOptions {
	n8n: N8n;
	database: SampleDatabase;
	/** The workflow that is opened. */
	workflowId: string;
	port: number;
}

/** Addresses of the pages. */
export interface DemoPages {
	/** Signs the browser in and opens the workflow. */
	open: string;
	table: string;
}

/** The address that signs the browser in, if the pages are served at this port. */
export const openAddress = (port: number): string => `http://127.0.0.1:${port}/`;

/**
 * The demo's own pages, on this computer only, until this process ends.
 *
 * The first one signs the browser in: cookies belong to a host, whatever the port, so n8n's session can be set from here.
 */
export async function startPages(options: DemoPagesOptions): Promise<DemoPages> {
	const { n8n, database, workflowId, port } = options;
	const host = `127.0.0.1:${port}`;
	const server = fastify();
	server.addHook('onRequest', async (request, reply) => {
		reply.header('cache-control', 'no-store');
		// A session is set for n8n's own host, and for no other name of this computer.
		if (request.headers.host !== host) await reply.redirect(`http://${host}/`);
	});
	server.get('/', async (_request, reply) => {
		// Without a session, n8n asks for the password: the user may have changed it.
		reply.header('set-cookie', await n8n.sessionCookies().catch(() => []));
		return reply.redirect(`${n8n.url}/workflow/${workflowId}`);
	});
	server.get('/table', async (_request, reply) =>
		reply.type('text/html; charset=utf-8').send(tablePage(await database.calls())),
	);
	await server.listen({ host: '127.0.0.1', port });
	return { open: openAddress(port), table: `http://${host}/table` };
}
