type Cell = string | number;

/** `1. Call me` is none. */
const isFigure = (text: string) => /^-?\d(?!\d*\. )/.test(text);

/** Rows as a table for a terminal. A column of figures is aligned to the right, every other to the left. */
export function textTable(head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
	const body = rows.map((row) => row.map(String));
	const columns = head.map((title, index) => {
		const cells = body.map((row) => row[index] ?? '');
		const width = Math.max(...[title, ...cells].map(({ length }) => length));
		const isRight = cells.length > 0 && cells.every(isFigure);
		return { width, pad: (text: string) => (isRight ? text.padStart(width) : text.padEnd(width)) };
	});
	const line = (cells: readonly string[]) =>
		columns
			.map(({ pad }, index) => pad(cells[index] ?? ''))
			.join('  ')
			.trimEnd();
	return [line(head), line(columns.map(({ width }) => '-'.repeat(width))), ...body.map(line)].join(
		'\n',
	);
}

export function printTable(head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): void {
	console.log(textTable(head, rows));
}
