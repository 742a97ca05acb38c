/** What the full tests of test/quirks write down, each its part. */
export interface QuirkReport {
	/** Operation → the group that it belongs to. */
	groups: Record<string, string>;
	/** Manner → operation → what became of it. */
	matrix: Record<string, Record<string, { verdict: string; message?: string }>>;
	/** Manner → operations of which a refusal is explained. */
	explained: Record<string, string[]>;
}

/** The parts: how lists are answered, and everything else. */
export const PARTS = ['lists', 'values'] as const;

export const reportFile = (part: string) => `.cache/quirk-matrix-${part}.json`;

/** The whole of what the parts say. */
export const joined = (parts: readonly QuirkReport[]): QuirkReport => ({
	groups: Object.assign({}, ...parts.map(({ groups }) => groups)),
	matrix: Object.assign({}, ...parts.map(({ matrix }) => matrix)),
	explained: Object.assign({}, ...parts.map(({ explained }) => explained)),
});

const MARKS: Record<string, string> = { right: '·', refused: 'R', wrong: 'W' };
const MESSAGE_LENGTH = 140;

/** Prints manners × operations, one mark for each cell, and below it what the marks are about. */
export function printQuirkMatrix({ groups, matrix, explained }: QuirkReport): void {
	const columns = columnsOf(groups);
	const manners = Object.keys(matrix);
	const width = Math.max(...manners.map(({ length }) => length));
	const markOf = (manner: string, operation: string): string => {
		const verdict = matrix[manner]?.[operation]?.verdict;
		if (verdict === undefined) return ' ';
		const isExplained = verdict === 'refused' && explained[manner]?.includes(operation);
		return isExplained ? 'r' : MARKS[verdict]!;
	};
	const line = (head: string, cellOf: (operation: string, index: number) => string) => {
		let index = 0;
		const cells = columns.map(([, names]) => names.map((name) => cellOf(name, index++)).join(''));
		return `${head.padEnd(width)}  ${cells.join(' ')}`.trimEnd();
	};

	console.log(line('', (_name, index) => String(Math.floor((index + 1) / 10))));
	console.log(line('', (_name, index) => String((index + 1) % 10)));
	for (const manner of manners) console.log(line(manner, (name) => markOf(manner, name)));
	console.log('\n· right   r refused, explained   R refused, not explained   W wrong\n');
	printLegend(columns);
	printProblems(matrix, markOf);
	printTotals(manners.flatMap((manner) => Object.keys(groups).map((name) => markOf(manner, name))));
}

/** Group → its operations. */
function columnsOf(groups: QuirkReport['groups']): Array<[group: string, operations: string[]]> {
	const names = [...new Set(Object.values(groups))];
	return names.map((group) => [
		group,
		Object.keys(groups).filter((operation) => groups[operation] === group),
	]);
}

function printLegend(columns: Array<[group: string, operations: string[]]>): void {
	let index = 0;
	for (const [group, operations] of columns) {
		const names = operations.map((name) => `${++index} ${name}`);
		console.log(`${group}: ${names.join(' · ')}\n`);
	}
}

function printProblems(
	matrix: QuirkReport['matrix'],
	markOf: (manner: string, operation: string) => string,
): void {
	for (const [manner, cells] of Object.entries(matrix)) {
		const problems = Object.entries(cells).filter(([name]) => 'RW'.includes(markOf(manner, name)));
		if (problems.length > 0) console.log(`\n${manner}`);
		for (const [name, { message = '' }] of problems)
			console.log(`  ${markOf(manner, name)} ${name}: ${message.slice(0, MESSAGE_LENGTH)}`);
	}
}

function printTotals(marks: string[]): void {
	const count = (mark: string) => marks.filter((other) => other === mark).length;
	const cells = marks.length - count(' ');
	console.log(
		`\n${cells} cells: ${count('·')} right, ${count('r')} refused with a reason, ${count('R')} refused without, ${count('W')} wrong`,
	);
}
