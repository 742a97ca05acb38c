import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { listOf, platformOf } from '../../harness/samples/platform.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

/*
 * The sample "Campaign in slices" with 500 people, on a clock that the test moves: its own code and its own parameters, run by the nodes of the package. What it
 * does in a real n8n, with fewer people, is in test/samples/trials/campaignInSlices.mts.
 */

const sandbox = useFaultySandbox({ clock: 'manual', resetEachTest: true, tokenLifetime: 1e7 });
let run: ReturnType<typeof runner>;
beforeAll(() => {
	run = runner('voiceAgentCampaign', credentialFor(sandbox));
});
beforeEach(async () => {
	forgetProcessed();
	// The reset ended the session: without this a fault meant for the operation would hit the login.
	await run({ resource: 'campaign', operation: 'getAll', options: {} });
});

const { nodes } = JSON.parse(readFileSync('workflows/campaign-in-slices.json', 'utf8')) as {
	nodes: INode[];
};
const parametersOf = (wanted: string): IDataObject => {
	const node = nodes.find(({ name }) => name === wanted);
	if (!node) throw new Error(`The sample has no node ${wanted}`);
	return structuredClone(node.parameters) as IDataObject;
};
const CODE = String(parametersOf('How many now?').jsCode);

const CAMPAIGN = 'Spring campaign';
const OWN_NUMBER = '+12125550199';
const PEOPLE = 500;
/** What is set. */
const CALLS_PER_MINUTE = 10;
const MOST_WAITING = 30;
const TICK_S = 120;
/** What is dialled in it, at its beginning and its end, too. */
const DIALLED = 21;
const MANY_OPT_OUT_IN = 10;
const MINUTE_MS = 60_000;

/** Area codes that there are. */
const AREAS = ['212', '310', '312', '415', '617'];
const people = Array.from(
	{ length: PEOPLE },
	(_, index) => `+1${AREAS[Math.floor(index / 100)]}55501${String(index % 100).padStart(2, '0')}`,
).filter((number) => number !== OWN_NUMBER);

/** The sample, run by run. */
class Feeder {
	readonly optedOut = new Map<string, number>();
	readonly slices: INodeExecutionData[] = [];

	async begin(): Promise<void> {
		await platformOf(sandbox).post('/campaigns/', {
			name: CAMPAIGN,
			agent_id: 'agent_0001',
			contacts: [{ phone_number: OWN_NUMBER }],
			settings: { calls_per_minute: CALLS_PER_MINUTE },
		});
	}

	/** @returns how many were sent @throws what stops the slice */
	async slice(): Promise<number> {
		const campaigns = await run({ ...parametersOf('Campaigns'), options: {} });
		const items: Record<string, INodeExecutionData[]> = {
			Campaigns: campaigns,
			'Slices so far': this.slices.length > 0 ? this.slices : rows({}),
		};
		const $ = (name: string) => ({ all: () => items[name] });
		const [now] = new Function('$', CODE)($) as INodeExecutionData[];
		if (!now) return 0;
		const { campaign_id, name, status, waiting, done, answered, room } = now.json;
		let sent = 0;
		if (Number(room) >= 1) {
			const parameters = parametersOf('Add a slice');
			const list = rows(...[...this.optedOut.keys()].map((phone) => ({ phone })));
			const [item] = await run(
				{
					...parameters,
					campaignId: locator(String(campaign_id)),
					callingRules: {
						...(parameters.callingRules as IDataObject),
						maxCallsPerExecution: Number(room),
						doNotCall: (list.length > 0 ? list : rows({})) as unknown as IDataObject[],
					},
					options: { ...(parameters.options as IDataObject), callAgainWhenChanged: String(name) },
				},
				rows(...people.map((phone) => ({ phone, first_name: 'Ada', last_name: 'L' }))),
			);
			sent = Number(item?.json.contacts_sent);
			this.slices.push(...rows({ campaign_id, done: String(done), answered: String(answered) }));
		}
		if (status === 'pending' && Number(waiting) > 1)
			await run({
				...parametersOf('Start campaign'),
				campaignId: locator(String(campaign_id)),
			});
		return sent;
	}
}

const pass = async (seconds: number) =>
	await sandbox.api.post('/clock', { advanceSeconds: seconds });
const clock = async () => Date.parse((await sandbox.api.get<{ now: string }>('/state')).data.now);

interface PlacedCall {
	to_number: string;
	created_at: string;
}
/** All calls, the earliest first. */
const placedCalls = async () =>
	(await listOf<PlacedCall>(platformOf(sandbox), '/calls'))
		.map(({ to_number, created_at }) => ({ number: to_number, at: Date.parse(created_at) }))
		.sort((one, other) => one.at - other.at);

