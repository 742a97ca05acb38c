/** A text as somebody can read it, and for each of its letters the place in the text as it was written. */
export interface Reading {
	text: string;
	from: number[];
	to: number[];
}

/** How a URL, JSON or HTML writes letters. */
interface Code {
	pattern: RegExp;
	/** Undefined if it says nothing. */
	decode: (written: string) => string | undefined;
}

const bytesOf = (written: string) =>
	Buffer.from(written.replaceAll('%', ''), 'hex').toString('utf8');

const NAMED: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };
const MAX_CODE_POINT = 0x10ffff;

function letterOfHtml(written: string): string | undefined {
	const name = written.slice(1, -1).toLowerCase();
	if (!name.startsWith('#')) return NAMED[name];
	const code = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
	return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : undefined;
}

const CODES: readonly Code[] = [
	{ pattern: /(?:%[0-9a-f]{2})+/gi, decode: bytesOf },
	{
		// As above, in forms, where a plus sign is a space.
		pattern: /(?:%[0-9a-f]{2})+|\+/gi,
		decode: (written) => (written === '+' ? ' ' : bytesOf(written)),
	},
	{
		pattern: /\\u[0-9a-f]{4}|\\["\\/bfnrt]/gi,
		decode: (written) => JSON.parse(`"${written.toLowerCase()}"`) as string,
	},
	{ pattern: /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|quot|apos|amp|lt|gt);/gi, decode: letterOfHtml },
];
/** JSON in a URL, a URL in HTML: so many codes, one around the other. */
const LEVELS = 2;

function decoded(reading: Reading, { pattern, decode }: Code): Reading {
	const { text, from, to } = reading;
	const parts: string[] = [];
	const next: Reading = { text: '', from: [], to: [] };
	let copied = 0;
	const copyTo = (end: number) => {
		parts.push(text.slice(copied, end));
		next.from.push(...from.slice(copied, end));
		next.to.push(...to.slice(copied, end));
		copied = end;
	};
	for (const { 0: written, index } of text.matchAll(pattern)) {
		copyTo(index);
		const letters = decode(written) ?? written;
		copied = index + written.length;
		parts.push(letters);
		for (let unit = 0; unit < letters.length; unit += 1) {
			next.from.push(from[index] ?? 0);
			next.to.push(to[copied - 1] ?? 0);
		}
	}
	copyTo(text.length);
	return { ...next, text: parts.join('') };
}

/** The text as it is, and as it reads when what is encoded in it is decoded. */
export function readingsOf(text: string): Reading[] {
	const units = Array.from({ length: text.length }, (_, index) => index);
	const written = { text, from: units, to: units.map((unit) => unit + 1) };
	const all: Reading[] = [written];
	let last: Reading[] = [written];
	for (let level = 0; level < LEVELS; level += 1) {
		last = last.flatMap((reading) =>
			CODES.filter(({ pattern }) => reading.text.search(pattern) >= 0).map((code) =>
				decoded(reading, code),
			),
		);
		all.push(...last);
	}
	return all;
}
