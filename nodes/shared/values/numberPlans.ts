/** How the numbers of one country code are written. */
export interface NumberPlan {
	countryCode: string;
	/** What is dialled before a number inside the country, and is not part of it: `0` in most countries. */
	trunks: readonly string[];
	/** How many digits a number has after the country code. */
	lengths: readonly number[];
	/** Digits that no number begins with. */
	neverFirst: string;
	/** True: a number of another length is refused even if it is written with its country code. */
	isStrict: boolean;
}

/**
 * Numbers of people (fixed lines, mobile phones) by country code, as the national numbering plans of the ITU have them. Each row: what is
 * dialled before a number inside the country (`|` between several), the lengths of a number, the country codes.
 */
const PLANS: ReadonlyArray<readonly [trunks: string, lengths: string, countryCodes: string]> = [
	['', '4 5', '290'],
	['', '4 5 6 7', '690'],
	['', '4 5 6 7 8 9 10 11', '352'],
	['', '4 7', '683'],
	['', '5', '247 500 682'],
	['', '5 6 7', '688'],
	['', '5 6 7 10', '685'],
	['', '5 7', '676 677 678'],
	['', '6', '298 299 672 681 687'],
	['', '6 7', '597'],
	['', '6 9', '376'],
	['', '7', '238 239 246 248 269 297 501 592 673 674 679 680 691 960'],
	['', '7 8', '230 267 372 507 599 670 675 975'],
	['', '7 9', '220 245 354'],
	['', '8', '45 47 65 216 222 223 226 227 228 235 236 253 257 266 268 350 356 357 371'],
	['', '8', '502 503 504 505 506 509 689 852 853 965 968 973 974'],
	['', '8 9', '224 258'],
	['', '8 10', '378'],
	['', '9', '34 48 56 221 237 240 242 244 351 420 992 998'],
	['', '9 10 11', '39'],
	['', '10', '30 225 229'],
	['0', '4 5 6 7 8 9 10 11 12 13', '43'],
	['0', '5 6 7 8 9', '27'],
	['0', '5 6 7 8 9 10', '358'],
	['0', '5 6 7 8 9 10 11 12 13', '49'],
	['0', '5 6 8 9 10 11', '82'],
	['0', '5 8', '686'],
	['0', '6 7 8 9', '252 359'],
	['0', '6 7 8 9 10', '95 880'],
	['0', '6 7 8 10', '53'],
	['0', '6 7 9', '421'],
	['0', '6 7 10', '98'],
	['0', '6 8 9 10', '63'],
	['0', '6 9', '40 508'],
	['0', '7', '291'],
	['0', '7 8', '241 961'],
	['0', '7 8 9', '46 231 254 595 967'],
	['0', '7 8 9 10', '243 353'],
	['0', '7 8 9 10 11', '86'],
	['0', '7 8 9 10 11 12', '62 381'],
	['0', '7 9', '265 423'],
	['0', '8', '232 373 374 382 386 389 591 598'],
	['0', '8 9', '32 51 66 213 250 264 355 377 385 387 593 855 962 963 970 971 972'],
	['0', '8 9 10', '20 60 64 856 964 976'],
	['0', '8 9 10 11', '886'],
	['0', '8 9 10 11 12', '383'],
	['0', '8 10', '57 850 977'],
	['0', '9', '33 41 61 93 94 211 212 218 233 249 251 255 256 260 261 262 380'],
	['0', '9', '590 594 596 966 994 995 996'],
	['0', '9 10', '44 81 84 92 263'],
	['0', '9 11', '31'],
	['0', '10', '58 90 91 234'],
	['0', '10 11', '54 55'],
	['06', '8 9', '36'],
	['1', '7', '692'],
	['1', '10', '1'],
	['1|01|044|045', '10', '52'],
	['8', '10', '7'],
	['8', '8', '993'],
	['8|0', '8', '370'],
	['8|80|0', '9', '375'],
];

/** Country codes with numbers that begin with 0. */
const ZERO_FIRST = new Set('39 225 226 227 229 241 242 378 992'.split(' '));

/** What else no number begins with, beside 0. */
const NEVER_FIRST: Readonly<Record<string, string>> = { '1': '01', '375': '08', '993': '08' };

/**
 * Country codes for which a number of another length is not passed on. In some of these countries a number as it is dialled inside them is
 * not the end of the international one (Argentina writes 15 for 9). Some have numbers that begin with 0. And 001 is also what is dialled
 * before any international number in parts of Asia, so that what follows it need not be a number of +1.
 */
const STRICT = new Set('1 7 52 54 225 226 227 229 241 242 261 378 672 992'.split(' '));

const plans = new Map(
	PLANS.flatMap(([trunks, lengths, countryCodes]) =>
		countryCodes.split(' ').map((countryCode): [string, NumberPlan] => [
			countryCode,
			{
				countryCode,
				trunks: trunks.split('|').filter(Boolean),
				lengths: lengths.split(' ').map(Number),
				neverFirst: NEVER_FIRST[countryCode] ?? (ZERO_FIRST.has(countryCode) ? '' : '0'),
				isStrict: STRICT.has(countryCode),
			},
		]),
	),
);

/** The plan of a country code; undefined if there is none. */
export const planOf = (countryCode: string): NumberPlan | undefined => plans.get(countryCode);

/** The plan of a number in international format, by the digits after the +. No country code is the beginning of another. */
export const planOfNumber = (digits: string): NumberPlan | undefined =>
	[1, 2, 3].map((length) => planOf(digits.slice(0, length))).find(Boolean);

/** The country code with its +, such as `+49`; '' if no country code is known. @param number in E.164 format */
export function countryCodeOf(number: string): string {
	const plan = planOfNumber(number.slice(1));
	return plan ? `+${plan.countryCode}` : '';
}
