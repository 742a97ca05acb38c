import fc from 'fast-check';
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { drafts } from './arbitraries.mts';
import { completed } from './counterexample.mts';
import type { Invariant, InvariantViolation } from './invariants.mts';
import { play, violationIn } from './property.mts';
import type { EventName, NewRow, Settings } from './scenario.mts';

/*
 * The model finds what is wrong with a trigger as people often write it. That trigger reads the first page of the list, and what bears a later time
 * than all rows before is new to it. It relies on n8n to save and to deliver what it returns. What it does not do wrong by itself, it does with one
 * mistake more. So each invariant has been violated.
 */

const SCENARIOS = 150;

/** What it does wrong in some of the scenarios. */
const FOUND = [
	'neverLost',
	'oldestFirst',
	'maxBatchSize',
	'onlyEndedRows',
	'baselineIsSaved',
	'readableErrors',
	'sampleFits',
] as const satisfies Invariant[];

const PATHS: Record<EventName, string> = {
	newCall: '/calls',
	callEnded: '/calls',
	newBooking: '/bookings',
	newCallback: '/callbacks/',
	newTransfer: '/transfer-events',
	campaignFinished: '/campaigns/',
};

/** The first array that is not empty. */
function rowsIn(body: unknown): IDataObject[] {
	if (Array.isArray(body)) return body;
	if (typeof body !== 'object' || body === null) return [];
	const lists = Object.values(body).map(rowsIn);
	return lists.find(({ length }) => length > 0) ?? [];
}

const timeOf = ({ created_at, createdAt }: IDataObject) =>
	Date.parse(String(created_at ?? createdAt));

async function listOf(context: IPollFunctions): Promise<unknown> {
	const path = PATHS[context.getNodeParameter('event') as EventName];
	const request = context.helpers.httpRequestWithAuthentication;
	const { body } = await request.call(context, 'voiceAgentApi', {
		url: `https://voice.example.com/api/v1${path}`,
		qs: { limit: 50 },
		returnFullResponse: true,
	});
	return body;
}

async function poll(this: IPollFunctions) {
	const body = await listOf(this);
	const items = rowsIn(body).map((row) => ({
		json: { ...row, redelivered: false } as IDataObject,
	}));
	if (this.getMode() === 'manual') return [items.slice(0, 1)];
	const data = this.getWorkflowStaticData('node');
	const last = data.last as number | undefined;
	const times = items.map(({ json }) => timeOf(json));
	data.last = Math.max(last ?? 0, ...times.filter(Number.isFinite));
	const later = items.filter((_item, index) => last !== undefined && times[index]! > last);
	return later.length > 0 ? [later] : null;
}

// n8n drops what a collection does not declare; with this type it passes everything on.
const anything = { type: 'json', default: {} } as const;
const naive = (run = poll as NonNullable<INodeType['poll']>): INodeType => ({
	description: {
		displayName: 'Naive',
		name: 'naive',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		polling: true,
		inputs: [],
		outputs: ['main'],
		properties: [
			{ displayName: 'Event', name: 'event', type: 'string', default: '' },
			{ displayName: 'Filters', name: 'filters', ...anything },
			{ displayName: 'Options', name: 'options', ...anything },
		],
	} as unknown as INodeTypeDescription,
	poll: run,
});

type Output = INodeExecutionData[][] | null;

/** A poll with a mistake. @param found what it has found without it */
type Spoiled = (
	found: () => Promise<Output>,
	data: IDataObject,
	context: IPollFunctions,
) => Promise<Output>;

const usual: Spoiled = async (found) => await found();

const failure = (context: IPollFunctions) => new NodeOperationError(context.getNode(), 'No');

/** Does something at the end of each poll. */
const then =
	(act: (context: IPollFunctions, data: IDataObject) => unknown): Spoiled =>
	async (found, data, context) => {
		const output = await found();
		await act(context, data);
		return output;
	};

