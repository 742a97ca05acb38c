import type { Row } from './database.mts';
import { COUNTRIES } from './numberPlans.mts';

/** What one credit costs; the rates are samples. */
export const CREDIT_PRICES: Record<string, number> = { EUR: 0.046, GBP: 0.04, INR: 4.2, USD: 0.05 };
/** The currency each country pays in; the others pay in the first. */
const CURRENCIES: Record<string, string> = {
	US: 'USD',
	DE: 'EUR',
	FR: 'EUR',
	GB: 'GBP',
	IN: 'INR',
};
const BUNDLES = [
	{ name: 'Starter', credits: 1000, discount: 0 },
	{ name: 'Growth', credits: 10_000, discount: 0.1 },
	{ name: 'Scale', credits: 100_000, discount: 0.2 },
];

/** What a number costs each month, in every country and currency. */
export const NUMBER_PRICES: Row[] = Object.entries(COUNTRIES).flatMap(
	([country, { monthlyCredits }]) =>
		Object.keys(CREDIT_PRICES).map((currency) => ({
			country,
			currency,
			monthly_credits: monthlyCredits,
			monthly_price: priceOf(monthlyCredits, currency),
		})),
);

/** The bundles of credits, in every country. */
export const PLANS: Row[] = Object.entries(CURRENCIES).flatMap(([country, currency]) =>
	BUNDLES.map(({ name, credits, discount }) => ({
		plan_id: `plan_${name.toLowerCase()}_${country.toLowerCase()}`,
		name,
		country,
		credits,
		price: priceOf(credits, currency, discount),
		currency,
	})),
);

/** The currency that a country pays in. */
export function currencyOf(country: string | null): string {
	return CURRENCIES[country ?? 'US'] ?? CURRENCIES.US;
}

/** The price of credits, rounded to what can be charged. */
export function priceOf(credits: number, currency: string, discount = 0): number {
	return Math.round(credits * CREDIT_PRICES[currency] * (1 - discount) * 100) / 100;
}
