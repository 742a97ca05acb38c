import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import { loadOptions, searchList } from '../../harness/n8n/engine.mts';
import { endpointsOf, fieldsOf, LISTS } from '../../nodes/shared/operation';
import type { Thing } from '../../sandbox/control/quirks/things.mts';
import { listParameters } from '../support/collections.mts';
import type { Fixtures } from '../support/fixtures.mts';
import { credentialFor, locator, nodeTypes, rows, runner } from '../support/nodes.mts';
import { everyRequest, type ListedOperation } from '../support/operations.mts';
import { outputAs } from '../support/output.mts';
import type { Manner } from './manners.mts';
import { identityOf, thingAt } from './rows.mts';

/*
 * What is run in every manner. A probe is prepared while the platform answers as usual; then it runs, and says what it saw.
 */

/** What a probe saw, in a form that can be compared. */
export type Seen =
	/** Which things, in any order. */
	| { kind: 'ids'; ids: string[] }
	/** Simplified rows, in any order. */
	| { kind: 'table'; rows: IDataObject[] }
	/** A file. */
	| { kind: 'file'; content: string }
	/** A request that the platform refuses came through. */
	| { kind: 'accepted'; rows: IDataObject[] };

export interface World {
	sandbox: Sandbox;
	fixtures: Fixtures;
	/** How many rows each list has. */
	count: number;
}

/** An address of the sandbox, and who logs in there, if it is not the owner. */
export interface Entrance {
	url: string;
	account?: ICredentialDataDecryptedObject;
}

/** One run of a probe. */
export type Runner = (at: Entrance) => Promise<Seen>;

export interface Probe {
	title: string;
	/** Where it belongs in the picture of the whole. */
	group: 'list' | 'columns' | 'steps' | 'drop-down' | 'event' | 'file' | 'login and refusal';
	/** Whether it reads a list with all its rows. */
	isWhole?: boolean;
	prepare: (world: World) => Promise<Runner>;
}

type Listed = ListedOperation;

const json = (items: INodeExecutionData[]): IDataObject[] => items.map((item) => item.json);
const idsIn = (items: INodeExecutionData[], thing: Thing): Seen => ({
	kind: 'ids',
	ids: json(items).map((row) => identityOf(row, thing)),
});
const tableOf = (items: INodeExecutionData[]): Seen => ({ kind: 'table', rows: json(items) });
const titleOf = ({ node, title }: Listed) =>
	node === 'voiceAgentAnalytics' ? `Analytics ${title}` : title;
const accountAt = ({ url, account }: Entrance) => credentialFor({ url } as Sandbox, account);
let runs = 0;
/** Runs a node, each time in another workflow: nobody counts as called before. */
function at(node: string, entrance: Entrance): ReturnType<typeof runner> {
	const run = runner(node, accountAt(entrance));
	return async (parameters, items, more = {}) =>
		await run(parameters, items, { workflowId: `workflow ${(runs += 1)}`, ...more });
}

/** The parameters of an operation: those that must be filled in, and the defaults of the others. */
function parametersOf({ resource, operation }: Listed, values: IDataObject): IDataObject {
	const fields = fieldsOf(operation).map(({ name, required, default: usual }) => [
		name,
		(required ? values[name] : undefined) ?? usual,
	]);
	return {
		resource: resource.value,
		operation: operation.value,
		...Object.fromEntries(fields),
		options: {},
	};
}

const operations = everyRequest();
const found = (node: string, title: string): Listed => {
	const listed = operations.find((one) => one.node === node && one.title === title);
	if (!listed) throw new Error(`There is no ${title}`);
	return listed;
};

const isList = ({ operation }: Listed) => operation.kind === 'list';
const isRead = ({ operation }: Listed) =>
	endpointsOf(operation).every((endpoint) => endpoint.startsWith('GET '));

const lists = operations.filter(isList);
const simplified = operations.filter(
	({ operation }) => 'columns' in operation && operation.columns !== undefined,
);

const listProbe = (listed: Listed): Probe => ({
	title: titleOf(listed),
	group: 'list',
	isWhole: true,
	prepare: async (world) => {
		const parameters = { ...(await listParameters(listed, world)), ...outputAs('raw') };
		const thing = thingAt(String(endpointsOf(listed.operation)[0]));
		return async (address) => idsIn(await at(listed.node, address)(parameters), thing);
	},
});

const columnsProbe = (listed: Listed): Probe => ({
	title: `${titleOf(listed)}, columns`,
	group: 'columns',
	prepare: async (world) => {
		const parameters = isList(listed)
			? await listParameters(listed, world)
			: parametersOf(listed, await world.fixtures.valuesFor(listed));
		const all = { ...parameters, ...outputAs('columns') };
		return async (address) => tableOf(await at(listed.node, address)(all));
	},
});

/** The state that a campaign must be in for an operation. */
const STATE_BEFORE: Record<string, string> = {
	pause: 'active',
	resume: 'paused',
	rerun: 'finished',
};

