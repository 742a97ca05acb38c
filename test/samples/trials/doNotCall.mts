import type { AxiosInstance } from 'axios';
import { type Execution, rowsOf } from '../../../harness/n8n/executions.mts';
import {
	type PublishedWorkflow,
	executeByHand,
	until,
} from '../../../harness/n8n/publishedWorkflow.mts';
import { sampleLines, sampleNumber } from '../../../harness/samples/files.mts';
import { useInstead } from '../../../harness/samples/importSamples.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import {
	OPT_OUTS,
	addToTable,
	createTables,
	deleteTable,
	rowsOfTable,
} from '../../../harness/samples/sampleTables.mts';
import { type SampleWorld, faultsOf } from '../../../harness/samples/sampleWorld.mts';
import { sampleWorkflows } from '../../../harness/samples/samples.mts';
import { analysisOf } from '../endCall.mts';
import { sorted } from '../facts.mts';
import { MONDAY_CAMPAIGN } from './mondayCampaign.mts';
import type { During, SampleTrial } from './trial.mts';

/** The trigger looks at once, and then every minute. What cannot be written is tried five times. */
const WITHIN_MS = 180_000;

/** The node that reads the calls of the last days once more. */
const SWEEP = 'Every night at 2';

/** How many people are in the list from elsewhere. n8n's node reads 50 rows, unless it is told to read all. */
const FROM_ELSEWHERE = 60;

/** A call as the platform's own list has it. */
interface Call {
	call_id: string;
	to_number: string;
	analysis: { fields: { do_not_call?: boolean } } | null;
}

/** The calls of which the analysis says that the person opted out. */
async function optOuts(platform: AxiosInstance): Promise<Call[]> {
	const calls = await listOf<Call>(platform, '/calls');
	return calls.filter(({ analysis }) => analysis?.fields.do_not_call === true);
}

/** The rows of the list that came from calls. */
async function listedCalls({ rest, ids }: SampleWorld): Promise<Array<Record<string, string>>> {
	const rows = await rowsOfTable(rest, ids[OPT_OUTS]);
	return rows.filter(({ call_id }) => call_id);
}

/** The numbers in the list of the campaign, without those who opted out. */
function notOptedOut(calls: readonly Call[]): string[] {
	const opted = new Set(calls.map(({ to_number }) => to_number));
	const numbers = sampleLines('contacts.csv').flatMap(({ phone }) => sampleNumber(phone) ?? []);
	return [...new Set(numbers)].filter((number) => !opted.has(number));
}

/** A new table in place of the one that was deleted, with people from elsewhere: only the last one is in the list of the campaign. */
async function bringTableBack({ rest, ids }: SampleWorld, last: string): Promise<void> {
	const lost = ids[OPT_OUTS] ?? '';
	const id = (await createTables(rest))[OPT_OUTS] ?? '';
	const samples = sampleWorkflows().flatMap((sample) => ids[sample.id] ?? []);
	await useInstead(rest, samples, lost, id);
	ids[OPT_OUTS] = id;
	const rows = Array.from({ length: FROM_ELSEWHERE }, (_, index) => ({
		phone: index === FROM_ELSEWHERE - 1 ? last : `+1646555${String(100 + index).padStart(4, '0')}`,
		name: `Person ${index + 1}`,
		asked_at: '2026-01-05T10:00:00Z',
		call_id: '',
	}));
	await addToTable(rest, id, rows);
}

/** The trigger emits the calls while the table is missing, and does not emit them again. */
async function failWithoutTable(workflow: PublishedWorkflow): Promise<void> {
	const hasFailed = async () =>
		(await workflow.executions()).some(({ status }) => status === 'error');
	if (!(await until(hasFailed, WITHIN_MS)))
		throw new Error('No execution failed without the table');
	await workflow.unpublish();
}

/** The sweep, while one call cannot be read. @throws if anybody else is missing then */
async function sweepAroundOne(workflow: PublishedWorkflow, world: SampleWorld): Promise<void> {
	const { rest, sandbox } = world;
	const calls = await optOuts(platformOf(sandbox));
	const allIds = calls.map(({ call_id }) => call_id);
	const unreadable = allIds[0];
	const proxy = faultsOf(world);
	proxy.faults = [{ method: 'GET', path: `^/calls/${unreadable}$`, status: 404 }];
	const { status, data } = await executeByHand(rest, workflow.id, SWEEP, WITHIN_MS);
	proxy.faults = [];
	const message = data.resultData.error?.message ?? status;
	if (!message.includes(`1, such as ${unreadable}`))
		throw new Error(`One call could not be read, and the sweep says: ${message}`);
	const listed = new Set((await listedCalls(world)).map(({ call_id }) => call_id));
	const missing = allIds.filter((id) => id !== unreadable && !listed.has(id));
	if (missing.length > 0) throw new Error(`The sweep has not brought ${missing.join(', ')}`);
}

