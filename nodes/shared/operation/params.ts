import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { NumberForm } from '../values';
import {
	ParameterError,
	checkedIdentifier,
	columnNames,
	columnsInWords,
	enteredTimestamp,
	isObject,
	localTime,
	onlyText,
	onlyValue,
	parseJson,
	readNumber,
	readPhoneNumber,
	readText,
} from '../values';

/** Reads a parameter of the node for an item, a resource locator as its value. Dotted names reach into collections. */
export type ReadParameter = (name: string, fallback?: unknown) => unknown;

/** A text field whose entries, separated by commas or line breaks, are sent as a list. */
export interface TextList {
	list: INodeProperties;
}

/** Fields of a collection, under the names the API uses for them. */
export type ApiFields = Readonly<Record<string, INodeProperties | TextList>>;

/** The field as the editor shows it. */
export const fieldOf = (entry: INodeProperties | TextList): INodeProperties =>
	'list' in entry ? entry.list : entry;

/** A parameter that is not the same for all items. */
export interface Differing {
	name: string;
	/** Whether its expression also looks at the clock or chance, so that its values cannot be compared. */
	withClock: boolean;
}

interface ParamsContext {
	/** Fields of the operation: error texts use their display names. */
	fields?: readonly INodeProperties[];
	/** JSON of the input items this request is made from: one, or all of them. */
	rows?: readonly IDataObject[];
	/** The positions of `rows` among the input items, from 1. */
	rowNumbers?: readonly number[];
	/** JSON of all input items, those of other requests too. */
	input?: readonly IDataObject[];
	/** Reads the parameters for one of `rows`, by its position. By default, the first one's count for all rows. */
	readRow?(position: number): ReadParameter;
	/** A parameter with one value for the first of `rows`, and another for a later one; undefined if there is none. */
	differing?(): Differing | undefined;
	/** Reads a value that nobody changes: items with the same value may get the same object. */
	readShared?: ReadParameter;
	/** The names of the entries in a collection; undefined if one expression makes all of it, or they are unknown. */
	entriesOf?(name: string): readonly string[] | undefined;
	/** IANA time zone of dates without a time zone. */
	timeZone?: string;
	/** A parameter as the workflow writes it, with its expressions. */
	writtenAs?(name: string): unknown;
}

/**
 * A parameter as it is written, by its name; a collection may be one expression. @param written those of the workflow
 */
export const writtenAt = (written: unknown, name: string): unknown =>
	name
		.split('.')
		.reduce((value, key) => (isObject(value) ? (value[key] as unknown) : value), written);

/** The value of a parameter that nobody added. No expression gives this value, and no input has it. */
const NOT_ADDED = '\u0000not added';

/** `agentId` → `Agent ID`, for parameters whose field is not known. */
const readable = (name: string) =>
	name
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\bId\b/, 'ID');

const isBlank = (value: unknown): boolean => (readText(value)?.trim() ?? '') === '';

