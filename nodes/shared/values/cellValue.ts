import { ParameterError } from './parameterError';

/** Whether an object is a date of JavaScript or of Luxon, which counts as one value. */
const isMoment = (value: object): value is { toJSON(): unknown } =>
	'toJSON' in value && typeof value.toJSON === 'function';

/** Whether a value has no values in it. */
export const isSingleValue = (value: unknown): boolean =>
	typeof value !== 'object' || value === null || isMoment(value);

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The plain values in a value that are not empty, at any depth. */
function* plainValues(value: unknown): Generator {
	if (isSingleValue(value)) {
		if (!isBlank(value)) yield value;
		return;
	}
	for (const inner of Object.values(value as object)) yield* plainValues(inner);
}

const MOST_LETTERS = 100;

const cut = (text: string) =>
	text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;

/**
 * The one plain value where a text or a number belongs: `"Ada"`, `["Ada"]`, `{ "value": "Ada" }` -> Ada. Undefined
 * without one.
 * @param label names it in the error that is returned for several values
 */
export function onlyValue(value: unknown, label: string): unknown {
	if (isSingleValue(value)) return value;
	const values = plainValues(value);
	const first: unknown = values.next().value;
	if (values.next().done) return first;
	return new ParameterError(
		`${label} has more than one value`,
		`Only one can be used. Choose it in the expression, or enter the name of its part. It has: ${cut(JSON.stringify(value))}`,
		'several values',
	);
}

/** The one plain value, as `onlyValue` finds it, as a trimmed text; '' if there is none. Dates are in ISO 8601. */
export function onlyText(value: unknown, label: string): string | ParameterError {
	const only = onlyValue(value, label);
	if (only instanceof ParameterError) return only;
	const text = typeof only === 'object' && only !== null ? (only as Date).toJSON() : only;
	return String(text ?? only ?? '').trim();
}

/*
 * What programs write for no value, and broken texts: nobody must hear them in a call. Spellings are compared exactly:
 * `NULL` is no value, and Null is a surname.
 */

/** Fillers, written as one text with blanks between them. */
const FILLERS: ReadonlySet<string> = new Set([
	// Programming languages and databases.
	...`null NULL None nil undefined Undefined UNDEFINED NaN nan NaT \\N (null) (NULL) (Null) [null] [NULL] (blank) (empty)
		(none) (None) [None] [none] [undefined] [empty]`.split(/\s+/),
	...['[object Object]', 'Invalid Date', 'Invalid date', 'Invalid DateTime', 'Loading...'],
	// Spreadsheets, in English, German, French, Spanish, Italian and Portuguese.
	...`#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #ERROR! #SPILL! #CALC! #FIELD! #CONNECT! #BLOCKED! #UNKNOWN! #BUSY! #GETTING_DATA
		#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #NUL! #N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡DIV/0! #¡NUM! #¡NULO!
		#RIF! #VALORE! #NOME? #NULLO! #VALOR! #NÚM! #NULO! #FELD! #KALK! #CHAMP! #¡CALC! #¡CAMPO! #¡DESBORDAMIENTO!`.split(
		/\s+/,
	),
	// In Dutch, Polish, the Nordic languages and Russian.
	...`#N/B #VERW! #WAARDE! #NAAM? #GETAL! #DEEL/0! #LEEG! #N/D! #ADR! #ARG! #NAZWA? #LICZBA! #DZIEL/0! #ZERO!
		#SAKNAS! #REFERENS! #VÄRDEFEL! #NAMN? #OGILTIGT! #DIVISION/0! #I/T #REFERENCE! #VÆRDI! #NAVN? #VERDI! #PUUTTUU! #VIITTAUS!
		#ARVO! #NIMI? #LUKU! #JAKO/0! #TYHJÄ! #Н/Д #ССЫЛКА! #ЗНАЧ! #ИМЯ? #ЧИСЛО! #ДЕЛ/0! #ПУСТО!`.split(
		/\s+/,
	),
	// Models and people.
	...'N/A n/a N/a N.A. n.a. [UNKNOWN] [Unknown] [unknown] (UNKNOWN) (Unknown) (unknown) - -- --- – —'.split(
		' ',
	),
]);
/** What a model or a program writes in place of a value: `<UNKNOWN>`, `<null>`, `<not provided>`, `<first_name>`. */
const IN_ANGLES = /^<[\p{L}_][\p{L}_ /-]{0,29}>$/u;
/** LibreOffice writes `Err:502` where a formula fails. */
const ERROR_CODE = /^Err:\d{3}$/;

/** Whether a value is what programs write for none: `#N/A`, `null` or `<UNKNOWN>`, also with spaces around it. */
export function isFiller(value: unknown): boolean {
	if (typeof value !== 'string') return Number.isNaN(value);
	const text = value.trim();
	return FILLERS.has(text) || IN_ANGLES.test(text) || ERROR_CODE.test(text);
}

