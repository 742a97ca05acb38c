import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject, readNumber } from '../values';
import { BALANCE_NAMES, CREDITS_LEFT_NAMES, METADATA_NAMES, NO_BALANCE_NAMES } from './answers';
import { nameSet, plainName, listOf } from './names';

/** One balance of an account. */
export interface Balance {
	credits: number;
	/** What tells the balance from the others: a currency, for example; '' if the platform does not say it. */
	currency: string;
	/** The object in which the balance was found. */
	row: IDataObject;
}

/** Names of a list of balances, or of an object with one for each currency. */
const MANY = nameSet(listOf('balances wallets accounts currencies credit_balances'));
const CURRENCY_NAMES = listOf('currency currency_code unit type name');
const CURRENCY_CODE = /^(?:[A-Z]{3}|[a-z]{3}|credits)$/;
const others = nameSet([...METADATA_NAMES, ...NO_BALANCE_NAMES]);
/** Names of credits that are gone or were bought. Beside such a field, `credits` can be all that were ever bought. */
const SPENT = /^(used|spent|consumed)|(used|spent|consumed|purchased|bought)$/i;

/** The numbers that an object has under these names, each once. */
function numbersUnder(object: IDataObject, names: readonly string[]): number[] {
	const wanted = nameSet(names);
	const numbers = Object.entries(object)
		.filter(([name]) => wanted.has(name))
		.map(([, value]) => readNumber(value));
	return [...new Set(numbers.filter((number) => number !== null))];
}

/** Whether an object says a balance: a number or a text under one of these names. */
const saysUnder = (object: IDataObject, names: readonly string[]): boolean => {
	const wanted = nameSet(names);
	return Object.entries(object).some(
		([name, value]) => wanted.has(name) && ['number', 'string'].includes(typeof value),
	);
};

/** What an object says of its balance; undefined if nothing, if it is no number, or if two numbers can be it. */
function creditsIn(object: IDataObject): number | undefined {
	const [left, ...more] = numbersUnder(object, CREDITS_LEFT_NAMES);
	if (left !== undefined) return more.length === 0 ? left : undefined;
	if (saysUnder(object, CREDITS_LEFT_NAMES)) return undefined;
	const isSpent = Object.keys(object).some((name) => SPENT.test(name));
	const plain = numbersUnder(
		object,
		listOf(isSpent ? 'balance available remaining' : 'credits balance available remaining'),
	);
	const numbers = plain.length > 0 ? plain : numbersUnder(object, ['amount']);
	return numbers.length === 1 ? numbers[0] : undefined;
}

const isInCredits = ({ row, currency }: Balance): boolean =>
	plainName(currency) === 'credits' ||
	BALANCE_NAMES.some((name) => name.includes('credit') && readNumber(row[name]) !== null);

const currencyOf = (row: IDataObject, key: string): string => {
	const currency = firstOf(row, CURRENCY_NAMES);
	return typeof currency === 'string' ? currency : key;
};

/** @param key the currency by which the object was found, if it was */
function balancesOf(answer: unknown, key = ''): Balance[] {
	if (Array.isArray(answer)) return answer.flatMap((entry) => balancesOf(entry, key));
	if (!isObject(answer)) return [];
	const entries = Object.entries(answer).filter(([name]) => !others.has(name));
	const many = entries.flatMap(([name, value]) => (MANY.has(name) ? balancesOf(value) : []));
	if (many.length > 0) return many;

	const credits = creditsIn(answer);
	if (credits !== undefined) return [{ credits, currency: currencyOf(answer, key), row: answer }];
	if (entries.length > 0 && entries.every(([name]) => CURRENCY_CODE.test(name))) {
		return entries.flatMap(([currency, value]): Balance[] => {
			const number = readNumber(value);
			if (number === null) return balancesOf(value, currency);
			return [{ credits: number, currency, row: answer }];
		});
	}
	// What an object says of its own balance, and cannot be read, is not looked for inside it.
	if (saysUnder(answer, BALANCE_NAMES)) return [];
	return entries.flatMap(([, value]) => balancesOf(value));
}

/** The balances in an answer. Where some are in credits, only these: a balance in euros is left out. */
export function balancesIn(answer: unknown): Balance[] {
	const bare = isObject(answer) ? null : readNumber(answer);
	if (bare !== null) return [{ credits: bare, currency: '', row: { credits: bare } }];
	const balances = balancesOf(answer);
	const inCredits = balances.filter(isInCredits);
	return inCredits.length > 0 ? inCredits : balances;
}

/** The credits that are left. Undefined if the answer says none, or several: nobody knows which of them calls use. */
export function creditsLeftIn(answer: unknown): number | undefined {
	const [balance, ...others] = balancesIn(answer);
	return others.length === 0 ? balance?.credits : undefined;
}