const repeated = (numbers: readonly string[]) =>
	numbers.filter((number, index) => numbers.indexOf(number) !== index);

test('500 people: calls as fast as was set, and after an opt-out at most one slice', async () => {
	const feeder = new Feeder();
	await feeder.begin();
	let late: string[] = [];
	for (let tick = 0, sent = 1; sent > 0 || tick < MANY_OPT_OUT_IN; tick += 1) {
		sent = (await feeder.slice()) + (tick === 1 ? 1 : 0);
		await pass(TICK_S / 2);
		const { data } = await sandbox.api.get<Array<{ to_number: string }>>('/calls');
		const called = new Set(data.map(({ to_number }) => to_number));
		const open = people.filter((number) => !called.has(number) && !feeder.optedOut.has(number));
		const at = await clock();
		// One each time, of those who come next; and once many at the same moment.
		if (tick === MANY_OPT_OUT_IN) late = [...open.slice(0, 60), ...open.slice(-100)];
		const now = tick === MANY_OPT_OUT_IN ? late : open.slice(10, 11);
		for (const number of now) feeder.optedOut.set(number, at);
		await pass(TICK_S / 2);
	}
	const calls = await placedCalls();
	const numbers = calls.map(({ number }) => number);
	expect(repeated(numbers)).toEqual([]);
	const missing = people.filter(
		(number) => !numbers.includes(number) && !feeder.optedOut.has(number),
	);
	expect(missing).toEqual([]);

	const afterwards = calls.filter(
		({ number, at }) => at > (feeder.optedOut.get(number) ?? Infinity),
	);
	const latest = Math.max(
		...afterwards.map(({ number, at }) => at - (feeder.optedOut.get(number) ?? at)),
	);
	expect(late.length).toBe(160);
	const ofMany = afterwards.filter(({ number }) => late.includes(number));
	expect(ofMany.length).toBeGreaterThan(0);
	expect(ofMany.length).toBeLessThanOrEqual(MOST_WAITING);
	expect(latest).toBeLessThanOrEqual((MOST_WAITING / CALLS_PER_MINUTE) * MINUTE_MS);

	// In each ten minutes but the last, which the list ends in.
	const [first] = calls;
	const tenMinutes = (part: number) =>
		calls.filter(({ at }) => Math.floor((at - first!.at) / (10 * MINUTE_MS)) === part).length;
	const parts = Math.floor((calls.at(-1)!.at - first!.at) / (10 * MINUTE_MS));
	expect(parts).toBeGreaterThan(2);
	const paces = Array.from({ length: parts }, (_, part) => tenMinutes(part) / 10);
	for (const pace of paces) {
		expect(pace).toBeGreaterThanOrEqual(0.9 * CALLS_PER_MINUTE);
		expect(pace).toBeLessThanOrEqual(1.1 * CALLS_PER_MINUTE);
	}
});

describe('the next slice', () => {
	const HALF_HOUR_S = 1_800;

	/** A campaign that calls, with one slice in it. */
	async function running(): Promise<Feeder> {
		const feeder = new Feeder();
		await feeder.begin();
		await feeder.slice();
		await feeder.slice();
		await pass(TICK_S);
		return feeder;
	}
	/** The ID of the campaign. */
	const idOf = async () => {
		const { data } = await platformOf(sandbox).get('/campaigns/');
		return String(data.items.find(({ name }: { name: string }) => name === CAMPAIGN).id);
	};

	test('stops if fewer answer than before, and not before enough were called', async () => {
		const feeder = await running();
		const id = await idOf();
		const notAnswered = async (count: number) =>
			await sandbox.api.post(`/campaigns/${id}/contacts`, { count, status: 'no_answer' });
		await sandbox.api.post(`/campaigns/${id}/contacts`, { count: 200, status: 'completed' });
		expect(await feeder.slice()).toBe(DIALLED);
		await notAnswered(10);
		await pass(30);
		expect(await feeder.slice()).toBeGreaterThan(0);
		await notAnswered(30);
		await pass(30);
		await expect(feeder.slice()).rejects.toThrow(
			/^\d+ % of the last \d+ answered: no slice is sent$/,
		);
	});

	test('stops while somebody has paused the campaign, and when it is over', async () => {
		const feeder = await running();
		const platform = platformOf(sandbox);
		const id = await idOf();
		await platform.patch(`/campaigns/${id}/pause`);
		expect(await feeder.slice()).toBe(0);
		await platform.patch(`/campaigns/${id}/resume`);
		expect(await feeder.slice()).toBeGreaterThan(0);
		await pass(HALF_HOUR_S);
		expect(await feeder.slice()).toBe(0);
	});
});
