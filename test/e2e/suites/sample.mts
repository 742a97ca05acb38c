import { type Execution, outputOf, rowsOf } from '../../../harness/n8n/executions.mts';
import type { RecordedCall } from '../../../harness/samples/report.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { callable, notCalled, duplicates, variablesOf } from '../../support/n8nContacts.mts';

type RecordedContact = Omit<RecordedCall, 'to_number'> & { phone_number: string };
type Row = Record<string, unknown>;

/** What the platform must have received, row by row. */
const expectedPeople = callable.map(({ number, contact }) => ({
	number,
	first_name: contact.first_name.trim(),
	last_name: contact.last_name.trim(),
	variables: variablesOf(contact),
}));

const personOf = (row: Omit<RecordedCall, 'to_number'>, number: string) => ({
	number,
	first_name: row.first_name,
	last_name: row.last_name,
	variables: row.variables,
});

const byNumber = (rows: Array<{ number?: string }>) =>
	[...rows].sort((a, b) => String(a.number).localeCompare(String(b.number)));

export function sampleSuite(world: () => TestN8n): void {
	const recordedCalls = async () => (await world().sandbox.api.get<RecordedCall[]>('/calls')).data;
	const recordedContacts = async () =>
		(await world().sandbox.api.get<RecordedContact[]>('/contacts')).data;

	/** Runs a sample, and returns what the platform recorded meanwhile. */
	async function during(run: () => Promise<Execution>) {
		const calls = (await recordedCalls()).length;
		const contacts = (await recordedContacts()).length;
		const execution = await run();
		return {
			execution,
			calls: (await recordedCalls()).slice(calls),
			contacts: (await recordedContacts()).slice(contacts),
		};
	}

	function expectRowsNotCalled(rows: Row[]) {
		expect(rows.map(({ row }) => row)).toEqual(notCalled.map(({ row }) => row));
		rows.forEach(({ row, reason }) => {
			const original = duplicates.find((entry) => entry.row === row);
			const first = callable.find(({ number }) => number === original?.number);
			if (first) expect(reason).toMatch(new RegExp(`of row ${first.row}\\b`));
			else expect(reason).toMatch(/phone number|has an extension/);
		});
	}

	const ways: Array<[string, (id: string) => Promise<Execution>]> = [
		['in the editor', async (id) => await world().execute(id)],
		['by the CLI', async (id) => await world().executeByCli(id)],
	];

	test.each(ways)(
		'"Call a list" %s: 188 people called once, 12 rows not called',
		async (_way, run) => {
			const { execution, calls } = await during(async () => await run('sampleCallAList'));
			expect(execution.status).toBe('success');

			const called = calls.map((call) => personOf(call, call.to_number));
			expect(byNumber(called)).toEqual(byNumber(expectedPeople));

			const fetched = rowsOf(execution, 'Get call');
			expect(fetched.map(({ to_number }) => to_number)).toEqual(
				callable.map(({ number }) => number),
			);
			fetched.forEach((row, index) => {
				const recorded = calls.find(({ call_id }) => call_id === row.call_id);
				expect(recorded).toMatchObject({ to_number: row.to_number, status: row.status });
				expect(row).toMatchObject({ is_over: true, first_name: expectedPeople[index]?.first_name });
			});

			const back = rowsOf(execution, 'Sort by row');
			expectRowsNotCalled(back);
			expect(back.map(({ phone }) => phone ?? '')).toEqual(
				notCalled.map(({ contact }) => contact.phone),
			);
			const written = rowsOf(execution, 'Rows without formulas').map(({ phone }) => phone);
			expect(written).toEqual(
				back.map(({ phone }) => (/^\+.*[^\d ]/.test(String(phone)) ? `'${phone}` : phone)),
			);
			expect(written).toContain("'+1 212 555 01XX");
			expect(written).toContain('+1 212 555 0123 4567 8901');
			expect(rowsOf(execution, 'Calls without formulas')).toEqual(fetched);
			for (const node of ['Calls as CSV', 'Rows left out as CSV']) {
				expect(outputOf(execution, node)[0]?.binary?.data.mimeType).toBe('text/csv');
			}
		},
	);

	test('a list that is run again calls everybody again, by default', async () => {
		const calls = await recordedCalls();
		expect(calls).toHaveLength(376);
		for (const { number } of callable) {
			expect(calls.filter(({ to_number }) => to_number === number)).toHaveLength(2);
		}
	});

	test.each(ways)(
		'"Monday campaign" %s: 188 contacts once each, 12 rows not called',
		async (_way, run) => {
			const { execution, calls, contacts } = await during(
				async () => await run('sampleMondayCampaign'),
			);
			expect(execution.status).toBe('success');

			const [created = {}] = rowsOf(execution, 'Create campaign');
			expect(contacts.every(({ campaign_id }) => campaign_id === created.campaign_id)).toBe(true);
			const sent = contacts.map((contact) => personOf(contact, contact.phone_number));
			expect(byNumber(sent)).toEqual(byNumber(expectedPeople));
			expect(calls).toHaveLength(188);
			expect(new Set(calls.map(({ to_number }) => to_number)).size).toBe(188);

			expect(created).toMatchObject({ contacts_sent: 188 });
			expectRowsNotCalled(rowsOf(execution, 'Rows left out'));
			expect(rowsOf(execution, 'Get progress')[0]).toMatchObject({
				is_finished: true,
				contacts_total: 188,
				contacts_done: 188,
			});
			expect(rowsOf(execution, 'Get analytics')[0]).toMatchObject({ called: 188 });

			const results = rowsOf(execution, 'Get results');
			expect(results).toHaveLength(188);
			for (const { call_id, phone_number, status } of results) {
				const recorded = calls.find((call) => call.call_id === call_id);
				expect(recorded).toMatchObject({ to_number: phone_number, status });
			}
		},
	);
}