/** What a letter of UTF-8 looks like that was read one byte at a time: `Ã¼` for ü, `PEÃ‘A`, `Oâ€™Neil`. */
const MISREAD =
	/[ÂÃÄÅÐÑ][\u0080-\u009F\u00A1-\u00AA\u00AC-\u00BA\u00BC-\u00BFƒŒœŠšŸŽžˆ˜†‡‰‹›€™]|[ÂÃÄÅÐÑ][«»‚„…–—‘“”•](?=\p{L})|â€|ï»¿|ï¿½/u;

/** The same with a space, or a sign at a word's end, as second letter: `cittÃ ` for città, `sÄ…` for są. */
const MISREAD_IN_WORD = /\p{Ll}(?:[ÃÄ](?!\p{L})|Å[«»‚„…–—‘“”•])|[ÃÅ]\u00A0(?=\p{Ll})/u;
/** The same for two letters of Greek, Hebrew or Arabic, `Î‘Î½` for Αν, and a letter of three bytes, `á»…n` for ễn. */
const MISREAD_PAIRS =
	/(?:[ÎÏØÙÚÛ×][\u0080-\u00BFƒŒœŠšŸŽžˆ˜†‡‰‹›€™‚„…–—‘’“”•]){2}|[à-ï][\u0080-\u009F\u00A1-\u00AA\u00AC-\u00BA\u00BC-\u00BFƒŒœŠšŸŽžˆ˜†‡‰‹›€][\u0080-\u009F\u00A1-\u00AA\u00AC-\u00BA\u00BC-\u00BFƒŒœŠšŸŽžˆ˜†‡‰‹›€]|[à-ï][»„…–—“”•‘’][»„…–—“”•‘’](?=\p{L})|ðŸ/u;
/** A long number as a spreadsheet shows it: `1.23E+11`. */
const LOST_DIGITS = /^\s*-?\d[.,]\d+E\+\d\d\s*$/;
/** An object or a function that was written as a text, alone or in a sentence. */
const WRITTEN_OBJECT = /\[object [A-Z]\w*\]/;

/** Whether a text was broken on its way: letters or digits were lost, or an object was written as a text. */
export const isBroken = (value: unknown): boolean =>
	typeof value === 'string' &&
	(value.includes('\uFFFD') ||
		[MISREAD, MISREAD_IN_WORD, MISREAD_PAIRS, LOST_DIGITS, WRITTEN_OBJECT].some((broken) =>
			broken.test(value),
		));

/** More fillers in place of a name. Elsewhere they can be an answer: no allergies, or the country Namibia (NA). */
const NO_NAMES: ReadonlySet<string> = new Set(
	'NA na none NONE unknown Unknown UNKNOWN true false TRUE FALSE blank BLANK empty EMPTY'.split(
		' ',
	),
);
/** `<first_name>`, `[Name]`, `{{ $json.name }}`: a place for a name, without it. */
const PLACE_FOR_NAME = /^(?:<.*>|\[.*\]|\{.*\}|\$\{.*\}|%.*%)$/s;
/** `2026-03-01T…`, `1 Mar 2026`, `Mar 1, 2026`, `Sun Mar 01 2026 00:00:00 GMT+0000`. */
const DATE =
	/^\d{4}-\d\d-\d\d|^\d{1,2}[.\s/-]+\p{L}{3,9}\.?[\s/-]+(?:19|20)\d\d$|^\p{L}{3,9}\.? \d{1,2}, (?:19|20)\d\d$|\d GMT[+-]\d{4}/u;

/** `undefined,` is a filler, too. */
const isFillerWord = (word: string): boolean => isFiller(word.replace(/[,;]$/, ''));

/**
 * A name as it can be said, without fillers: `Ada undefined` → `Ada`; '' if nothing is left. A text without letters,
 * such as the day of a spreadsheet (46083), is no name.
 */
export function sayableName(name: string): string {
	const isNone =
		NO_NAMES.has(name) ||
		isFiller(name) ||
		isBroken(name) ||
		PLACE_FOR_NAME.test(name) ||
		DATE.test(name) ||
		!/\p{L}/u.test(name);
	if (isNone) return '';
	const words = name.split(/\s+/);
	if (words.every((word) => NO_NAMES.has(word) || isFillerWord(word))) return '';
	// A dash between two words is part of the name.
	const isSaid = (word: string, index: number) =>
		!isFillerWord(word) || (/^\p{Pd}$/u.test(word) && index > 0 && index < words.length - 1);
	const said = words.filter(isSaid);
	return said.length === words.length ? name : said.join(' ').replace(/[,;]$/, '');
}