/** An operation that changes a campaign, or makes one. */
const actingProbe = (listed: Listed): Probe => ({
	title: `${titleOf(listed)}, columns`,
	group: 'columns',
	prepare: async ({ sandbox, fixtures }) => {
		const { value } = listed.operation;
		// A campaign that only exists: the fixture of some operations moves the clock.
		const values = await fixtures.valuesFor({
			...listed,
			operation: { ...listed.operation, value: 'get' },
		});
		const { value: campaignId } = values.campaignId as { value: string };
		if (STATE_BEFORE[value])
			await sandbox.api.put(`/campaigns/${campaignId}`, { status: STATE_BEFORE[value] });
		const parameters = {
			...parametersOf(listed, values),
			...(value === 'update' && { advanced: { additionalFieldsJson: '{"name":"Renamed"}' } }),
			...outputAs('columns'),
		};
		return async (address) => tableOf(await at(listed.node, address)(parameters, CONTACTS));
	},
});

const CONTACTS = rows({ phone_number: '+12125550111', first_name: 'Ada' });

const makeCall = found('voiceAgentCall', 'Call: Make Call');
const getCall = found('voiceAgentCall', 'Call: Get');
const makeCallTo = (toNumber: string) =>
	parametersOf(makeCall, { agentId: locator('agent_0001'), toNumber });

const makeThenGet: Probe = {
	title: 'Call: Make Call, then Get',
	group: 'steps',
	prepare: async () => async (address) => {
		const run = at('voiceAgentCall', address);
		const made = await run(makeCallTo('+12125550112'));
		const id = identityOf(made[0]?.json ?? {}, thingAt('POST /calls/make-call'));
		const get = { ...parametersOf(getCall, {}), callId: locator(id), ...outputAs('columns') };
		return tableOf(await run(get));
	},
};

const createThenStart: Probe = {
	title: 'Campaign: Create, then Start',
	group: 'steps',
	prepare: async ({ fixtures }) => {
		const create = found('voiceAgentCampaign', 'Campaign: Create');
		const parameters = parametersOf(create, await fixtures.valuesFor(create));
		return async (address) => {
			const run = at('voiceAgentCampaign', address);
			const [created] = await run({ ...parameters, ...outputAs('columns') }, CONTACTS);
			const campaignId = locator(String(created?.json.campaign_id));
			const start = { resource: 'campaign', operation: 'start', campaignId, options: {} };
			return tableOf(await run({ ...start, ...outputAs('columns') }));
		};
	},
};

/** A list that is asked for some of its rows. */
const filterProbe = (
	title: string,
	listed: Listed,
	filtersFor: (world: World) => Promise<IDataObject>,
): Probe => ({
	title,
	group: 'list',
	prepare: async (world) => {
		const filters = await filtersFor(world);
		const base = await listParameters(listed, world);
		const parameters = { ...base, ...outputAs('raw'), filters };
		const thing = thingAt(String(endpointsOf(listed.operation)[0]));
		return async (address) => idsIn(await at(listed.node, address)(parameters), thing);
	},
});

const callRows = async ({ sandbox }: World): Promise<IDataObject[]> =>
	(await sandbox.api.get<IDataObject[]>('/calls')).data;

const callList = found('voiceAgentCall', 'Call: Get Many');
const filters: readonly Probe[] = [
	filterProbe('Call: Get Many, Call', callList, async (world) => ({
		callId: locator(String((await callRows(world))[3]?.call_id)),
	})),
	filterProbe('Call: Get Many, unknown Call', callList, async () => ({
		callId: locator('call_99999999'),
	})),
	filterProbe('Call: Get Many, Called After and Called Before', callList, async ({ sandbox }) => {
		const now = Date.parse((await sandbox.api.get('/state')).data.now);
		const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
		return { from: minutesAgo(6.5), to: minutesAgo(2.5) };
	}),
	filterProbe(
		'Phone Number: Get Many, Agent',
		found('voiceAgentPhoneNumber', 'Phone Number: Get Many'),
		async () => ({ agentId: locator('agent_0002') }),
	),
];

const isTooMany = (screens: number) => screens > 60;

/** An operation that has this drop-down: a list may be searched only where its field is shown. */
function withDropDown(method: string): Listed {
	const has = (field: INodeProperties): boolean =>
		(field.modes ?? []).some(({ typeOptions }) => typeOptions?.searchListMethod === method) ||
		(field.type === 'collection' && ((field.options ?? []) as INodeProperties[]).some(has));
	const listed = operations.find(({ operation }) => fieldsOf(operation).some(has));
	if (!listed) throw new Error(`No operation has the drop-down ${method}`);
	return listed;
}

