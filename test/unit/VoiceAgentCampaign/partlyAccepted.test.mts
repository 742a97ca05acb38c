import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import { runs } from '../../scale.mts';
import { add, adding, create } from '../../support/callers.mts';
import { json, run } from '../../support/fakeContext.mts';

/*
 * A platform that accepts a part of the contacts: nobody is sent again because of a doubt, and what it says of those that it refused
 * stays in the item.
 */

const numberOf = (index: number) => `+1212555${String(1000 + index)}`;

interface Manner {
	/** Of the answer, from the numbers that were accepted and refused. */
	write(accepted: string[], refused: string[]): IDataObject;
	/** What of it the item has beside the columns, if somebody was refused. */
	shown: readonly string[];
	/** Errors beside what was made are a hint; counts are only shown. */
	isDoubt?: boolean;
}

const entry = (phone: string) => ({ phone_number: phone, message: 'is not valid' });
const MANNERS: readonly Manner[] = [
	{
		write: ({ length: created }, { length: failed }) => ({ id: 'c1', created, failed }),
		shown: ['created', 'failed'],
	},
	{
		write: (accepted, refused) => ({
			campaign: { id: 'c1', name: 'Renewals' },
			imported: accepted.length,
			errors: refused.map(entry),
		}),
		shown: ['imported', 'errors'],
		isDoubt: true,
	},
	{
		write: (accepted, refused) => ({
			success: true,
			data: { campaign_id: 'c1', added: accepted.length, rejected: refused.map(entry) },
		}),
		shown: ['added', 'rejected'],
	},
];

/** Creates a campaign of these numbers on a platform that refuses some of them; what was sent, and the item. */
async function created(
	processed: ProcessedDataTable,
	numbers: string[],
	isRefused: (phone: string) => boolean,
	write: Manner['write'],
) {
	const options = { repeatedNumbers: 'ever', firstNameColumn: '', lastNameColumn: '' };
	const setting = adding(
		numbers.map((phone) => ({ phone })),
		{},
		{ processed, options },
	);
	let sent: string[] = [];
	const { items, error, hints } = await run(create, setting, (_number, { body }) => {
		const { contacts } = body as { contacts: IDataObject[] };
		sent = contacts.map(({ phone_number: phone }) => String(phone));
		const accepted = sent.filter((phone) => !isRefused(phone));
		return json(207, write(accepted, sent.filter(isRefused)));
	});
	const told = hints.filter(({ message }) => /the platform/i.test(message));
	return { sent, item: items[0]?.json, error, hints: told };
}

test('what the platform says of those that it refused stays in the item; nobody is sent again', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
			fc.constantFrom(...MANNERS),
			async (refusals, { write, shown, isDoubt = false }) => {
				const numbers = refusals.map((_is, index) => numberOf(index));
				const isRefused = (phone: string) => refusals[numbers.indexOf(phone)] === true;
				const processed = new ProcessedDataTable();
				const { item, error, hints } = await created(processed, numbers, isRefused, write);
				expect(error).toBeUndefined();
				expect((await created(processed, numbers, () => false, write)).sent).toEqual([]);
				const refused = numbers.filter(isRefused);
				expect(hints).toHaveLength(isDoubt && refused.length > 0 ? 1 : 0);
				if (refused.length === 0) return;
				const answer = write(
					numbers.filter((phone) => !isRefused(phone)),
					refused,
				);
				const said = { ...answer, ...(answer.data as IDataObject | undefined) };
				for (const name of shown) expect(item?.[name]).toEqual(said[name]);
			},
		),
		runs('sequences'),
	);
});

test('nobody accepted, and nothing made: an error with the reason, and all can be sent again', async () => {
	const processed = new ProcessedDataTable();
	const write: Manner['write'] = (accepted, refused) => ({
		imported: accepted.length,
		errors: refused.map(entry),
	});
	const { error } = await created(processed, [numberOf(0)], () => true, write);
	expect(error?.message).toContain('is not valid');
	const again = await created(processed, [numberOf(0)], () => false, write);
	expect(again.sent).toEqual([numberOf(0)]);
});

test.each(['input items', 'a file'])(
	'Add with %s: a part that was accepted is done, with a hint, and nobody of it is sent again',
	async (from) => {
		const isFile = from === 'a file';
		const file = { data: '', mimeType: 'text/csv', fileName: 'list.csv' };
		const parameters = { contactsFrom: 'file', inputDataFieldName: 'data' };
		const setting = isFile
			? {
					...adding([], {}, { options: { repeatedNumbers: 'always' }, parameters }),
					items: [{ json: {}, binary: { data: file } }],
				}
			: adding([{ phone: numberOf(0) }, { phone: numberOf(1) }], {});
		const processed = new ProcessedDataTable();
		const ask = async () =>
			await run(add, { ...setting, processed }, () =>
				json(207, { imported: 1, errors: [entry(numberOf(1))] }),
			);
		const { items, error, hints } = await ask();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ imported: 1 });
		expect(hints.map(({ message }) => message).join()).toMatch(/counts as done, but/);
		if (!isFile) expect((await ask()).sent).toEqual([]);
	},
);
