/** Prints rows as a table with aligned columns; the first column is text, the others are figures. */
export function printTable(head: string[], rows: Array<Array<string | number>>): void {
	const cells = [head, ...rows].map((row) => row.map(String));
	const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
	const line = (row: string[]) =>
		row
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  ');
	const [titles = [], ...body] = cells;
	console.log(line(titles));
	console.log(widths.map((width) => '-'.repeat(width)).join('  '));
	body.forEach((row) => console.log(line(row)));
}
