import type { IDataObject } from 'n8n-workflow';
import { isBroken, isFiller, sayableName, shownColumn } from '../values';

/** The most columns that are named to the user. */
const MOST_COLUMNS = 5;
const MOST_LETTERS = 30;

const firstLetters = (text: string): string => {
	const letters = [...text];
	return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : text;
};

/** What is left out of what an agent is told, because nobody must hear it: fillers such as `#N/A`, and texts that lost letters. */
export class Unsaid {
	/** How often something was left out, and the first time, by its column or field. */
	private readonly found = new Map<string, { count: number; example: string }>();

	private add(column: string, value: unknown): void {
		const { count = 0, example = firstLetters(String(value)) } = this.found.get(column) ?? {};
		this.found.set(column, { count: count + 1, example });
	}

	/** A name as it can be said; '' if it is none. */
	nameIn(column: string, written: string): string {
		const said = sayableName(written);
		if (said !== written) this.add(column, written);
		return said;
	}

	/** The variables that can be said. */
	variablesIn(variables: IDataObject): IDataObject {
		const said = Object.entries(variables).filter(([name, value]) => {
			const isSaid = !isFiller(value) && !isBroken(value);
			if (!isSaid) this.add(name, value);
			return isSaid;
		});
		return Object.fromEntries(said);
	}

	/** What the user is told of it. @param isOfList whether the rows of a list are counted */
	inWords(isOfList: boolean): string[] {
		if (this.found.size === 0) return [];
		const columns = [...this.found].map(([column, { count, example }]) => {
			const rows = count === 1 ? '1 row' : `${count} rows`;
			return isOfList ? `${shownColumn(column)} in ${rows} (${example})` : shownColumn(column);
		});
		const others = columns.length - MOST_COLUMNS;
		const named = columns.slice(0, MOST_COLUMNS).join(', ');
		const more = others > 0 ? `, and ${others} more` : '';
		return [`Left out, because it is no name or value that can be said: ${named}${more}.`];
	}
}
