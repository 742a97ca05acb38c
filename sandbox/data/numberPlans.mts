/** Where numbers can be bought: what one costs each month, and the ranges that are reserved for examples. */
interface Country {
	monthlyCredits: number;
	/** The number at a place of the range; after the last place the first one follows again. */
	numberAt: (index: number, areaCode?: string) => string;
}

const LINES_PER_AREA = 100;
const FIRST_AREA = 303;
const AREAS = 687;

// The range 555-0100 to 555-0199 is reserved in every area code, so more numbers need more area codes.
function northAmerican(index: number, areaCode?: string): string {
	const area = areaCode ?? FIRST_AREA + (Math.floor(index / LINES_PER_AREA) % AREAS);
	return `+1${area}55501${padded(index % LINES_PER_AREA, 2)}`;
}

/** The countries that have numbers to sell. */
export const COUNTRIES: Record<string, Country> = {
	AU: { monthlyCredits: 150, numberAt: (index) => `+6125550${padded(index % 10_000, 4)}` },
	CA: { monthlyCredits: 100, numberAt: (index, area = '416') => northAmerican(index, area) },
	DE: { monthlyCredits: 150, numberAt: (index) => `+493023125${padded(index % 1000, 3)}` },
	FR: { monthlyCredits: 150, numberAt: (index) => `+3319900${padded(index % 10_000, 4)}` },
	GB: { monthlyCredits: 120, numberAt: (index) => `+44207946${padded(index % 1000, 4)}` },
	US: { monthlyCredits: 100, numberAt: northAmerican },
};

/** The line an agent gets when it is made. */
export function agentLine(seq: number): string {
	return northAmerican(seq, String(202 + (Math.floor(seq / LINES_PER_AREA) % 700)));
}

function padded(number: number, digits: number): string {
	return String(number).padStart(digits, '0');
}
