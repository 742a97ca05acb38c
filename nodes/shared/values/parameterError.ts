import type { NotCalledReason } from './reasons';

/** A parameter or input row that cannot be sent. Raised before anything reaches the network. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		message: string,
		/** What the user can do about the problem. */
		readonly description: string,
		/** Why the row cannot be called, if the fault is in the row. Without one, it is in a parameter. */
		readonly because?: NotCalledReason,
	) {
		super(message);
	}
}

/** Why a row cannot be sent, and what to do about it. */
export interface RowProblem {
	/** Position in the input, from 1. */
	row: number;
	message: string;
	description: string;
}

const MAX_TEXTS = 10;
const MAX_ROWS = 10;

/** `Row 2`, `Rows 2, 4 and 7`, `Rows 1, 2, … 10 and 31 more` */
function rowsInWords(rows: readonly number[]): string {
	if (rows.length === 1) return `Row ${rows[0]}`;
	const isLong = rows.length > MAX_ROWS + 1;
	const named = rows.slice(0, isLong ? MAX_ROWS : -1);
	const rest = isLong ? `${rows.length - MAX_ROWS} more` : String(rows.at(-1));
	return `Rows ${named.join(', ')} and ${rest}`;
}

/** Each text once, with the rows that it is about. Texts that are '' are left out. */
function grouped(
	problems: readonly RowProblem[],
	textOf: (problem: RowProblem) => string,
	separator: string,
): string {
	const rowsOf = new Map<string, number[]>();
	for (const problem of problems) {
		const text = textOf(problem);
		if (text === '') continue;
		const rows = rowsOf.get(text) ?? [];
		rows.push(problem.row);
		rowsOf.set(text, rows);
	}
	const all = [...rowsOf];
	const listed = all.slice(0, MAX_TEXTS).map(([text, rows]) => `${rowsInWords(rows)}: ${text}`);
	const left = all.slice(MAX_TEXTS).flatMap(([, rows]) => rows).length;
	return [...listed, ...(left > 0 ? [`… and ${left} more`] : [])].join(separator);
}

/** What is wrong, for a message: `Rows 2 and 4: Name is empty; Row 5: "x" is not a phone number`. */
export const reasonsOf = (problems: readonly RowProblem[]): string =>
	grouped(problems, ({ message }) => message, '; ');

/** What to do, for a description. Many rows have the same remedy, so it is told however many there are. */
export const remediesOf = (problems: readonly RowProblem[]): string =>
	grouped(problems, ({ description }) => description, '. ');

/** What is wrong and what to do, with each row: `Row 2: "x" is not a phone number; Row 5: "y" is not … Write …`. */
export function problemsInWords(problems: readonly RowProblem[]): string {
	const byRemedy = new Map<string, RowProblem[]>();
	for (const problem of problems) {
		const same = byRemedy.get(problem.description) ?? [];
		same.push(problem);
		byRemedy.set(problem.description, same);
	}
	return [...byRemedy]
		.map(([remedy, same]) => [reasonsOf(same), remedy].filter(Boolean).join('. '))
		.join('. ');
}
