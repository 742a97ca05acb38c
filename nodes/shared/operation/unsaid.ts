import type { IDataObject } from 'n8n-workflow';
import { isBroken, isFiller, isSingleValue, sayableName, shownColumn } from '../values';

/** The most columns that are named to the user. */
const MOST_COLUMNS = 5;
const MOST_LETTERS = 30;

const firstLetters = (text: string): string => {
	const letters = [...text];
	return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : text;
};

/** What can be said of a value; undefined if that is nothing. @param left is told what is left out */
function sayableValue(value: unknown, left: unknown[]): unknown {
	if (isFiller(value) || isBroken(value)) {
		left.push(value);
		return undefined;
	}
	if (isSingleValue(value)) return value;
	const all = Object.entries(value as object);
	const said = all
		.map(([name, inner]) => [name, sayableValue(inner, left)] as const)
		.filter(([, inner]) => inner !== undefined);
	if (said.length === 0 && all.length > 0) return undefined;
	return Array.isArray(value) ? said.map(([, inner]) => inner) : Object.fromEntries(said);
}

/** What nobody must hear, left out of what an agent is told: fillers such as `#N/A`, and texts that lost letters. */
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

	/** The variables that can be said, without what cannot be said in their lists and objects. */
	variablesIn(variables: IDataObject): IDataObject {
		const said = Object.entries(variables).map(([name, value]) => {
			const left: unknown[] = [];
			const sayable = sayableValue(value, left);
			if (left.length > 0) this.add(name, left[0]);
			return [name, sayable];
		});
		return Object.fromEntries(said.filter(([, value]) => value !== undefined)) as IDataObject;
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