/** Somebody opts out in a call. @returns the ID of the call */
async function optOut({ sandbox }: SampleWorld, number: string): Promise<string | undefined> {
	const { data } = await sandbox.api.post<{ call_ids: string[] }>('/calls', {
		count: 1,
		to_number: number,
		created_at: Date.now() - 60_000,
		analysis: analysisOf('do_not_call', false, { fields: { do_not_call: true } }),
	});
	return data.call_ids[0];
}

/** Somebody more opts out, and the trigger brings it into the list. */
async function optOutWithTable(number: string, workflow: PublishedWorkflow, world: SampleWorld) {
	const id = await optOut(world, number);
	await workflow.publish();
	const isListed = async () => (await listedCalls(world)).some(({ call_id }) => call_id === id);
	if (!(await until(isListed, WITHIN_MS))) throw new Error('The trigger has not brought a call');
}

/** A campaign with the same list on another day: a copy of the sample remembers nobody whom it has called today. */
async function campaignOfNextDay({ rest, ids }: SampleWorld): Promise<Execution> {
	const { data } = await rest.get(`/workflows/${ids[MONDAY_CAMPAIGN]}`);
	const { name, nodes, connections, settings } = data.data;
	const { data: copy } = await rest.post('/workflows', {
		name: `${name}, the next day`,
		nodes,
		connections,
		settings,
		active: false,
	});
	return await executeByHand(rest, copy.data.id, 'Every Monday at 9', WITHIN_MS);
}

export const doNotCall: SampleTrial = {
	id: 'sampleDoNotCall',
	/** People opt out, and as long as the table of the list is not there, whatever writes into it fails. */
	async prepare(world) {
		for (const number of notOptedOut([]).slice(0, 3)) await optOut(world, number);
		await deleteTable(world.rest, world.ids[OPT_OUTS] ?? '');
	},
	/**
	 * The execution with everybody who opted out, also in the calls of the other samples, fails. The sweep brings them into the list, and the trigger somebody
	 * more. Then a campaign calls the same people again.
	 */
	async start(workflow, world) {
		await failWithoutTable(workflow);
		const [last = '', another = ''] = notOptedOut(await optOuts(platformOf(world.sandbox)));
		await bringTableBack(world, last);
		await sweepAroundOne(workflow, world);
		const sweep = async () => await executeByHand(world.rest, workflow.id, SWEEP, WITHIN_MS);
		const first = await sweep();
		await optOutWithTable(another, workflow, world);
		// Who is in the list already is found again, and changes nothing.
		return [first, await sweep(), await campaignOfNextDay(world)];
	},
	async facts({ executions, calls, world }: During) {
		const { rest, ids, sandbox } = world;
		const recorded = await optOuts(platformOf(sandbox));
		const listed = await listedCalls(world);
		const everybody = await rowsOfTable(rest, ids[OPT_OUTS]);
		const campaign = executions.at(-1)!;
		const [created = {}] = rowsOf(campaign, 'Create campaign');
		const placed = calls.filter((call) => call.campaign_id === created.campaign_id);
		const numbers = new Set(everybody.flatMap(({ phone }) => sampleNumber(phone) ?? []));
		const left = rowsOf(campaign, 'Rows left out');
		const held = left.filter(({ rule }) => rule === 'Do-Not-Call List');
		const inList = new Set(
			rowsOf(campaign, 'Rows').flatMap(({ phone }) => sampleNumber(String(phone)) ?? []),
		);
		const called = placed.filter(({ to_number }) => numbers.has(to_number));
		const [last = ''] = everybody.slice(FROM_ELSEWHERE - 1).map(({ phone }) => phone ?? '');
		const fromElsewhere = held.filter(({ contact_number }) => contact_number === last);
		return {
			calls: placed.length,
			refused: left.length,
			progress: `${listed.length} opted out, ${held.length} of the list not called the next day`,
			rows: rowsOf(campaign, 'Rows').length,
			once: placed,
			claims: [
				[
					'who opted out',
					sorted(listed.map(({ call_id, phone }) => `${call_id} ${phone}`)),
					sorted(recorded.map(({ call_id, to_number }) => `${call_id} ${to_number}`)),
				],
				['rows of the list', everybody.length, FROM_ELSEWHERE + recorded.length],
				['calls to them on the next day', called.length, 0],
				[`whether row ${FROM_ELSEWHERE} of the list is held back`, fromElsewhere.length > 0, true],
				[
					'held back',
					sorted([...new Set(held.map(({ contact_number }) => contact_number))]),
					sorted([...numbers].filter((number) => inList.has(number))),
				],
				['contacts', created.contacts_sent, placed.length],
			],
		};
	},
};
