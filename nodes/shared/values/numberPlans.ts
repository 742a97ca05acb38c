import { NUMBER_PLANS } from './generated/numberPlanTable';

/** How the numbers of one country code are written. */
export interface NumberPlan {
	countryCode: string;
	/** What is dialled before a number inside the country, and is not part of it: mostly `0`, or a company's prefix. */
	trunks: readonly RegExp[];
	/** What is written between the country code and the number, and is not part of it: the 0 in `+44 (0)20`. */
	trunksBehindCode: readonly RegExp[];
	/** The digits after what is dialled inside the country before a country code: mostly after `00`. */
	withoutPrefix(digits: string): string;
	/** Whether there are numbers with this length and beginning. @param rest the digits after the country code */
	isKnown(rest: string): boolean;
	/** Whether fixed lines or mobile phones have this length. New beginnings may be missing in the table. */
	isPossible(rest: string): boolean;
}

const rows = new Map(
	NUMBER_PLANS.map((row): [string, string] => [row.slice(0, row.indexOf(';')), row]),
);
const plans = new Map<string, NumberPlan>();

const atStart = (pattern: string) => new RegExp(`^(?:${pattern})`);

function planIn(row: string): NumberPlan {
	const [code = '', trunk = '', abroad = '', lengths = '', neverFirst = '', numbers = ''] =
		row.split(';');
	const trunks = trunk.split(' ').filter(Boolean);
	const prefix = atStart(abroad || '00');
	const pattern = new RegExp(`^(?:${numbers})$`);
	const usual = new Set(lengths.split(' ').map(Number));
	return {
		countryCode: code,
		trunks: trunks.filter((one) => !one.startsWith('+')).map(atStart),
		trunksBehindCode: trunks.map((one) => atStart(one.replace('+', ''))),
		withoutPrefix: (digits) => digits.replace(prefix, ''),
		isKnown: (rest) => pattern.test(rest),
		isPossible: (rest) => usual.has(rest.length) && !neverFirst.includes(rest.charAt(0)),
	};
}

/** The plan of a country code; undefined if there is none. */
export function numberPlanOf(countryCode: string): NumberPlan | undefined {
	const cached = plans.get(countryCode);
	const row = rows.get(countryCode);
	if (cached || row === undefined) return cached;
	const plan = planIn(row);
	plans.set(countryCode, plan);
	return plan;
}

/** The plan of a number in international format, by the digits after the +. No country code begins another. */
export const planOfNumber = (digits: string): NumberPlan | undefined =>
	[1, 2, 3].map((length) => numberPlanOf(digits.slice(0, length))).find(Boolean);

/** The country code with its +, such as `+49`; '' if no country code is known. @param number in E.164 format */
export function countryCodeOf(number: string): string {
	const plan = planOfNumber(number.slice(1));
	return plan ? `+${plan.countryCode}` : '';
}

/*
 * Some countries have changed their numbers, and lists hold both forms of one number for many years.
 */

/** `7 8 9`: each old beginning of a mobile number in Vietnam, and the new one. */
const VIETNAM =
	'120 70 121 79 122 77 126 76 128 78 123 83 124 84 125 85 127 81 129 82 162 32 163 33 164 34 165 35 166 36 167 37 168 38 169 39 186 56 188 58 199 59';

/** The form of a number, as a regular expression, and what it is in the other form. */
type FormChange = readonly [form: RegExp, other: string];

const vietnam = (VIETNAM.match(/\d+ \d+/g) ?? []).flatMap((pair): FormChange[] => {
	const [old = '', now = ''] = pair.split(' ');
	return [
		[new RegExp(`^\\+84${old}(\\d{7})$`), `+84${now}$1`],
		[new RegExp(`^\\+84${now}(\\d{7})$`), `+84${old}$1`],
	];
});

/** The beginnings of all numbers that can have another form. */
const CHANGED = /^\+(?:5[457]|84)/;

const CHANGES: readonly FormChange[] = [
	// Brazil: mobile phones got a 9 after the area. Before, they began with 6 to 9; fixed lines begin with 2 to 5.
	[/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2'],
	[/^\+55(\d\d)9([6-9]\d{7})$/, '+55$1$2'],
	// Argentina: mobile phones have a 9 in international format, and none inside the country.
	[/^\+549(\d{10})$/, '+54$1'],
	[/^\+54(\d{10})$/, '+549$1'],
	// Colombia: fixed lines got a 60 before the area.
	[/^\+57([1-8]\d{7})$/, '+5760$1'],
	[/^\+5760([1-8]\d{7})$/, '+57$1'],
	...vietnam,
];

/**
 * A number in E.164 format, and its older or newer form, if its country has changed it: `+551187654321` is also
 * `+5511987654321`.
 */
export const formsOfNumber = (number: string): string[] => [
	number,
	...CHANGES.filter(([form]) => form.test(number)).map(([form, other]) =>
		number.replace(form, other),
	),
];

/** The same text for both forms of a number: who is called under one of them is called under the other. */
export const phoneOf = (number: string): string =>
	CHANGED.test(number) ? (formsOfNumber(number).sort()[0] ?? number) : number;
