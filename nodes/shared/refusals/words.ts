/** Letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
	ß: 'ss',
	ø: 'o',
	æ: 'ae',
	ł: 'l',
	đ: 'd',
	œ: 'oe',
};

/** Small letters without accents: `Łódź` -> lodz. */
const plainLetters = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[ßøæłđœ]/g, (letter) => PLAIN[letter] ?? letter)
		.normalize('NFD')
		.replace(/\p{M}/gu, '');

/** Where one part of a sentence ends: `DNC - internal` and `No, thanks` have two parts. */
export const BREAK = '|';

/** How many names or texts are kept with what was read from them: rows of a list repeat them. */
const MOST_KEPT = 10_000;
const LONGEST_KEPT = 200;

/** The same function, which reads each short text once. */
export function readOnce<Value>(read: (text: string) => Value): (text: string) => Value {
	const known = new Map<string, Value>();
	return (text) => {
		const kept = known.get(text);
		if (kept !== undefined || known.has(text)) return kept as Value;
		const value = read(text);
		if (known.size >= MOST_KEPT) known.clear();
		if (text.length <= LONGEST_KEPT) known.set(text, value);
		return value;
	};
}

/**
 * The words of a name or a text: in small letters, without accents and apostrophes.
 *
 * `doNotCall` and `Do-not_call` -> do, not, call. `Don’t call, please` -> dont, call, |, please.
 */
export const wordsOf = readOnce((text): readonly string[] =>
	plainLetters(
		text
			.replace(/['’`´]/g, '')
			.replace(/([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 '),
	)
		.replace(/\s+[-–—/]+\s+|[,;:=!?()[\].|–—]+/g, ` ${BREAK} `)
		.split(/[^\p{L}\d|]+/u)
		.filter(Boolean),
);

/** The words of a table that is written as one text: `do_not_call dnc` -> donotcall, dnc. */
export const tableOf = (text: string): string[] =>
	plainLetters(text)
		.trim()
		.split(/\s+/)
		.map((phrase) => phrase.replaceAll('_', ''));

/** Each beginning with each end: `do_not dont` and `call ring` -> donotcall, donotring, dontcall, dontring. */
export const phrases = (beginnings: string, ends: string): string[] =>
	tableOf(beginnings).flatMap((beginning) => tableOf(ends).map((end) => beginning + end));