/** Everything that scrolling through a drop-down shows. */
const dropDownProbe = (method: keyof typeof LISTS, filter?: string): Probe => ({
	title: `${LISTS[method].displayName} drop-down${filter === undefined ? '' : ', search'}`,
	group: 'drop-down',
	// The sandbox has prices for a few countries, however long its other lists are.
	isWhole: filter === undefined && method !== 'searchCountries',
	prepare: async () => async (address) => {
		const listed = withDropDown(method);
		const node = nodeTypes[listed.node]!;
		const credential = accountAt(address);
		const agentId = locator('agent_0001');
		const parameters = { ...parametersOf(listed, {}), agentId };
		const ids: string[] = [];
		let token: string | undefined;
		let screens = 0;
		do {
			const run = { node, credential, parameters };
			const { results, paginationToken } = await searchList(run, method, filter, token);
			ids.push(...results.map(({ value }) => String(value)));
			token = paginationToken as string | undefined;
			if (isTooMany((screens += 1))) throw new TypeError('The drop-down never ends');
		} while (token);
		return { kind: 'ids', ids };
	},
});

const optionsProbe = (method: string, title: string): Probe => ({
	title: `${title} drop-down`,
	group: 'drop-down',
	isWhole: true,
	prepare: async () => async (address) => {
		const node = nodeTypes.voiceAgent!;
		const run = { node, credential: accountAt(address), parameters: {} };
		const options = await loadOptions(run, method);
		return { kind: 'ids', ids: options.map(({ value }) => String(value)) };
	},
});

/** The only file of the only item. */
const fileIn = ([item]: INodeExecutionData[]): Seen => ({
	kind: 'file',
	content: String(Object.values(item?.binary ?? {})[0]?.data ?? JSON.stringify(item?.json)),
});

const fileProbe = (listed: Listed, more: IDataObject): Probe => ({
	title: titleOf(listed),
	group: 'file',
	prepare: async ({ fixtures }) => {
		const values = await fixtures.valuesFor(listed);
		const parameters = { ...parametersOf(listed, values), ...more, outputDataFieldName: 'data' };
		return async (address) => fileIn(await at(listed.node, address)(parameters));
	},
});

/** Not an authenticator: its next code is half a minute away. */
const WITH_CODES = {
	email: 'codes@example.com',
	mfa: 'backupCodes',
	backupCodes: 'SANDBOX-0001\nSANDBOX-0002\nSANDBOX-0003',
};

const loginWithCode: Probe = {
	title: 'Login with a code',
	group: 'login and refusal',
	prepare: async ({ sandbox }) => {
		await sandbox.api.post('/calls', { count: 3 });
		const parameters = {
			resource: 'call',
			operation: 'getAll',
			returnAll: true,
			...outputAs('raw'),
		};
		return async (address) => {
			const run = at('voiceAgentCall', { ...address, account: WITH_CODES });
			return idsIn(await run({ ...parameters, filters: {}, options: {} }), thingAt('GET /calls'));
		};
	},
};

/** The platform refuses a call without credit: an item for it would be a lie. */
const refusedCall: Probe = {
	title: 'Call: Make Call without credit',
	group: 'login and refusal',
	prepare: async ({ sandbox }) => {
		await sandbox.api.put('/balance', { credits: 0 });
		return async (address) => {
			const made = await at('voiceAgentCall', address)(makeCallTo('+12125550113'));
			return { kind: 'accepted', rows: json(made) };
		};
	},
};

/**
 * Whether a probe runs in a manner: one login is like another, whatever follows. And a date filter that is about another date cannot be
 * seen in the rows that come.
 */
export function concerns({ name, quirk }: Manner, title: string): boolean {
	if (name === 'dateFilter: otherDate')
		return title !== 'Call: Get Many, Called After and Called Before';
	return quirk !== 'login' || LOGIN_PROBES.includes(title);
}

export const LOGIN_PROBES = [
	'Call: Get Many',
	'Agent drop-down',
	'Call: Make Call, then Get',
	'Login with a code',
	'Trigger: Call Ended',
];

/** What reads lists. */
export const listProbes: readonly Probe[] = [
	...lists.map(listProbe),
	...filters,
	...(Object.keys(LISTS) as Array<keyof typeof LISTS>).map((method) => dropDownProbe(method)),
	dropDownProbe('searchAgents', '3'),
	optionsProbe('getIndustries', 'Industry'),
	optionsProbe('getUseCases', 'Use case'),
];

/** What changes nothing, so that all manners can read the same data. */
export const readingProbes: readonly Probe[] = [
	...listProbes,
	...simplified.filter(isRead).map(columnsProbe),
	fileProbe(found('voiceAgentCall', 'Call: Download Recording'), {}),
	fileProbe(found('voiceAgentBilling', 'Invoice: Get PDF'), { downloadFile: true }),
];

/** What changes the data. */
export const actingProbes: readonly Probe[] = [
	...simplified
		.filter((listed) => !isRead(listed) && listed.node === 'voiceAgentCampaign')
		.map(actingProbe),
	makeThenGet,
	createThenStart,
	loginWithCode,
	refusedCall,
];
