import type { IDataObject } from 'n8n-workflow';
import type { CallList, ListedPerson, Params } from '../../operation';
import { numberField, textField } from '../../operation';
import {
	ParameterError,
	cellUnder,
	columnsInWords,
	columnsOf,
	enteredColumn,
	enteredTimestamp,
	isObject,
	isSingleValue,
	onlyText,
	shownColumn,
} from '../../values';
import { saysWhoAgreed, saysWhoNotToCall } from '../../refusals';
import type { Consent, ConsentTime, Person } from '../person';
import { empty, wholeNumber } from './enteredValues';
import type { Rule } from './rule';

/*
 * The rule Consent: what a row says of the consent of its person.
 *   yes          -> may be called
 *   2026-03-02   -> may be called from that day on, and as long as the rule says
 *   03/02/2026   -> may not: nobody knows which day that is
 */

const NAME = 'Consent';
const LABEL = 'Consent Column';

/**
 * Words for a consent without a date, in small letters and without accents, from English to Russian; `on` is how a form
 * writes a box that is ticked.
 */
const YES: ReadonlySet<string> = new Set(
	`yes y true 1 on given granted agreed accepted ja oui si sim tak kylla да`.split(' '),
);

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;
const MOST_LETTERS = 60;

/** A consent that is neither still to come nor over. */
const CONSENT: ConsentTime = { from: -Infinity, until: Infinity, where: '', days: Infinity };

const isYes = (text: string): boolean =>
	YES.has(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());

/**
 * The moment of a date; undefined for anything else. Programs write 1900 and 1970 where there is no date. A number can
 * be an ID, or the day of a spreadsheet.
 */
function consentDate(text: string, timeZone: string): number | undefined {
	if (/^[\d\s.,+-]+$/.test(text) && !ISO_DAY.test(text)) return undefined;
	try {
		const moment = enteredTimestamp(text, LABEL, timeZone);
		return moment > DAY_MS ? moment : undefined;
	} catch {
		return undefined;
	}
}

const WHAT_IT_IS = 'A consent is yes, or its date, such as 2026-03-02';

/** Whether a value has a field that is not just `value`: it can say when the consent was taken back. */
function hasOtherField(value: unknown): boolean {
	if (isSingleValue(value)) return false;
	if (Array.isArray(value)) return value.some(hasOtherField);
	return Object.entries(value as object).some(
		([name, inner]) => name !== 'value' || hasOtherField(inner),
	);
}

/** @param written what the row has @param place where it is, as a reason says it */
function consentIn(written: unknown, place: string, days: number, timeZone: string): Consent {
	if (hasOtherField(written))
		return `What is ${place} has several fields. Enter in '${LABEL}' an expression with the one that is the consent`;
	const text = onlyText(written, `What is ${place}`);
	if (text instanceof ParameterError) return `${text.message}. ${text.description}`;
	if (text === '') return `There is no consent ${place}. ${WHAT_IT_IS}`;
	const shown = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
	if (isYes(text)) {
		if (days === Infinity) return CONSENT;
		return `"${shown}" ${place} has no date, and 'Valid for (Days)' is ${days}`;
	}
	const from = consentDate(text, timeZone);
	if (from === undefined) return `"${shown}" ${place} is no consent. ${WHAT_IT_IS}`;
	return { from, until: from + days * DAY_MS, where: `The consent ${place} is of ${shown}`, days };
}

/** The column in some rows for what was entered, or why there is none. All items of a run have the same rows. */
const found = new WeakMap<readonly IDataObject[], Map<string, string | ParameterError>>();

/**
 * @param entered '' to find it by its heading
 * @throws ParameterError if no row has it, if it can be several, or if it is a column of those who must not be called
 */
function findColumn(rows: readonly IDataObject[], entered: string): string {
	if (entered !== '') {
		const column = enteredColumn(rows, entered, LABEL);
		if (!saysWhoNotToCall(column)) return column;
		throw new ParameterError(
			`The column ${shownColumn(column)} says who must not be called, so it is no '${LABEL}'`,
			`Nothing was sent. Choose the column that says who agreed. Rows with a no in ${shownColumn(column)} are held back without any rule`,
		);
	}
	const [column, ...others] = columnsOf(rows).filter(saysWhoAgreed);
	if (others.length > 0) {
		throw new ParameterError(
			`More than one column may have the consent: ${[column, ...others].map((name = '') => shownColumn(name)).join(', ')}`,
			`Enter one of them in '${LABEL}'`,
		);
	}
	if (column !== undefined) return column;
	throw new ParameterError(
		'No column has a heading that means a consent',
		`Enter in '${LABEL}' the name of the column that has it, or remove the rule Consent. ${columnsInWords(rows)}`,
	);
}