/** What an expression reads of the item: `$json.phone`, `$json["Work Phone"]`. */
const COLUMN_READ = /\$json(?:\.(\w+)|\[\s*["'](.+?)["']\s*\])/g;

/** The parameters of one request, checked. Each reader throws a ParameterError with the parameter's title. */
export class Params {
	readonly rows: readonly IDataObject[];
	readonly rowNumbers: readonly number[];
	readonly input: readonly IDataObject[];

	constructor(
		private readonly read: ReadParameter,
		private readonly context: ParamsContext = {},
	) {
		this.rows = context.rows ?? [];
		this.input = context.input ?? this.rows;
		this.rowNumbers = context.rowNumbers ?? this.rows.map((_row, index) => index + 1);
	}

	/** What the screen calls a parameter, or the entry of a collection, in quotes. */
	private label(name: string): string {
		const [outer, entry] = name.split('.');
		const field = this.context.fields?.find((candidate) => candidate.name === outer);
		const entries = (field?.options ?? []) as Array<Partial<INodeProperties>>;
		const shown = entry === undefined ? field : entries.find((option) => option.name === entry);
		return `'${shown?.displayName ?? readable(entry ?? name)}'`;
	}

	/** @throws ParameterError for a list or an object with several values */
	private textIn(value: unknown, name: string): string {
		// A value that was chosen from a list has its name beside it.
		const chosen = isObject(value) && value.__rl === true ? value.value : value;
		const text = onlyText(chosen, this.label(name));
		if (text instanceof ParameterError) throw text;
		return text;
	}

	/** IANA time zone of dates without a time zone. */
	get timeZone(): string {
		return this.context.timeZone ?? 'UTC';
	}

	/** Text, trimmed; '' when nothing was entered. @throws ParameterError for a list or an object with several values */
	text(name: string): string {
		return this.textIn(this.read(name, ''), name);
	}

	/** Text for one of the rows, trimmed: an expression can have another value for each. As `text`. */
	textOfRow(name: string, position: number): string {
		return this.textIn(this.valueOfRow(name, position), name);
	}

	/** What was entered for one of the rows, as it is. */
	valueOfRow(name: string, position: number): unknown {
		const read = this.context.readRow?.(position) ?? this.read;
		return read(name, '');
	}

	/** @throws ParameterError if what was read for the first row, and counts for all, differs in another row */
	refuseDiffering(): void {
		const differing = this.context.differing?.();
		if (!differing) return;
		const label = this.label(differing.name);
		const [why, remedy] = differing.withClock
			? [
					': its expression looks at the item, and at the clock or chance',
					`Take the clock or chance ($now, Date, Math.random()) out of the expression of ${label}`,
				]
			: ['', `Enter one value for ${label}`];
		throw new ParameterError(
			`${label} is not the same for all items${why}`,
			`Nothing was sent. All items are one request. ${remedy}, use .first() in place of .item in its expression, or send the items in groups, with an IF or a Switch node before this node`,
		);
	}

	/** What was entered, for an item about it: lists and objects as JSON. */
	shown(name: string): string {
		return readText(this.read(name, ''))?.trim() ?? '';
	}

	/** Whether a parameter, or a collection that it is part of, is an expression. */
	isExpression(name: string): boolean {
		return this.writtenText(name).startsWith('=');
	}

	/** A parameter as it is written, with its expressions; '' if it is no text. */
	writtenText(name: string): string {
		const written = this.context.writtenAs?.(name);
		const text = isObject(written) && written.__rl === true ? written.value : written;
		return typeof text === 'string' ? text : '';
	}

	/** An entry of a collection, as it is; undefined if it was not added. Null if its expression has no value. */
	addedValue(name: string): unknown {
		return this.added(name, this.read);
	}

	/**
	 * A collection, to be read only; undefined without one. Entries are read one by one, so n8n evaluates again only
	 * those that differ from item to item. @param without entries that are not needed
	 */
	sharedCollection(name: string, ...without: string[]): unknown {
		const { readShared = this.read, entriesOf } = this.context;
		const entries = entriesOf?.(name);
		if (!entries) return this.added(name, readShared);
		return Object.fromEntries(
			entries
				.filter((entry) => !without.includes(entry))
				.map((entry) => [entry, this.added(`${name}.${entry}`, readShared)] as const)
				.filter(([, value]) => value !== undefined),
		);
	}

	private added(name: string, read: ReadParameter): unknown {
		const value = read(name, NOT_ADDED);
		return value === NOT_ADDED ? undefined : (value ?? null);
	}

	/** Why a parameter has no value: the columns of the input show which name its expression should have. */
	private empty(name: string): ParameterError {
		const label = this.label(name);
		const hasColumns = this.rows.some((row) => Object.keys(row).length > 0);
		return this.isExpression(name) && hasColumns
			? new ParameterError(
					`${label} is empty: its expression gives nothing`,
					`Check the names in the expression of ${label}. ${columnsInWords(this.rows)}`,
				)
			: new ParameterError(
					`${label} is empty`,
					`Enter a value for ${label}, or check its expression`,
				);
	}

	/** Text that must be there. */
	required(name: string): string {
		const text = this.text(name);
		if (text === '') throw this.empty(name);
		return text;
	}

	/** An identifier that becomes part of a URL path. @throws ParameterError if it is empty or would change the path */
	id(name: string): string {
		return checkedIdentifier(this.required(name), this.label(name));
	}

	/** A phone number in E.164 format, from any usual format; what is wrong with it if it is none. */
	readNumber(name: string): string | ParameterError {
		const written = onlyValue(this.read(name, ''), this.label(name));
		if (written instanceof ParameterError) return written;
		if (!isBlank(written) || !this.isExpression(name))
			return readPhoneNumber(written, this.numberForm());
		const column = this.emptyColumn(name);
		if (column === undefined) return this.empty(name);
		return new ParameterError(
			'There is no phone number in this row',
			`Its column ${column} is empty. Enter the number there, or leave out the row`,
			'no phone number',
		);
	}

	/** The column that an expression reads, if its cell is empty: `{{ $json.phone }}` and `{ phone: '' }` -> phone. */
	private emptyColumn(name: string): string | undefined {
		const [row = {}] = this.rows;
		const read = [...this.writtenText(name).matchAll(COLUMN_READ)];
		const columns = read.map(([, plain, quoted]) => plain ?? quoted ?? '');
		return columns.find((column) => Object.hasOwn(row, column) && isBlank(row[column]));
	}

	/** How phone numbers are written. @throws ParameterError for a choice that there is not */
	numberForm(): NumberForm {
		const choice = this.text('options.numbersWithoutPlus') || 'unknown';
		if (choice !== 'withCountryCode' && choice !== 'national' && choice !== 'unknown') {
			throw new ParameterError(
				`'Numbers Without +' "${choice}" is not known`,
				'Choose from the list, or check its expression: it must give withCountryCode, national or unknown',
			);
		}
		return { countryCode: this.text('defaultCountryCode'), withoutPlus: choice };
	}

	/** A phone number in E.164 format, from any usual format. @throws ParameterError if it is none */
	phoneNumber(name: string): string {
		const number = this.readNumber(name);
		if (number instanceof ParameterError) throw number;
		return number;
	}

	flag(name: string, fallback = false): boolean {
		const value = this.read(name, fallback);
		return typeof value === 'string' ? value.toLowerCase() === 'true' : Boolean(value);
	}

	/** A number within bounds, both included. Text must be in decimal notation. */
	number(name: string, fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER): number {
		const value = this.read(name, fallback);
		const isEmpty = value === null || value === undefined || value === '';
		const number = isEmpty ? fallback : readNumber(value);
		if (number === null) {
			throw new ParameterError(
				`${this.label(name)} "${readText(value)}" is not a number`,
				'Enter digits only, with a point before decimals',
			);
		}
		if (number < min || number > max) {
			throw new ParameterError(
				`${this.label(name)} "${String(value)}" is out of range`,
				max === Number.MAX_SAFE_INTEGER
					? `Enter a number of ${min} or more`
					: `Enter a number from ${min} to ${max}`,
			);
		}
		return number;
	}

	/** Texts separated by commas or line breaks. */
	texts(name: string): string[] {
		const value = this.read(name, '');
		const texts = Array.isArray(value)
			? value.map((entry) => this.textIn(entry, name))
			: this.text(name).split(/[,\n]/);
		return texts.map((text) => text.trim()).filter((text) => text !== '');
	}

	/** Names of columns, as texts or as n8n writes them when columns are dragged into the field. */
	columns(name: string): string[] {
		return Array.isArray(this.read(name, '')) ? this.texts(name) : columnNames(this.text(name));
	}

	/** Texts separated by commas or line breaks, in lower case. */
	words(name: string): string[] {
		return this.texts(name).map((word) => word.toLowerCase());
	}

	/** Texts separated by commas or line breaks, at least one. */
	requiredTexts(name: string): string[] {
		const texts = this.texts(name);
		if (texts.length === 0) throw this.empty(name);
		return texts;
	}

	/** A moment as ISO 8601 in UTC, or '' when nothing was entered. Read strictly, as of `enteredTimestamp`. */
	timestamp(name: string): string {
		const value = onlyValue(this.read(name, ''), this.label(name));
		if (value instanceof ParameterError) throw value;
		if (value === '' || value === null || value === undefined) return '';
		const moment = enteredTimestamp(value, this.label(name), this.context.timeZone);
		return new Date(moment).toISOString();
	}

	/** The day of a moment in the workflow's time zone, `2026-03-02`; '' when empty. Read as strictly as a timestamp. */
	day(name: string): string {
		const moment = this.timestamp(name);
		return moment === '' ? '' : localTime(Date.parse(moment), this.timeZone).toFormat('yyyy-MM-dd');
	}

	/** JSON, as text or as the value of an expression; undefined when nothing was entered. */
	json(name: string): unknown {
		const value = this.read(name, '');
		if (typeof value !== 'string') return value ?? undefined;
		if (value.trim() === '') return undefined;
		const parsed = parseJson(value);
		if (parsed) return parsed.value;
		throw new ParameterError(
			`${this.label(name)} is not valid JSON`,
			'Check commas, quotes and brackets. Put keys and texts in double quotes. Write an expression as {{ JSON.stringify($json.note) }}, without quotes around it',
		);
	}

	/** JSON that is one object; {} when nothing was entered. */
	jsonObject(name: string): IDataObject {
		const value = this.json(name);
		if (value === undefined) return {};
		if (!isObject(value)) {
			throw new ParameterError(
				`${this.label(name)} must be one JSON object`,
				'Write it in braces, for example { "company": "Example" }',
			);
		}
		return value;
	}

	/** JSON that is a list of objects. */
	jsonList(name: string): IDataObject[] {
		const written = this.read(name, '');
		const isOther = typeof written === 'string' && !/^\s*[[{]/.test(written);
		const value = isOther ? undefined : this.json(name);
		if (!Array.isArray(value) || !value.every(isObject)) {
			throw new ParameterError(
				`${this.label(name)} must be a JSON list of objects`,
				'Write it in square brackets, for example [{ "phone_number": "+12125550123" }]. To send a table, such as CSV, save it as a file and choose File in place of JSON, or read it with an Extract from File node and choose All Input Items',
			);
		}
		return value;
	}

	/** Rows of a table: a group of a fixedCollection. */
	rowsOf<T extends object>(name: string): T[] {
		const rows = this.read(name, []);
		return Array.isArray(rows) ? (rows as T[]) : [];
	}

	/**
	 * Names and values of a fixedCollection with the group `pairs`; empty ones are left out. @throws ParameterError for a
	 * value without a name
	 */
	pairs(name: string): IDataObject {
		const pairs = this.rowsOf<{ name?: unknown; value?: unknown }>(`${name}.pairs`);
		const read = pairs.map((pair) => [this.textIn(pair.name, name), pair.value] as const);
		const nameless = read.find(
			([key, value]) => key === '' && (readText(value)?.trim() ?? '') !== '',
		);
		if (nameless) {
			throw new ParameterError(
				`${this.label(name)} has the value "${readText(nameless[1])}" without a name`,
				'Enter its name, or remove the row',
			);
		}
		return Object.fromEntries(read.filter(([key]) => key !== '')) as IDataObject;
	}

	/** What was entered in a collection, under the names the API uses. Empty entries are ignored. */
	entered(collection: string, fields: ApiFields): IDataObject {
		const entered: IDataObject = {};
		for (const [apiName, entry] of Object.entries(fields)) {
			const field = fieldOf(entry);
			const path = `${collection}.${field.name}`;
			if ('list' in entry) {
				const texts = this.texts(path);
				if (texts.length > 0) entered[apiName] = texts;
				continue;
			}
			if (field.type === 'json') {
				const value = this.json(path);
				if (value !== undefined) entered[apiName] = value as IDataObject;
				continue;
			}
			if (field.type === 'multiOptions') {
				const values = this.read(path, []);
				if (Array.isArray(values) && values.length > 0) entered[apiName] = values as string[];
				continue;
			}
			if (field.type === 'boolean') {
				if (this.read(path, undefined) !== undefined) entered[apiName] = this.flag(path);
				continue;
			}
			const value = field.type === 'dateTime' ? this.timestamp(path) : this.text(path);
			if (value !== '') entered[apiName] = field.type === 'number' ? this.number(path, 0) : value;
		}
		return entered;
	}
}
