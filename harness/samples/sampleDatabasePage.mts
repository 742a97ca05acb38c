import { once } from 'node:events';
import { createServer } from 'node:http';
import type { SampleDatabase, SavedCall } from './sampleDatabase.mts';

const ROWS_SHOWN = 500;
const REFRESH_SECONDS = 5;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const COLUMNS: Array<[title: string, value: (call: SavedCall) => string | null]> = [
	['Ended', ({ ended_at }) => ended_at && ended_at.toLocaleTimeString('en-GB')],
	['Name', ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' ')],
	['Number', ({ to_number }) => to_number],
	['Status', ({ status }) => status],
	['Outcome', ({ outcome }) => outcome],
	['Summary', ({ summary }) => summary],
	['Transcript', ({ transcript }) => transcript],
];

/** The table as a web page that reloads every few seconds. */
function pageOf(calls: readonly SavedCall[]): string {
	const head = COLUMNS.map(([title]) => `<th>${title}`).join('');
	const rows = calls.slice(0, ROWS_SHOWN).map((call) => {
		const cells = COLUMNS.map(([, value]) => `<td>${escaped(value(call) ?? '')}`);
		return `<tr>${cells.join('')}`;
	});
	const shown = calls.length > ROWS_SHOWN ? `, the last ${ROWS_SHOWN} of them below` : '';
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${calls.length} calls</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ddd; padding: 6px 12px 6px 0; text-align: left; vertical-align: top; }
td:last-child { white-space: pre-line; max-width: 60ch; color: #555; }
</style>
<h1>The table <code>calls</code></h1>
<p>${calls.length} rows${shown}. The sample "Calls to CRM" fills it, once a minute.</p>
<table><tr>${head}${rows.join('\n')}</table>
</html>
`;
}

/** Shows the table as a web page on this port of this computer, until this process ends. @returns its address */
export async function startPage(database: SampleDatabase, port: number): Promise<string> {
	const server = createServer((_request, response) => {
		database.calls().then(
			(calls) => {
				response.setHeader('content-type', 'text/html; charset=utf-8');
				response.end(pageOf(calls));
			},
			(error: Error) => {
				response.statusCode = 500;
				response.end(error.message);
			},
		);
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${port}/`;
}