/** As `findColumn`. */
function consentColumn(rows: readonly IDataObject[], entered: string): string {
	const columns = found.get(rows) ?? new Map<string, string | ParameterError>();
	found.set(rows, columns);
	if (!columns.has(entered)) {
		try {
			columns.set(entered, findColumn(rows, entered));
		} catch (error) {
			columns.set(entered, error as ParameterError);
		}
	}
	const column = columns.get(entered) ?? '';
	if (column instanceof ParameterError) throw column;
	return column;
}

/** What was entered in the rule; undefined if it was not added, null if its expression has no value. */
export function addedConsent(params: Params, rules: unknown): unknown {
	if (isObject(rules) && Object.hasOwn(rules, 'consent')) return rules.consent ?? null;
	return params.sharedCollection('callingRules.consent');
}

/** @throws ParameterError if it is not a whole number */
function validDays(column: IDataObject): number {
	if (!Object.hasOwn(column, 'validDays')) return Infinity;
	return wholeNumber(column.validDays, 'Valid for (Days)', MAX_DAYS, 0) || Infinity;
}

/** Reads the consent of a row. */
export interface ConsentReader {
	/** The column that has it; undefined if it is an expression. */
	column?: string;
	consentOf(person: ListedPerson, cells: IDataObject): Consent;
}

/**
 * Reads the consent of a list's rows: in a column, or by an expression. @param added what was entered in the rule
 * @throws ParameterError if there is no such column, or something that was entered cannot be read
 */
export function consentReader(params: Params, { source }: CallList, added: unknown): ConsentReader {
	const column = isObject(added) && isObject(added.column) ? added.column : undefined;
	if (!column) throw empty(NAME, 'Add the column');
	if (params.isExpression('callingRules.consent.column')) {
		throw new ParameterError(
			"'Consent' under 'Calling Rules' is part of an expression",
			`Nothing was sent. Add the rule with its fields. An expression in '${LABEL}' is the consent itself`,
		);
	}
	const days = validDays(column);
	const { timeZone } = params;
	const ENTERED = 'callingRules.consent.column.name';
	if (params.isExpression(ENTERED)) {
		const consentOf = ({ position }: ListedPerson) =>
			consentIn(params.valueOfRow(ENTERED, position), `in '${LABEL}'`, days, timeZone);
		return { consentOf };
	}
	const all = source === params.rows ? params.input : source;
	const name = consentColumn(all, params.text(ENTERED));
	const place = `in the column ${shownColumn(name)}`;
	return {
		column: shownColumn(name),
		consentOf: (_person, cells) => consentIn(cellUnder(cells, name), place, days, timeZone),
	};
}

/** The stricter of two consents. A text says that there is none, and wins; else the shorter period counts. */
export function stricterConsent(
	one: Consent | undefined,
	other: Consent | undefined,
): Consent | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	if (typeof one === 'string') return one;
	if (typeof other === 'string') return other;
	const until = one.until <= other.until ? one : other;
	const { from, where, whereLater = where } = one.from >= other.from ? one : other;
	return { ...until, from, whereLater };
}

/** What the rows of somebody say: from when on and until when the person agreed to be called. */
const agreed = ({ consent: said }: Person): ConsentTime =>
	typeof said === 'object' ? said : CONSENT;

/** A consent of 2026-03-02 that is valid for 30 days: nobody is called before that date, nor from 2026-04-01 on. */
export const consent: Rule = {
	name: NAME,
	fields: [
		{
			displayName: NAME,
			name: 'consent',
			type: 'fixedCollection',
			placeholder: 'Add Column',
			default: { column: { name: '', validDays: 0 } },
			options: [
				{
					displayName: 'Column',
					name: 'column',
					values: [
						textField(
							LABEL,
							'name',
							'Name of the column with the consent. You can drag it here from the input panel. Leave empty to find it by a usual heading, such as Consent or Opt-In. An expression is the consent itself.',
							{
								requiresDataPath: 'single',
								placeholder: 'e.g. Consent Date',
								hint: 'Empty: found by its heading',
							},
						),
						numberField(
							'Valid for (Days)',
							'validDays',
							'An older consent does not count, and a yes without a date neither. 0: a consent has no end.',
							{ typeOptions: { minValue: 0, maxValue: MAX_DAYS }, hint: '0 days: no end' },
						),
					],
				},
			],
			description:
				'Only people who agreed to be called are called: a column of their row has yes, or the date of the consent',
		},
	],
	isReadPerPerson: true,
	ofRows: {
		never({ person, at }) {
			if (typeof person.consent === 'string')
				return { because: 'no consent', description: person.consent };
			const { until, where, days } = agreed(person);
			if (at <= until) return undefined;
			return {
				because: 'consent has ended',
				description: `${where}. 'Valid for (Days)' is ${days}`,
			};
		},
		notNow({ person, at }) {
			const { from, where, whereLater = where } = agreed(person);
			if (at >= from) return undefined;
			return {
				because: 'consent begins later',
				description: `${whereLater}, which is still to come`,
			};
		},
		allowedFrom({ person }, moment) {
			const { from, until } = agreed(person);
			const first = Math.max(moment, from);
			return first <= until ? first : null;
		},
	},
};
