import { PLAIN_LIST, PLAIN_OBJECT, type Case } from './cases.mts';
import type { Verdict } from './oracle.mts';

/*
 * How often each manner was read, refused or got wrong.
 */

/** The choices of a case as flat names: `paging.offset` → `ignored`. */
export function choicesOf(of: Case): Map<string, string> {
	const choices = new Map<string, string>();
	const isCounted = (name: string) => !['seed', 'count', 'kind', 'first', 'last'].includes(name);
	for (const [name, value] of Object.entries(of)) {
		if (!isCounted(name)) continue;
		if (typeof value !== 'object' || value === null) choices.set(name, String(value));
		else
			for (const [inner, choice] of Object.entries(value as object)) {
				if (isCounted(inner) || name === 'envelope')
					choices.set(`${name}.${inner}`, String(choice));
			}
	}
	return choices;
}

const plainOf = (of: Case): Case => (of.kind === 'list' ? PLAIN_LIST : PLAIN_OBJECT);

/** The choices of a case that are not the plain ones, as `paging.offset=ignored`. */
export function mannersOf(of: Case): string[] {
	const plain = choicesOf(plainOf(of));
	return [...choicesOf(of)]
		.filter(([name, choice]) => plain.get(name) !== choice && name !== 'envelope.companionsFirst')
		.flatMap(([name, choice]) =>
			name === 'envelope.companions'
				? choice
						.split(',')
						.filter(Boolean)
						.map((companion) => `beside=${companion}`)
				: [`${name}=${choice}`],
		);
}

const CELLS = 3;
const CELL_WIDTH = 50;

interface Count {
	right: number;
	refused: number;
	fault: number;
}

/** Counts verdicts by manner. */
export class Statistics {
	private readonly counts = new Map<string, Count>();

	add(of: Case, verdict: Pick<Verdict, 'is'>): void {
		for (const manner of ['all', ...mannersOf(of)]) {
			const count = this.counts.get(manner) ?? { right: 0, refused: 0, fault: 0 };
			count[verdict.is] += 1;
			this.counts.set(manner, count);
		}
	}

	/** How many cases of this manner had this verdict. */
	count(manner: string, is: Verdict['is']): number {
		return this.counts.get(manner)?.[is] ?? 0;
	}

	/** Every manner with how often it was read right, refused and got wrong. */
	table(): string {
		const cells = [...this.counts]
			.toSorted(([a], [b]) => a.localeCompare(b))
			.map(([manner, { right, refused, fault }]) =>
				`${manner} ${right}/${refused}/${fault}`.padEnd(CELL_WIDTH),
			);
		const lines = Array.from({ length: Math.ceil(cells.length / CELLS) }, (_, line) =>
			cells.slice(line * CELLS, (line + 1) * CELLS).join(''),
		);
		return ['Each manner: right/refused/wrong', ...lines].join('\n');
	}
}
