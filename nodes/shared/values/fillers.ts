/*
 * What programs write where they have no value, and texts that were broken on their way: nobody must hear them in a call. Spellings are compared
 * exactly, because a person types other letters: `NULL` is no value, and Null is a surname.
 */

/** Fillers, written as one text with blanks between them. */
const FILLERS: ReadonlySet<string> = new Set([
	// Programming languages and databases.
	...`null NULL None nil undefined Undefined UNDEFINED NaN nan NaT \\N (null) (NULL) [null] <null> <NULL> <nil> <NA> (blank) (empty)
		(none) [undefined] [empty]`.split(/\s+/),
	...['[object Object]', 'Invalid Date', 'Invalid DateTime'],
	// Spreadsheets, in English, German, French, Spanish, Italian and Portuguese.
	...`#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #ERROR! #SPILL! #CALC! #FIELD! #CONNECT! #BLOCKED! #UNKNOWN! #BUSY! #GETTING_DATA
		#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #NUL! #N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡DIV/0! #¡NUM! #¡NULO!
		#RIF! #VALORE! #NOME? #NULLO! #VALOR! #NÚM! #NULO!`.split(/\s+/),
	// Models and people.
	...'N/A n/a N/a N.A. n.a. <UNKNOWN> <unknown> <Unknown> <NONE> <None> <none> <N/A> <n/a> - -- --- – —'.split(
		' ',
	),
]);

/** Whether a value is what a program writes where it has none, such as `#N/A`, `null` or `<UNKNOWN>`, also with spaces around it. */
export const isFiller = (value: unknown): boolean =>
	typeof value === 'string' ? FILLERS.has(value.trim()) : Number.isNaN(value);

/** What a letter of UTF-8 looks like that was read one byte at a time: `Ã¼` for ü, `PEÃ‘A`, `Oâ€™Neil`. */
const MISREAD =
	/[ÂÃÄÅÐÑ][\u0080-\u009F\u00A1-\u00AA\u00AC-\u00BA\u00BC-\u00BFƒŒœŠšŸŽžˆ˜†‡‰‹›€™]|[ÂÃÄÅÐÑ][«»‚„…–—‘“”•](?=\p{L})|â€|ï»¿|ï¿½/u;

/** Whether letters of a text were lost: it has the sign for a letter that could not be read, or bytes that were read as letters. */
export const isBroken = (value: unknown): boolean =>
	typeof value === 'string' && (value.includes('\uFFFD') || MISREAD.test(value));

/** Further fillers in the place of a name. In another place they can be an answer: there are no allergies, or the country is Namibia. */
const NO_NAMES: ReadonlySet<string> = new Set(
	'NA na none NONE unknown Unknown UNKNOWN true false TRUE FALSE blank BLANK empty EMPTY'.split(
		' ',
	),
);
/** `<first_name>`, `[Name]`, `{{ $json.name }}`: a place for a name, without it. */
const PLACE_FOR_NAME = /^(?:<.*>|\[.*\]|\{.*\}|\$\{.*\}|%.*%)$/s;
const DATE = /^\d{4}-\d\d-\d\d/;

/**
 * A name as it can be said: without the words in it that are fillers, `Ada undefined` → `Ada`; '' if it is none. A text without letters is no
 * name, such as the day of a spreadsheet (46083).
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
	const words = name.split(/\s+/).filter((word) => !isFiller(word));
	return words.length === name.split(/\s+/).length ? name : words.join(' ');
}
