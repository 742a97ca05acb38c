/** What a cell of a table shows: a value, or a link. */
export type Cell = string | number | null | undefined | { text: string; href: string };

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as it is written between tags, or in a quoted attribute. */
export const escaped = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

function cellOf(cell: Cell): string {
	if (typeof cell !== 'object' || cell === null) return escaped(String(cell ?? ''));
	return `<a href="${escaped(cell.href)}">${escaped(cell.text)}</a>`;
}

/** A paragraph with these links. */
export const htmlLinks = (links: ReadonlyArray<{ text: string; href: string }>): string =>
	`<p>${links.map(cellOf).join(' · ')}</p>`;

/** A table, which scrolls by itself where it is too large; without rows, a line that says so. */
export function htmlTable(titles: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
	if (rows.length === 0) return '<p>None yet.</p>';
	const head = titles.map((title) => `<th>${escaped(title)}</th>`).join('');
	const body = rows.map((cells) => {
		const row = cells.map((cell) => `<td>${cellOf(cell)}</td>`).join('');
		return `<tr>${row}</tr>`;
	});
	return `<div class="rows" tabindex="0"><table><tr>${head}</tr>${body.join('\n')}</table></div>`;
}

/**
 * A page. What it shows is in it: it loads nothing.
 *
 * @param refreshSeconds after which it loads itself again; never if undefined
 * @param body HTML
 */
export const htmlPage = (title: string, refreshSeconds: number | undefined, body: string): string =>
	`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; overflow-wrap: break-word; }
.rows { overflow: auto; max-height: 70vh; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #8885; padding: 6px 16px 6px 0; text-align: left; vertical-align: top; white-space: pre-line; }
th { position: sticky; top: 0; background: Canvas; }
td { min-width: 6ch; max-width: 60ch; }
td:first-child { white-space: nowrap; }
</style>
<h1>${escaped(title)}</h1>
${body}
</html>
`;
