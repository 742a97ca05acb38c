import fc from 'fast-check';
import type { IDataObject, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { drafts } from './arbitraries.mts';
import type { Invariant } from './invariants.mts';
import { violationIn } from './property.mts';
import type { EventName } from './scenario.mts';

/*
 * The model finds what is wrong with a trigger as people often write it. That trigger reads the first page of the list, and what bears a later time
 * than all rows before is new to it. It relies on n8n to save and to deliver what it returns.
 */

const SCENARIOS = 300;

/** What it does wrong in some of the scenarios. */
const FOUND: Invariant[] = [
	'neverLost',
	'neverOld',
	'onceInAPoll',
	'oldestFirst',
	'maxBatchSize',
	'onlyMatchingRows',
	'onlyEndedRows',
	'transcriptIsAwaited',
	'baselineIsSaved',
	'readableErrors',
	'sampleFits',
];

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

const timeOf = ({ created_at }: IDataObject) => Date.parse(String(created_at));

async function poll(this: IPollFunctions) {
	const path = PATHS[this.getNodeParameter('event') as EventName];
	const { body } = await this.helpers.httpRequestWithAuthentication.call(this, 'voiceAgentApi', {
		url: `https://voice.example.com/api/v1${path}`,
		qs: { limit: 50 },
		returnFullResponse: true,
	});
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
const naive: INodeType = {
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
			{ displayName: 'Advanced', name: 'advanced', ...anything },
		],
	} as unknown as INodeTypeDescription,
	poll,
};

test('the model finds what a naive trigger does wrong', async () => {
	const found = new Set<Invariant | undefined>();
	for (const draft of fc.sample(drafts(), { numRuns: SCENARIOS, seed: 1 })) {
		found.add((await violationIn(draft, () => naive))?.invariant);
	}
	expect([...found]).toEqual(expect.arrayContaining(FOUND));
});
