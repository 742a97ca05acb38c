import { setTimeout as wait } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import { DateTime } from 'luxon';
import type { Execution } from '../../../harness/n8n/executions.mts';
import { executeByHand, until } from '../../../harness/n8n/publishedWorkflow.mts';
import type { Line } from '../../../harness/samples/files.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import { CALLBACKS, emptyTable, rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import { type SampleWorld, faultsOf } from '../../../harness/samples/sampleWorld.mts';
import { analysisOf } from '../endCall.mts';
import { awayFromQuarterHour } from '../quarterHour.mts';
import { type Claim, differences, sorted } from '../facts.mts';
import type { During, SampleTrial } from './trial.mts';

/** The trigger looks at once, and then every minute. */
const WITHIN_MS = 180_000;
const TRIGGER = 'When a call has ended';

/** It is day in one of them: nobody says "tomorrow" at night. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles'];

const GERMAN = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'];

/** A callback as the platform's own list has it. */
interface Callback {
	id: string;
	phone_number: string;
	scheduled_at: string;
}

interface Wish {
	number: string;
	/** What the analysis has found. */
	fields: Record<string, string | boolean>;
	/** When the callback is; without it, `why` a person is asked. */
	at?: number;
	why?: RegExp;
}

/** The zone in which it is day, and the first workday after tomorrow there. */
function clock() {
	const now = DateTime.now();
	const isDay = (zone: string) => now.setZone(zone).hour >= 6 && now.setZone(zone).hour < 21;
	const zone = ZONES.find(isDay) ?? 'UTC';
	let day = now.setZone(zone).startOf('day').plus({ days: 2 });
	while (day.weekday > 5) day = day.plus({ days: 1 });
	return { zone, day };
}

/** Has a callback, which somebody cancels later, and speaks twice. */
const CANCELLED = '+16465550181';
/** Has a callback from elsewhere. */
const PLANNED = '+16465550190';
/** The answer to this one is lost. */
const LOST = '+16465550191';

/**
 * What people say, all on that day. The numbers are new, but for one who speaks twice. Why else a person is asked: `test/contract/callMeTomorrow.test.mts`.
 */
function wishes(): Wish[] {
	const { zone: callback_time_zone, day } = clock();
	const [english, german] = [day.setLocale('en').toFormat('cccc'), GERMAN[day.weekday - 1]];
	const callback_date = day.toISODate() ?? '';
	const words = (callback_words: string) => ({ callback_words, callback_time_zone });
	const exact = { callback_date, callback_time_zone };
	const at = (hour: number, minute = 0) => day.set({ hour, minute }).toMillis();
	return [
		{ number: '+16465550182', fields: words(`am ${german} um halb vier`), at: at(15, 30) },
		{ number: '+16465550183', fields: { ...exact, callback_time: '10:00' }, at: at(10) },
		{
			number: '+16465550185',
			fields: words(`${english} around three`),
			why: /not one certain time/,
		},
		{
			number: '+16465550189',
			fields: { ...words(`${english} at three`), do_not_call: true },
			why: /not to be called/,
		},
		{ number: PLANNED, fields: words(`${english} at three`), why: /callback already/ },
		{ number: CANCELLED, fields: words(`on ${english} at three`), at: at(15) },
		{ number: CANCELLED, fields: words(`${english} at four`), why: /callback already/ },
	];
}

/** Somebody says this in a call that has just ended. @returns the ID of the call */
async function say({ sandbox }: SampleWorld, { number, fields }: Wish, agent_id: string) {
	const { data } = await sandbox.api.post<{ call_ids: string[] }>('/calls', {
		count: 1,
		agent_id,
		to_number: number,
		direction: 'outbound',
		// Newer than the calls of other samples: executed by hand, the trigger gives the newest ones.
		created_at: Date.now() - 3_000,
		started_at: Date.now() - 2_000,
		ended_at: Date.now() - 1_000,
		analysis: analysisOf(fields.do_not_call ? 'do_not_call' : 'callback_requested', false, {
			fields,
		}),
	});
	return data.call_ids[0] ?? '';
}

const agentOf = async (platform: AxiosInstance) =>
	(await listOf<{ agent_id: string }>(platform, '/agents/'))[0]?.agent_id ?? '';

const tableOf = async ({ rest, ids }: SampleWorld) => await rowsOfTable(rest, ids[CALLBACKS]);

/** The callbacks of this trial. */
const planned = async ({ sandbox }: Pick<SampleWorld, 'sandbox'>) =>
	(await listOf<Callback>(platformOf(sandbox), '/callbacks/')).filter(({ phone_number }) =>
		/^\+164655501(8\d|9[01])$/.test(phone_number),
	);

const rowOf = (rows: readonly Line[], callId: string | undefined) =>
	rows.find(({ call_id }) => call_id === callId);

async function untilInTable(world: SampleWorld, callIds: readonly string[]): Promise<void> {
	const areIn = async () => {
		const rows = await tableOf(world);
		return callIds.every((id) => rows.some(({ call_id }) => call_id === id));
	};
	if (!(await until(areIn, WITHIN_MS))) throw new Error('Calls are missing in the table');
}

