import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import { resources } from '../../../nodes/VoiceAgentCampaign/resources';
import { findOperation } from '../../../nodes/shared/operation';
import { runs } from '../../scale.mts';
import { json, operationOf, rows, run } from './fakeContext.mts';

/*
 * A platform that accepts a part of the contacts: who is accepted must never be sent again, and who is refused must not be lost.
 */

const create = operationOf({ ...findOperation(resources, 'campaign', 'create'), value: 'do' });
const numberOf = (index: number) => `+1212555${String(1000 + index)}`;

interface Manner {
	/** Of the answer, from the numbers that were accepted and refused. */
	write(accepted: string[], refused: string[]): IDataObject;
	/** Whether it says who was refused. */
	names: boolean;
}

const entry = (phone: string) => ({ phone_number: phone, message: 'is not valid' });
const MANNERS: readonly Manner[] = [
	{
		write: ({ length: created }, { length: failed }) => ({ id: 'c1', created, failed }),
		names: false,
	},
	{
		write: (accepted, refused) => ({
			campaign: { id: 'c1', name: 'Renewals' },
			imported: accepted.length,
			errors: refused.map(entry),
		}),
		names: true,
	},
	{
		write: (accepted, refused) => ({
			success: true,
			data: { campaign_id: 'c1', added: accepted.length, rejected: refused.map(entry) },
		}),
		names: true,
	},
	{
		write: (accepted, refused) => ({
			campaign_id: 'c1',
			results: [
				...accepted.map((phone) => ({ phone_number: phone, status: 201 })),
				...refused.map((phone) => ({ phone_number: phone, status: 422, error: 'is not valid' })),
			],
		}),
		names: true,
	},
	{
		// The counts of the whole campaign say nothing of this request.
		write: () => ({ campaign_id: 'c1', name: 'Renewals', completed: 40, failed: 12 }),
		names: false,
	},
];

/** Creates a campaign of these numbers on a platform that refuses some of them; what was sent, and the item. */
async function created(
	processed: ProcessedDataTable,
	numbers: string[],
	isRefused: (phone: string) => boolean,
	write: Manner['write'],
) {
	const { bodies, items, error } = await run(
		create,
		{
			processed,
			items: rows(...numbers.map((phone) => ({ phone }))),
			parameters: {
				contactsFrom: 'items',
				campaignName: 'Renewals',
				agentId: 'a1',
				phoneNumberColumn: 'phone',
				firstNameColumn: '',
				lastNameColumn: '',
				options: { repeatedNumbers: 'ever' },
			},
		},
		(_number, { body }) => {
			const sent = ((body as IDataObject).contacts as IDataObject[]).map(
				({ phone_number: phone }) => String(phone),
			);
			return json(
				207,
				write(
					sent.filter((phone) => !isRefused(phone)),
					sent.filter(isRefused),
				),
			);
		},
	);
	const sent = bodies.flatMap((body) => (body as { contacts: IDataObject[] }).contacts);
	return {
		sent: sent.map(({ phone_number: phone }) => String(phone)),
		item: items[0]?.json,
		error,
	};
}

test('who is counted as accepted and listed as refused is not sent again', async () => {
	const processed = new ProcessedDataTable();
	const numbers = [0, 1, 2].map(numberOf);
	const write = () => ({ campaign_id: 'c1', added: 3, errors: [entry(numbers[1]!)] });
	const { item } = await created(processed, numbers, () => false, write);
	expect(item?.not_clear).toBe(
		`The platform counts all 3 contacts as accepted, and lists ${numbers[1]} as not accepted`,
	);
	expect(item?.rejected_rows).toEqual([]);
	expect((await created(processed, numbers, () => false, write)).sent).toEqual([]);
});

test('who was refused is listed, and sent again; who was accepted never is', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
			fc.constantFrom(...MANNERS),
			async (refusals, { write, names }) => {
				const numbers = refusals.map((_is, index) => numberOf(index));
				const isRefused = (phone: string) => refusals[numbers.indexOf(phone)] === true;
				const refused = numbers.filter(isRefused);
				const processed = new ProcessedDataTable();
				const first = await created(processed, numbers, isRefused, write);
				const again = await created(processed, numbers, () => false, write);
				expect(again.sent.filter((phone) => !isRefused(phone))).toEqual([]);
				if (refused.length === numbers.length) return;
				expect(first.error).toBeUndefined();
				if (!names) return;
				expect(again.sent).toEqual(refused);
				expect(first.item?.rejected_rows).toEqual(
					refused.map((phone) => ({
						row: numbers.indexOf(phone) + 1,
						contact_number: phone,
						reason: 'The platform refused it: is not valid',
					})),
				);
				expect(first.item).not.toHaveProperty('not_clear');
			},
		),
		runs('sequences'),
	);
});

test('a platform that does not say who was refused: the item says so, and nobody is sent again', async () => {
	const processed = new ProcessedDataTable();
	const isRefused = (phone: string) => phone === numberOf(1);
	const numbers = [0, 1, 2].map(numberOf);
	const { item } = await created(processed, numbers, isRefused, MANNERS[0]!.write);
	expect(item).toMatchObject({
		contacts_refused: 1,
		not_clear: expect.stringContaining('does not say of all of them which ones'),
	});
	expect((await created(processed, numbers, isRefused, MANNERS[0]!.write)).sent).toEqual([]);
});

test('nobody accepted: an error with the reason, and all can be sent again', async () => {
	const processed = new ProcessedDataTable();
	const write: Manner['write'] = (accepted, refused) => ({
		imported: accepted.length,
		errors: refused.map(entry),
	});
	const { error } = await created(processed, [numberOf(0)], () => true, write);
	expect(error?.message).toBe('The platform refused it: is not valid');
	const again = await created(processed, [numberOf(0)], () => false, write);
	expect(again.sent).toEqual([numberOf(0)]);
});

test('a refusal that says that some were accepted: it is unknown who, and nobody is sent again', async () => {
	const processed = new ProcessedDataTable();
	const numbers = [0, 1].map(numberOf);
	const write = () => ({ success: false, imported: 1, message: 'Some were not valid' });
	const { error } = await created(processed, numbers, () => false, write);
	expect(error?.message).toMatch(/Some were not valid/);
	expect((await created(processed, numbers, () => false, write)).sent).toEqual([]);
});
