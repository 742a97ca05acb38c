import { rowsOf } from '../../../harness/n8n/executions.mts';
import { submit, until, untilShown } from '../../../harness/n8n/publishedWorkflow.mts';
import { endCall } from '../endCall.mts';
import { sampleNumber } from '../../../harness/samples/files.mts';
import { type EndedCall, endedCall } from '../../../harness/samples/platform.mts';
import { awayFromQuarterHour } from '../quarterHour.mts';
import type { Claim } from '../facts.mts';
import type { RecordedCall } from '../report.mts';
import { LEADS, type SavedLead, rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleTrial } from './trial.mts';

const FORM_PATH = 'call-me-back';
const WITHIN_MS = 60_000;

/** Who fills in the form, all at the same moment. Names tell the rows apart. */
const SUBMISSIONS = [
	{ Name: 'Ada', Phone: '+1 646 555 0112' },
	{ Name: 'Ben', Phone: '(646) 555-0127' },
	{ Name: 'Cleo', Phone: '6465550123' },
	{ Name: 'Dan', Phone: '+16465550124' },
	{ Name: 'Eve', Phone: '646-555-0118' },
	{ Name: 'Not to be called', Phone: '646 555 0199' },
	{ Name: 'No number', Phone: '0142' },
	{ Name: 'Double click', Phone: '+1 646 555 0113' },
	{ Name: 'Double click', Phone: '(646) 555 0113' },
].map((person, index) => ({
	...person,
	Email: 'lead@example.com',
	Interest: ['An offer', 'An appointment', 'A question'][index % 3] as string,
}));

/** The one whose call the platform ends with an appointment: no number of this agent does. */
const BOOKED = '+16465550127';

/** What is to be done, for each outcome of a call. */
const TO_DO: Readonly<Record<string, string>> = {
	interested: 'Send an offer',
	appointment_booked: 'Prepare the appointment',
	callback_requested: 'Call back at the time that the summary says',
	no_answer: 'Try again tomorrow',
	busy: 'Try again tomorrow',
	voicemail: 'Try again tomorrow',
	failed: 'Try again tomorrow',
};
/** Who was called and not reached: the text message is for nobody else. */
const MISSED = ['no_answer', 'busy', 'voicemail', 'failed'];
const OTHERWISE = 'Read the summary and decide';

const NOT_CALLED: Readonly<Record<string, { to_do: string; reason: RegExp }>> = {
	'Not to be called': { to_do: 'Do not call', reason: /do-not-call list/ },
	'No number': { to_do: 'Write an email and ask for the number', reason: /0142/ },
	// The other one is being called, or was called.
	'Double click': {
		to_do: 'See the other row with this number',
		reason: /call|earlier execution/i,
	},
};

/** Everybody else is called, each of them once. */
const CALLED = new Set(
	SUBMISSIONS.map(({ Name }) => Name).filter(
		(name) => !['Not to be called', 'No number'].includes(name),
	),
);

/** The row of somebody who was called. */
function claimsOfCalled(lead: SavedLead, ended: EndedCall, placed?: RecordedCall): Claim[] {
	const { outcome } = ended.analysis;
	return [
		[`${lead.name}: number`, sampleNumber(lead.phone), ended.to_number],
		[`${lead.name}: outcome`, lead.outcome, outcome],
		[`${lead.name}: to do`, lead.to_do, TO_DO[outcome] ?? OTHERWISE],
		[`${lead.name}: first name`, lead.name, placed?.first_name],
		[`${lead.name}: interest`, lead.interest, placed?.variables.interest],
	];
}

/** What is wrong with the row of somebody who was not called. */
function faultsOfNotCalled({ name, to_do, reason }: SavedLead): string[] {
	const expected = NOT_CALLED[name];
	const isRight = expected?.to_do === to_do && expected.reason.test(reason ?? '');
	return isRight ? [] : [`${name} was not called: ${to_do}. ${reason}`];
}

export const speedToLead: SampleTrial = {
	id: 'sampleSpeedToLead',
	async start(workflow, { n8n, sandbox }) {
		await awayFromQuarterHour(10_000);
		const form = `${n8n.url}/form/${FORM_PATH}`;
		await untilShown(form, WITHIN_MS);
		await Promise.all([
			endCall(sandbox.api, BOOKED, 'appointment_booked'),
			...SUBMISSIONS.map(async (values) => submit(form, Object.values(values))),
		]);
		const areOver = async () => (await workflow.counts()).over === SUBMISSIONS.length;
		await until(areOver, WITHIN_MS);
		return await workflow.executions();
	},
	async facts({ executions, calls, platform, world }) {
		const leads = await rowsOfTable<SavedLead>(world.rest, world.ids[LEADS]);
		const called = leads.filter(({ call_id }) => call_id !== null);
		const notCalled = leads.filter(({ call_id }) => call_id === null);
		const branches = new Set(leads.map(({ to_do }) => to_do));
		const expected = [
			...Object.values(TO_DO),
			OTHERWISE,
			...Object.values(NOT_CALLED).map(({ to_do }) => to_do),
		];
		const missed = executions
			.filter((execution) => rowsOf(execution, 'Send a text message').length > 0)
			.flatMap((execution) => rowsOf(execution, 'Save lead'))
			.map(({ name }) => name);
		const claims: Claim[] = [
			[
				'who gets a text message',
				missed.sort().join(', '),
				called
					.filter(({ outcome }) => MISSED.includes(outcome ?? ''))
					.map(({ name }) => name)
					.sort()
					.join(', '),
			],
		];
		for (const lead of called) {
			const ended = await endedCall(platform, String(lead.call_id));
			const placed = calls.find(({ call_id }) => call_id === lead.call_id);
			claims.push(...claimsOfCalled(lead, ended, placed));
		}
		return {
			calls: called.length,
			refused: notCalled.length,
			progress: `${leads.length} of ${SUBMISSIONS.length} leads in the table`,
			outcomes: called.map(({ outcome }) => outcome),
			claims: [
				['executions', executions.length, SUBMISSIONS.length],
				['rows', leads.length, SUBMISSIONS.length],
				['calls', called.length, calls.length],
				['people called', called.length, CALLED.size],
				['branches', [...branches].sort().join(', '), [...new Set(expected)].sort().join(', ')],
				...claims,
			],
			once: calls,
			faults: notCalled.flatMap(faultsOfNotCalled),
		};
	},
};