/** Emits again and again what was emitted last. */
const again =
	(redelivered: boolean): Spoiled =>
	async (found, data) => {
		const emitted = data.emitted as IDataObject | undefined;
		const output = await found();
		if (!output) return emitted ? [[{ json: { ...emitted, redelivered } }]] : null;
		data.emitted = output[0]?.[0]?.json;
		return output;
	};

const isTest = (context: IPollFunctions) => context.getMode() === 'manual';

/** The mistake for each of the others, how the poll ends that finds a row, and what row it is. */
const MISTAKES: Record<
	Exclude<Invariant, (typeof FOUND)[number]>,
	[mistake: Spoiled, end?: object, settings?: Partial<Settings>, row?: Partial<NewRow>]
> = {
	neverOld: [
		async (found, data) => {
			await found();
			data.last = 0;
			return await found();
		},
	],
	neverTwice: [again(true)],
	redeliveryIsMarked: [again(false), { end: 'killedLater' }],
	redeliveryNeedsCrash: [again(true), { end: 'killedLater', downMs: 3_600_000 }],
	skipRepeatsNothing: [again(true), { end: 'killedLater' }, { afterCrash: 'skip' }],
	onlyRealRows: [async () => [[{ json: { booking_id: 'none', redelivered: false } }]]],
	onlyMatchingRows: [usual, {}, { filters: { agentId: 'agent_b' } }],
	transcriptIsAwaited: [usual, {}, { event: 'callEnded' }, { status: 'completed' }],
	onceInAPoll: [async (found) => (await found())?.map((items) => [...items, ...items]) ?? null],
	outputShape: [async (found) => (await found()) ?? [[]]],
	stateMovesAtTheEnd: [
		async (found, data) => {
			data.last = 0;
			return await found();
		},
	],
	stateIsJson: [then((_context, data) => (data.polls = NaN))],
	failsOnlyWithThePlatform: [
		then((context) => {
			throw failure(context);
		}),
	],
	pollsEnd: [
		async (_found, _data, context) => {
			for (;;) await listOf(context);
		},
	],
	endsWithThePoll: [then((context) => setImmediate(() => void listOf(context)))],
	fewRequests: [
		async (found, _data, context) => {
			for (let page = 0; page < 100; page += 1) await listOf(context);
			return await found();
		},
	],
	smallState: [then((_context, data) => (data.pages = 'x'.repeat(100_000)))],
	saysItOnce: [
		then((context, data) => {
			data.polls = Number(data.polls ?? 0) + 1;
			context.__emitError(failure(context));
		}),
	],
	sampleIsThere: [
		then((context) => {
			if (isTest(context)) throw failure(context);
		}),
	],
	sampleChangesNothing: [
		then((context, data) => {
			if (isTest(context)) data.isTested = true;
		}),
	],
};

test('the model finds what a naive trigger does wrong', async () => {
	const missing = new Set<Invariant | undefined>(FOUND);
	for (const draft of fc.sample(drafts(), { numRuns: SCENARIOS, seed: 1 })) {
		if (missing.size > 0) missing.delete((await violationIn(draft, () => naive()))?.invariant);
	}
	expect([...missing]).toEqual([]);
});

describe('with one mistake more it violates', () => {
	const cases = [[undefined, [usual]] as const, ...Object.entries(MISTAKES)];

	test.each(cases)('%s', async (invariant, [mistake, end, settings, row = {}]) => {
		const spoiled = naive(async function () {
			return await mistake(
				async () => await poll.call(this),
				this.getWorkflowStaticData('node'),
				this,
			);
		});
		const polls = Array.from({ length: 6 }, () => ({ do: 'poll' }));
		const scenario = completed({
			settings: { event: 'newBooking', ...settings },
			oldRows: [{ ageMs: 60_000 }],
			steps: [{ do: 'insert', rows: [row] }, { do: 'poll', ...end }, ...polls, { do: 'manual' }],
		});
		const played = play(scenario, () => spoiled).then(
			() => undefined,
			(error: InvariantViolation) => error.invariant,
		);
		expect(await played).toBe(invariant);
	});
});
