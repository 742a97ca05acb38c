import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ACCEPTED_WORDS, REJECTED_WORDS } from '../../platform';
import { isFilled, readNumber } from '../../values';
import { meaningOf, wordsOf } from './answerNames';
import { objectsIn } from './refusal';

const hasWord = (name: string, words: readonly string[]): boolean =>
	wordsOf(name).some((word) => words.includes(word));

/** `added`, `failed_contacts`; not `created_at` */
const isCountName = (name: string): boolean =>
	hasWord(name, [...ACCEPTED_WORDS, ...REJECTED_WORDS]) && !hasWord(name, ['at']);

const fieldsIn = (answer: unknown, entity?: EntityName): Array<[string, unknown]> =>
	objectsIn(answer, entity).flatMap((object) => Object.entries(object));

/**
 * What an answer says of the contacts that were sent, as columns: nothing is judged by them.
 *   { id: "c1", added: 3, skipped: 1, errors: [{…}] } -> { added: 3, skipped: 1, errors: [{…}] }
 */
export const importCounts = (answer: unknown, entity?: EntityName): IDataObject =>
	Object.fromEntries(
		fieldsIn(answer, entity).filter(
			([name, value]) =>
				isCountName(name) &&
				(typeof value === 'number' || (typeof value === 'object' && isFilled(value))),
		),
	) as IDataObject;

/**
 * Whether an answer that says no may have added some of the contacts, which must not be sent again: `{ added: 1,
 * errors: [{…}] }`, `{ contacts: [{…}] }`.
 */
export const mayHaveAdded = (answer: unknown): boolean =>
	fieldsIn(answer).some(([name, value]) =>
		Array.isArray(value)
			? value.length > 0 && ['own', 'usual'].includes(meaningOf(name, 'contact', 'many'))
			: isCountName(name) && !hasWord(name, REJECTED_WORDS) && Number(readNumber(value)) > 0,
	);
