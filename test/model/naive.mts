import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { failureOfError, readPage } from '../../nodes/shared/http';
import { readTimestamp } from '../../nodes/shared/values';
import { clock } from './clock.mts';

/*
 * Three triggers for new bookings and the like. Two have the faults that such triggers often have, and the model must find them. The
 * third has none, as long as it may read everything at every poll and remember it for ever: the model must not find any.
 */

const PATHS: Record<string, string> = {
	newCall: '/calls',
	newBooking: '/bookings',
	newCallback: '/callbacks/',
	newTransfer: '/transfer-events',
};
const ID_NAMES: Record<string, string> = {
	newCall: 'call_id',
	newBooking: 'booking_id',
	newCallback: 'callback_id',
	newTransfer: 'transfer_id',
};
const PAGE = 50;
const ATTEMPTS = 3;

type Poll = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

function trigger(poll: Poll): INodeType {
	// n8n drops what a collection does not declare; this way it passes everything on.
	const anything = { type: 'json', default: {} } as const;
	const description = {
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
	};
	return { description: description as unknown as INodeTypeDescription, poll };
}

async function page(context: IPollFunctions, offset: number): Promise<IDataObject[]> {
	const path = PATHS[String(context.getNodeParameter('event'))];
	for (let attempt = 1; ; attempt += 1) {
		try {
			const response = await context.helpers.httpRequestWithAuthentication.call(
				context,
				'voiceAgentApi',
				{
					url: `https://voice.example.com/api/v1${path}`,
					qs: { limit: PAGE, offset },
					returnFullResponse: true,
				},
			);
			if (response.statusCode !== 200 || typeof response.body === 'string') {
				throw new NodeOperationError(context.getNode(), 'No list came');
			}
			return readPage(response.body).rows;
		} catch (error) {
			if (attempt < ATTEMPTS) continue;
			if (error instanceof NodeOperationError) throw error;
			const { message } = failureOfError(error, 'List', false);
			throw new NodeApiError(context.getNode(), { message });
		}
	}
}

async function everyPage(context: IPollFunctions): Promise<IDataObject[]> {
	const rows = new Map<string, IDataObject>();
	for (let offset = 0; ;) {
		const found = await page(context, offset);
		if (found.length === 0) return [...rows.values()];
		found.forEach((row) => rows.set(idOf(context, row), row));
		offset += found.length;
	}
}

const idOf = (context: IPollFunctions, row: IDataObject) =>
	String(row[ID_NAMES[String(context.getNodeParameter('event'))]!] ?? row.id);

const latest = async (context: IPollFunctions) => [
	(await page(context, 0)).slice(0, 3).map((row) => ({ json: { ...row, redelivered: false } })),
];

/** Gives out what is later than the latest before. Loses ties and late rows. */
export const comparesTimes = trigger(async function (this: IPollFunctions) {
	if (this.getMode() === 'manual') return await latest(this);
	const data = this.getWorkflowStaticData('node');
	const rows = await everyPage(this);
	const timeOf = (row: IDataObject) => readTimestamp(row.created_at) ?? 0;
	const newest = Math.max(Number(data.newest ?? 0), ...rows.map(timeOf));
	const fresh =
		data.newest === undefined ? [] : rows.filter((row) => timeOf(row) > Number(data.newest));
	data.newest = newest;
	return fresh.length > 0 ? [fresh.map((row) => ({ json: { ...row, redelivered: false } }))] : null;
});

interface Memory {
	seen: string[];
	deliveries: Array<{ at: number; process: number; ids: string[] }>;
}

function rememberingTrigger(read: (context: IPollFunctions) => Promise<IDataObject[]>): INodeType {
	const running = new Set<string>();
	return trigger(async function (this: IPollFunctions) {
		if (this.getMode() === 'manual') return await latest(this);
		const data = this.getWorkflowStaticData('node');
		const workflow = String(this.getWorkflow().id);
		if (running.has(workflow)) return null;
		running.add(workflow);
		try {
			return await remember(this, data, await read(this));
		} finally {
			running.delete(workflow);
		}
	});
}

async function remember(
	context: IPollFunctions,
	data: IDataObject,
	rows: IDataObject[],
): Promise<INodeExecutionData[][] | null> {
	const first = data.memory === undefined;
	const memory: Memory = first
		? { seen: rows.map((row) => idOf(context, row)), deliveries: [] }
		: JSON.parse(JSON.stringify(data.memory));
	const window = Number(context.getNodeParameter('options.crashWindowMinutes')) * 60_000;
	const repeats = context.getNodeParameter('options.afterCrash') === 'deliverAgain';
	const again = new Set(
		memory.deliveries
			.filter(
				({ at, process }) => process < clock.processStart && clock.processStart - at <= window,
			)
			.flatMap(({ ids }) => (repeats ? ids : [])),
	);
	const seen = new Set(memory.seen);
	const found = rows
		.filter((row) => !seen.has(idOf(context, row)) || again.has(idOf(context, row)))
		.slice(0, Number(context.getNodeParameter('options.batchSize')));
	const ids = found.map((row) => idOf(context, row));
	ids.forEach((id) => seen.add(id));
	const open = memory.deliveries.map((entry) => ({
		...entry,
		ids: entry.ids.filter((id) => !ids.includes(id)),
	}));
	const delivery = { at: clock.now, process: clock.processStart, ids };
	data.memory = { seen: [...seen], deliveries: [...open, delivery] } as unknown as IDataObject;
	if (found.length === 0) return null;
	return [found.map((row) => ({ json: { ...row, redelivered: again.has(idOf(context, row)) } }))];
}

/** Reads the first page alone. Loses what a burst pushes off it. */
export const readsOnePage = rememberingTrigger(async (context) => await page(context, 0));

/** Reads and remembers everything, and so loses and repeats nothing. */
export const remembersAll = rememberingTrigger(everyPage);
