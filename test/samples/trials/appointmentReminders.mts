import { DateTime } from 'luxon';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand } from '../../../harness/n8n/publishedWorkflow.mts';
import { endCall } from '../endCall.mts';
import { type Line, sampleLines, sampleNumber } from '../../../harness/samples/files.mts';
import { endedCall } from '../../../harness/samples/platform.mts';
import { awayFromQuarterHour } from '../quarterHour.mts';
import type { Claim } from '../facts.mts';
import type { RecordedCall } from '../report.mts';
import { rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleTrial } from './trial.mts';

const LIST = 'appointments.csv';
const WITHIN_MS = 60_000;

/** The one who cancels: no conversation of the sandbox ends with that. */
const CANCELS = '+17025550119';

/** What is written into the row, for each outcome of a call. */
const ANSWERS: Readonly<Record<string, string>> = {
	appointment_booked: 'confirmed',
	callback_requested: 'wants another time',
	cancelled: 'cancelled',
	no_answer: 'not reached',
	busy: 'not reached',
	voicemail: 'not reached',
	failed: 'not reached',
};
const OTHERWISE = 'see the summary';

const numberOf = ({ phone }: Line) => sampleNumber(phone);
const isTomorrow = ({ days_from_today }: Line) => days_from_today === '1';

/** What the agent is told, made from the list in another way than in the workflow. */
function variablesOf({ time = '', time_zone }: Line): Record<string, string> {
	const [hour, minute] = time.split(':').map(Number);
	const start = DateTime.now()
		.setZone(time_zone)
		.startOf('day')
		.plus({ days: 1 })
		.set({ hour, minute });
	const words = (options: Intl.DateTimeFormatOptions) =>
		start.setLocale('en-US').toLocaleString(options);
	const [weekday, day, month] = [{ weekday: 'long' }, { day: 'numeric' }, { month: 'long' }].map(
		(options) => words(options as Intl.DateTimeFormatOptions),
	);
	const appointment_time = words({ hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' ');
	return { appointment_date: `${weekday}, ${day} ${month}`, appointment_time };
}

/** What is said in the call to somebody who has an appointment tomorrow. */
function claimsOfCall(appointment: Line, call: RecordedCall | undefined): Claim[] {
	if (!call) return [[`${appointment.appointment}: calls`, 1, 0]];
	const expected = Object.entries({ ...variablesOf(appointment), first_name: appointment.name });
	const told: Record<string, string | null> = { ...call.variables, first_name: call.first_name };
	return expected.map(([name, value]): Claim => [
		`${appointment.appointment}: ${name}`,
		told[name],
		value,
	]);
}

/** The first of the appointments of a person on that day: the call is about this one. */
const firstOf = (appointments: readonly Line[]) =>
	appointments.filter(
		(one, index) => appointments.findIndex((other) => numberOf(other) === numberOf(one)) === index,
	);

export const appointmentReminders: SampleTrial = {
	id: 'sampleAppointmentReminders',
	/** Twice, by hand: the second time, nobody is called. */
	async start(workflow, { rest, sandbox }) {
		await awayFromQuarterHour(30_000);
		// At four, the schedule would run it, too.
		await workflow.unpublish();
		const run = async () => executeByHand(rest, workflow.id, 'Every day at 16:00', WITHIN_MS);
		const [first] = await Promise.all([run(), endCall(sandbox.api, CANCELS, 'cancelled')]);
		return [first, await run()];
	},
	async facts({ executions: [, again], calls, platform, world }) {
		const { rest, ids } = world;
		const tomorrow = sampleLines(LIST).filter(isTomorrow);
		const people = firstOf(tomorrow.filter(numberOf));
		const saved = new Map(
			(await rowsOfTable(rest, ids.sampleAppointments)).map((line) => [line.appointment, line]),
		);
		const answers = tomorrow.map(({ appointment }) => saved.get(appointment)?.answer);
		const callTo = (line: Line) => calls.find(({ to_number }) => to_number === numberOf(line));
		const expected = new Map<string | undefined, string>(
			tomorrow.map((line) => [line.appointment, numberOf(line) ? 'called before' : 'not called']),
		);
		for (const line of people) {
			const call = callTo(line);
			const outcome = call && (await endedCall(platform, call.call_id)).analysis.outcome;
			expected.set(line.appointment, ANSWERS[outcome ?? ''] ?? OTHERWISE);
		}
		return {
			calls: people.length,
			refused: tomorrow.length - people.length,
			progress: `${answers.filter(Boolean).length} of ${tomorrow.length} answers in the list`,
			outcomes: answers,
			rows: answers.filter(Boolean).length,
			once: calls,
			claims: [
				['rows in the list', saved.size, sampleLines(LIST).length],
				['calls', people.length, calls.length],
				[
					'answers of each kind',
					new Set(answers).size,
					new Set([...Object.values(ANSWERS), OTHERWISE, 'called before', 'not called']).size,
				],
				['calls of the second run', rowsOf(again!, 'Answer').length, 0],
				...people.flatMap((line) => claimsOfCall(line, callTo(line))),
				...[...saved.values()].map(({ appointment, answer }): Claim => [
					`${appointment}: answer`,
					answer,
					expected.get(appointment) ?? '',
				]),
			],
		};
	},
};
