import { outputOf, rowsOf } from '../../../harness/n8n/executions.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import { type RecordedCall, type SampleReport, recordedCalls } from '../../samples/report.mts';
import { problemsOf } from '../../samples/sampleRun.mts';
import { sampleWorkflows } from '../../../harness/samples/samples.mts';
import { CALLS_TO_CRM } from '../../samples/trials/callsToCrm.mts';
import { MONDAY_CAMPAIGN } from '../../samples/trials/mondayCampaign.mts';
import { isFull } from '../../scale.mts';
import { callable, duplicates, notCalled, variablesOf } from '../../support/n8nContacts.mts';

interface Campaign {
	id: string;
	name: string;
	created_at: string;
}

type RecordedContact = Omit<RecordedCall, 'to_number'> & { phone_number: string };

/** Not only at full scale: a campaign from a sheet, and the trigger that brings its calls into a table. */
export const isPlayed = ({ id }: { id: string }): boolean =>
	isFull || id === MONDAY_CAMPAIGN || id === CALLS_TO_CRM;

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

/** The samples, which run beside the other tests. @param reports what came of them, when all are over */
export function sampleSuite(world: () => TestN8n, reports: () => Promise<SampleReport[]>): void {
	test.each(sampleWorkflows().filter(isPlayed))(
		'$name: what it says is what the platform recorded',
		async ({ name }) => {
			const report = (await reports()).find(({ sample }) => sample === name);
			expect({ status: report?.status, problems: report && problemsOf(report) }).toEqual({
				status: 'success',
				problems: [],
			});
		},
	);

	test('"Monday campaign": each of the 188 contacts has the name and the columns of its row', async () => {
		const { sandbox } = world().samples;
		const { data: campaigns } = await platformOf(sandbox).get('/campaigns/', {
			params: { limit: 1000 },
		});
		// Another sample starts it once more, for the next day.
		const [{ id } = { id: '' }] = (campaigns.items as Campaign[])
			.filter(({ name }) => name.startsWith('Monday campaign'))
			.sort((a, b) => a.created_at.localeCompare(b.created_at));
		const { data: contacts } = await sandbox.api.get<RecordedContact[]>('/contacts');
		const sent = contacts
			.filter(({ campaign_id }) => campaign_id === id)
			.map((contact) => personOf(contact, contact.phone_number));
		expect(byNumber(sent)).toEqual(byNumber(expectedPeople));
	});
}

/** n8n's CLI, as a cron job would use it. */
export function sampleCliSuite(world: () => TestN8n): void {
	test('"Call a list" by the CLI: 188 people called once, 12 rows not called, each with its reason', async () => {
		const { sandbox, ids } = world().samples;
		// The sample itself has called everybody today. A copy remembers nobody.
		const sample = (await world().rest.get(`/workflows/${ids.sampleCallAList}`)).data.data;
		const { name, nodes, connections, settings } = sample;
		const id = await world().createWorkflow({ name, nodes, connections, settings });
		const before = (await recordedCalls(sandbox.api)).length;
		const execution = await world().executeByCli(id);
		// The campaign of another sample can still be calling.
		const calls = (await recordedCalls(sandbox.api))
			.slice(before)
			.filter(({ campaign_id: campaign }) => campaign === null);
		expect(execution.status).toBe('success');
		expect(byNumber(calls.map((call) => personOf(call, call.to_number)))).toEqual(
			byNumber(expectedPeople),
		);

		const results = rowsOf(execution, 'Result');
		const called = results.filter(({ outcome }) => outcome !== 'not called');
		expect(called.map(({ phone }) => phone)).toEqual(callable.map(({ contact }) => contact.phone));
		called.forEach((row, index) => {
			const recorded = calls.find(({ call_id }) => call_id === row.call_id);
			expect(recorded?.to_number).toBe(callable[index]?.number);
			expect(row.first_name).toBe(callable[index]?.contact.first_name);
		});

		const back = results.filter(({ outcome }) => outcome === 'not called');
		expect(back.map(({ row, phone }) => [row, phone ?? ''])).toEqual(
			notCalled.map(({ row, contact }) => [row, contact.phone]),
		);
		back.forEach(({ row, reason }) => {
			const original = duplicates.find((entry) => entry.row === row);
			const first = callable.find(({ number }) => number === original?.number);
			if (first) expect(reason).toMatch(new RegExp(`of row ${first.row}\\b`));
			else expect(reason).toMatch(/phone number|has an extension/i);
		});
		expect(outputOf(execution, 'Results as Excel file')[0]?.binary?.data.mimeType).toMatch(/sheet/);
	});
}
