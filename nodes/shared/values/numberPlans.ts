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
