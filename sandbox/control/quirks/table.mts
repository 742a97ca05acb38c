import { CATALOGUE } from '../../simulation/quirkCatalogue.mts';

const BEGIN = '<!-- quirks: written by npm run docs -->';
const END = '<!-- end of quirks -->';

/** The page with the table of all quirks between its two marks. */
export function withQuirksTable(page: string): string {
	const [before, rest = ''] = page.split(BEGIN);
	const [, after] = rest.split(END);
	if (after === undefined) throw new Error(`There is no place for the table: ${BEGIN} … ${END}`);
	return `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
}

function table(): string {
	const rows = Object.entries(CATALOGUE).map(([name, { about, values, meanings }]) => [
		`\`${name}\``,
		about,
		values.map((value) => shown(value, meanings[String(value)])).join(' · '),
	]);
	return aligned([['name', 'what it is about', 'values (default first)'], ...rows]);
}

function shown(value: unknown, meaning: string | undefined): string {
	return meaning === undefined ? `\`${value}\`` : `\`${value}\`: ${meaning}`;
}

/** A table of Markdown in which the columns are as wide as their longest cell. */
function aligned(rows: string[][]): string {
	const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = cells[0]!.map((_, column) =>
		Math.max(...cells.map((row) => [...row[column]!].length)),
	);
	const rule = widths.map((width) => '-'.repeat(width));
	return [cells[0]!, rule, ...cells.slice(1)]
		.map((row) => `| ${row.map((cell, column) => padded(cell, widths[column]!)).join(' | ')} |`)
		.join('\n');
}

const padded = (cell: string, width: number) => cell + ' '.repeat(width - [...cell].length);
