import type { IDataObject } from 'n8n-workflow';
import type { RowFilter } from './operation';

/** The most values of one filter that are named, and that are counted. */
const MOST_NAMED = 8;
const MOST_COUNTED = 1_000;
const MOST_LETTERS = 40;

type Counts = Map<string | number, number>;

function named(counts: Counts): string {
	const values = [...counts.keys()];
	if (values.length === 0) return 'none';
	const numbers = values.map(Number);
	if (values.every((value) => typeof value === 'number'))
		return `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
	const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_NAMED);
	const texts = frequent.map(([value]) => [...String(value)].slice(0, MOST_LETTERS).join(''));
	const others = values.length - texts.length;
	return others > 0 ? `${texts.join(', ')} and ${others} more` : texts.join(', ');
}

/** What the rows say that filters leave out, so that the user sees how the platform writes it. */
export class LeftOut {
	/** How often each value was met, by what the editor calls the filter. */
	private readonly met = new Map<string, Counts>();

	note(row: IDataObject, filters: ReadonlyArray<Pick<RowFilter, 'label' | 'said'>>): void {
		for (const { label, said } of filters) {
			const counts = this.met.get(label) ?? new Map<string | number, number>();
			this.met.set(label, counts);
			const value = said?.(row);
			if (value === undefined || value === null || value === '') continue;
			if (counts.size >= MOST_COUNTED && !counts.has(value)) continue;
			counts.set(value, (counts.get(value) ?? 0) + 1);
		}
	}

	/** `The filters leave out all calls. Their Outcome: declined.`; '' if nothing was left out. @param rows "calls" */
	inWords(rows: string): string {
		if (this.met.size === 0) return '';
		const said = [...this.met].map(([label, counts]) => `Their ${label}: ${named(counts)}.`);
		return [`The filters leave out all ${rows}.`, ...said].join(' ');
	}
}
