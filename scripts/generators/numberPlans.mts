import { createRequire } from 'node:module';

/*
 * Makes the table of the numbers of each country code from the metadata of libphonenumber, in libphonenumber-js: how long they are, how they
 * begin, and what is dialled before them.
 */

export const numberPlansFile = 'nodes/shared/values/generated/numberPlanTable.ts';

/** The places in the data of a region that are used here. */
const [ABROAD, LENGTHS, TRUNK, TRUNKS, CHANGES, TYPES] = [1, 3, 5, 7, 8, 11];
const [FIXED_LINE, MOBILE] = [0, 1];
/** Numbers of mailboxes, which nobody answers. They are as long as those of other countries with their country code. */
const MAILBOX = 5;

type Lengths = readonly number[];
/** Of each kind, such as mobile phones: a regular expression of its numbers, and their lengths if they are not those of all kinds. */
type Kinds = ReadonlyArray<readonly [pattern: string, lengths?: Lengths] | 0 | null>;
type Region = Readonly<Record<number, unknown>>;

const projectRequire = createRequire(import.meta.url);
const metadata = projectRequire('libphonenumber-js/metadata.max.json') as {
	country_calling_codes: Readonly<Record<string, readonly string[]>>;
	countries: Readonly<Record<string, Region>>;
	/** Country codes that belong to no country, such as those of satellite phones. */
	nonGeographic: Readonly<Record<string, Region>>;
};
const { version } = projectRequire('libphonenumber-js/package.json') as { version: string };

/**
 * What is dialled before a number and is not among the trunks of the metadata.
 *
 * - Mexico has dialled these no more since 2019, and contact lists have them still; the one with a + only behind the country code: there a 1 before
 *   a number of Mexico is common, and elsewhere it is that of North America.
 * - In Brazil, 90 begins a call that the callee pays for.
 */
const MORE_TRUNKS: Readonly<Record<string, readonly string[]>> = {
	'52': ['01', '044', '045', '+1'],
	'55': ['90'],
};

/** What is dialled before a number with its country code and is not in the metadata: in Indonesia, by its two oldest telephone companies. */
const MORE_PREFIXES: Readonly<Record<string, string>> = { '62': '00[17]|01017' };

const DIGITS = [...'0123456789'];

/** Where the group that begins a pattern ends. */
function endOfGroup(pattern: string): number {
	let depth = 0;
	for (const [index, sign] of [...pattern].entries()) {
		if (sign === '(') depth += 1;
		if (sign === ')') depth -= 1;
		if (depth === 0) return index;
	}
	throw new Error(`A group of ${pattern} has no end`);
}

/** The parts of a pattern of which a number has one. */
function alternativesOf(pattern: string): string[] {
	let depth = 0;
	const alternatives = [''];
	for (const sign of pattern) {
		if (sign === '(') depth += 1;
		if (sign === ')') depth -= 1;
		if (sign === '|' && depth === 0) alternatives.push('');
		else alternatives[alternatives.length - 1] += sign;
	}
	return alternatives;
}

/** The digits that a number of the pattern can begin with. */
function firstDigits(pattern: string): string[] {
	return alternativesOf(pattern).flatMap((alternative) => {
		if (alternative.startsWith('('))
			return firstDigits(alternative.slice(1, endOfGroup(alternative)));
		const [first = ''] = /^(?:\[[^\]]+\]|.)/.exec(alternative) ?? [];
		return DIGITS.filter((digit) => new RegExp(`^${first}$`).test(digit));
	});
}

/** The same pattern in fewer signs. It is for digits alone. */
const shortened = (pattern: string): string =>
	pattern.replaceAll('\\d', '.').replaceAll('(?:', '(');

const unique = <T,>(values: readonly T[]): T[] => [...new Set(values)];

function rowOf(code: string, regions: readonly Region[]): string {
	const kinds = regions.flatMap((region) =>
		(region[TYPES] as Kinds).map((kind, index) => ({
			isOfPeople: index === FIXED_LINE || index === MOBILE,
			pattern: index === MAILBOX ? '' : shortened((kind || undefined)?.[0] ?? ''),
			lengths: (kind || undefined)?.[1] ?? (region[LENGTHS] as Lengths),
		})),
	);
	const filled = kinds.filter(({ pattern }) => pattern !== '');
	const ofPeople = filled.filter(({ isOfPeople }) => isOfPeople);
	// Only such country codes have neither fixed lines nor mobile phones.
	const usual = code in metadata.nonGeographic && ofPeople.length === 0 ? filled : ofPeople;
	const [main = {}] = regions;
	const trunks = unique([
		...regions.map((region) => region[TRUNK]),
		...(MORE_TRUNKS[code] ?? []),
	]).filter((trunk) => typeof trunk === 'string');
	// With a change of the digits behind them, these are of one town or of Argentina's mobile phones.
	const more = main[CHANGES] ? '' : shortened(String(main[TRUNKS] || ''));
	const firsts = usual.flatMap(({ pattern }) => firstDigits(pattern));
	const neverFirst = unique(['0', ...trunks.map((trunk) => trunk.replace('+', '').charAt(0))])
		.filter((digit) => !firsts.includes(digit))
		.sort();
	const lengths = unique(usual.flatMap((kind) => kind.lengths))
		// A number has at most 15 digits with its country code (E.164).
		.filter((length) => code.length + length <= 15)
		.sort((a, b) => a - b);
	const pattern = unique(filled.map((kind) => kind.pattern)).join('|');
	const abroad = unique([String(main[ABROAD] || '00'), MORE_PREFIXES[code] ?? ''])
		.filter(Boolean)
		.join('|');
	const row = [
		code,
		unique([...trunks, more])
			.join(' ')
			.trim(),
		abroad === '00' ? '' : shortened(abroad),
		lengths.join(' '),
		neverFirst.join(''),
		pattern,
	];
	return `${JSON.stringify(row.join(';'))},`;
}

/** The code of the table, not formatted. */
export function numberPlans(): string {
	const ofCountries = Object.entries(metadata.country_calling_codes).map(([code, regions]) =>
		rowOf(
			code,
			regions.map((region) => metadata.countries[region] ?? {}),
		),
	);
	const others = Object.entries(metadata.nonGeographic).map(([code, region]) =>
		rowOf(code, [region]),
	);
	return `// Written by npm run generate from the metadata of libphonenumber-js ${version}. Do not edit.

/**
 * The numbers of each country code. In each row, separated by semicolons:
 * - the country code
 * - what is dialled before a number inside the country, as regular expressions; with a +, behind the country code alone
 * - what is dialled before a number with its country code, as a regular expression, if this is not 00
 * - how many digits a fixed line or a mobile phone has after the country code
 * - which digits none of these begins with, of 0 and of what is dialled before them
 * - a regular expression of all numbers, also those of companies, without those of mailboxes; a dot is a digit
 */
export const NUMBER_PLANS: readonly string[] = [
${[...ofCountries, ...others].join('\n')}
];
`;
}