/** What the table and the platform must have for one wish. */
function claimsOf(wish: Wish, row: Line | undefined, all: readonly Callback[]): Claim[] {
	const made = all.find(({ id }) => id === row?.callback_id);
	const what = `${wish.number} ${Object.values(wish.fields).join(' ')}`;
	const reason = row?.why ?? '';
	return [
		[`${what}: state`, row?.state, wish.at ? 'callback' : 'to do'],
		[`${what}: time`, made && Date.parse(made.scheduled_at), wish.at],
		[`${what}: number`, made?.phone_number, wish.at && wish.number],
		[
			`${what}: reason`,
			wish.why ? (wish.why.test(reason) ? 'said' : reason) : reason,
			wish.why ? 'said' : '',
		],
	];
}

/** @throws if the table or the platform has anything else than what was wished */
async function checkWishes(
	world: SampleWorld,
	wished: readonly Wish[],
	callIds: readonly string[],
): Promise<void> {
	const [rows, all] = [await tableOf(world), await planned(world)];
	const claims = wished.flatMap((wish, index) => claimsOf(wish, rowOf(rows, callIds[index]), all));
	const wrong = differences(claims);
	if (wrong.length > 0) throw new Error(wrong.join('; '));
}

/** The platform makes a callback, and its answer is lost. @throws unless a person is told to look */
async function loseAnAnswer(world: SampleWorld, wish: Wish, agent: string): Promise<void> {
	const proxy = faultsOf(world);
	proxy.faults = [{ method: 'POST', path: '^/callbacks/$', kind: 'resetAfter' }];
	const callId = await say(world, { ...wish, number: LOST }, agent);
	await untilInTable(world, [callId]);
	proxy.faults = [];
	const row = rowOf(await tableOf(world), callId);
	if (row?.state !== 'to do') throw new Error(`The lost answer is "${row?.state}"`);
}

/** The node runs once for the callbacks, and once for what a person has to do. */
const rowsWritten = ({ data }: Execution) =>
	(data.resultData.runData['Into the table'] ?? []).flatMap((run) =>
		(run.data?.main?.[0] ?? []).map(({ json }) => json),
	);

const isCancelled = ({ phone, state }: Line) => phone === CANCELLED && state === 'callback';

export const callMeTomorrow: SampleTrial = {
	id: 'sampleCallBack',
	async prepare({ sandbox }) {
		await awayFromQuarterHour(120_000);
		const platform = platformOf(sandbox);
		await platform.post('/callbacks/', {
			agent_id: await agentOf(platform),
			phone_number: PLANNED,
			scheduled_at: clock().day.set({ hour: 11 }).toISO(),
		});
	},
	/**
	 * Everybody is in the table, then somebody whose answer is lost. Then one callback is cancelled, the table is emptied, and the calls are emitted
	 * again: nobody gets a callback, also who has none any more.
	 */
	async start(workflow, world) {
		const { rest, ids, sandbox } = world;
		const platform = platformOf(sandbox);
		const agent = await agentOf(platform);
		const wished = wishes();
		const callIds: string[] = [];
		for (const wish of wished) {
			// The platform may give whole seconds, and the second call of one person must be the later one.
			if (wish.number === CANCELLED) await wait(1_000);
			callIds.push(await say(world, wish, agent));
			// A poll has just come to its end, so all others come with the next one: who speaks twice, in one execution.
			if (callIds.length === 1) await untilInTable(world, callIds);
		}
		await untilInTable(world, callIds);
		await checkWishes(world, wished, callIds);
		await loseAnAnswer(world, wished[0]!, agent);
		await until(async () => (await workflow.counts()).underWay === 0, WITHIN_MS);
		await workflow.unpublish();
		const first = (await tableOf(world)).find(isCancelled);
		await platform.delete(`/callbacks/${first?.callback_id}`);
		await emptyTable(rest, ids[CALLBACKS] ?? '');
		const again = await executeByHand(rest, workflow.id, TRIGGER, WITHIN_MS);
		return [...(await workflow.executions()), again];
	},
	async facts({ executions, world }: During) {
		const written = executions.slice(0, -1).flatMap(rowsWritten);
		const made = written.filter(({ state }) => state === 'callback');
		const again = await tableOf(world);
		const numbers = (await planned(world)).map(({ phone_number }) => phone_number);
		const reasons = again.filter(({ phone }) => phone === CANCELLED).map(({ why }) => why);
		const expected = wishes().flatMap(({ number, at }) => (at ? number : []));
		return {
			calls: 0,
			refused: written.length - made.length,
			progress: `${made.length} callbacks, ${written.length - made.length} for a person`,
			outcomes: written.map(({ state }) => state),
			claims: [
				['callbacks', sorted(made.map(({ phone }) => String(phone))), sorted(expected)],
				[
					'callbacks that are to come',
					sorted(numbers),
					sorted([...expected.filter((one) => one !== CANCELLED), PLANNED, LOST]),
				],
				['callbacks of the second run', again.filter(({ state }) => state !== 'to do').length, 0],
				['whether the memory says it', reasons.some((why) => /created/i.test(why ?? '')), true],
			],
		};
	},
};
