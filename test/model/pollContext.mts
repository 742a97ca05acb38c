import { isDeepStrictEqual } from 'node:util';
import type {
	GenericValue,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	INodeType,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { NodeHelpers, ObservableObject } from 'n8n-workflow';
import { valueAt } from '../support/params.mts';

/*
 * What n8n gives a poll function, and where it keeps the node's static data, so that thousands of polls a second can be run. It follows
 * PollContext, PollTriggerExecutor and PollCursorService of n8n 2.41. An action has other methods: test/support/fakeContext.mts.
 */

const quiet = () => {};

const NODE_KEY = 'node:Voice Agent Trigger';

/** The static data as one poll meets it. */
export interface Session {
	readonly data: IDataObject;
	/**
	 * What n8n does with the data when a poll has returned.
	 *
	 * @param isActivation whether this was the poll that n8n makes while it activates the workflow
	 * @param isLate it is saved by `saveLate` only, if n8n does not have the data in memory
	 * @returns whether the data would survive the end of the process now
	 */
	settle(hasItems: boolean, isActivation: boolean, isLate?: boolean): boolean;
	/** What the node's own request to keep the data does. */
	commit(): void;
}

/** Where n8n keeps the static data of a node. */
export interface StaticDataStore {
	/** A process begins, or the workflow is activated anew: only what was saved is left. */
	boot(): void;
	begin(): Session;
	/** What was to be saved late is saved now. */
	saveLate(): void;
	/** What was saved, as text. */
	saved: string;
}

interface Changeable {
	__dataChanged: boolean;
}

/** One object in memory for all polls; saved after activation and when a poll gives items, never after a poll without. */
export class DefaultEngineStore implements StaticDataStore {
	saved = '{}';
	#workflow!: IDataObject;

	constructor() {
		this.boot();
	}

	boot(): void {
		this.#workflow = ObservableObject.create(JSON.parse(this.saved), undefined, {
			ignoreEmptyOnFirstChild: true,
		});
	}

	begin(): Session {
		const workflow = this.#workflow;
		workflow[NODE_KEY] ??= ObservableObject.create({}, workflow as IDataObject & Changeable);
		return {
			data: workflow[NODE_KEY] as IDataObject,
			settle: (hasItems, isActivation) => {
				if (!hasItems && !isActivation) return false;
				// A change that n8n's observer does not notice is not saved.
				if (workflow.__dataChanged === true) this.saved = JSON.stringify(workflow);
				workflow.__dataChanged = false;
				return true;
			},
			commit: quiet,
		};
	}

	saveLate(): void {}
}

/**
 * A copy for each poll, committed with its execution, and also when there are no items. The poll during activation is the exception: n8n
 * 2.41 drops its copy unless it gave items, or the node asks for it.
 */
export class DurableEngineStore implements StaticDataStore {
	saved = '{}';
	private late = (): void => {};

	boot(): void {
		this.saveLate();
	}

	saveLate(): void {
		this.late();
		this.late = () => {};
	}

	begin(): Session {
		const seed = this.saved;
		const data = JSON.parse(seed) as IDataObject;
		let isCommitted = false;
		const save = () => {
			if (!isDeepStrictEqual(data, JSON.parse(seed))) this.saved = JSON.stringify(data);
			isCommitted = true;
		};
		return {
			data,
			settle: (hasItems, isActivation, isLate = false) => {
				if (isLate) this.late = save;
				else if (hasItems || !isActivation) save();
				return isLate || isCommitted;
			},
			commit: save,
		};
	}
}

export interface PollSettings {
	node: INodeType;
	/** As `withDefaults` gives them. */
	parameters: INodeParameters;
	data: IDataObject;
	mode: 'trigger' | 'manual';
	activation: WorkflowActivateMode;
	workflowId: string;
	/** The email in the credential, which n8n reads anew for each poll. */
	email?: () => string;
	timezone: string;
	/** Absent in n8n before 2.38. */
	budgetMs?: number;
	send: (options: IHttpRequestOptions) => Promise<unknown>;
	commit: () => void;
	/** Told of an error that the node reports without throwing it. */
	onError: (error: Error) => void;
}

const isLocator = (value: unknown): value is { __rl: true; value: GenericValue } =>
	typeof value === 'object' && value !== null && '__rl' in value;

/** The parameters as n8n has them when a workflow is loaded: defaults for what is shown, nothing for what is not. */
export function withDefaults(
	{ description }: INodeType,
	parameters: INodeParameters,
): INodeParameters {
	const { properties } = description;
	const version = { typeVersion: 1 };
	return (
		NodeHelpers.getNodeParameters(properties, parameters, true, false, version, description) ?? {}
	);
}

export function pollContext(settings: PollSettings): IPollFunctions {
	const { description } = settings.node;
	const node: INode = {
		id: 'trigger-1',
		name: 'Voice Agent Trigger',
		type: description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: settings.parameters,
		credentials: { voiceAgentApi: { id: '1', name: 'Voice Agent' } },
	};
	const context = {
		getNode: () => node,
		getMode: () => settings.mode,
		getActivationMode: () => (settings.mode === 'manual' ? 'manual' : settings.activation),
		getTimezone: () => settings.timezone,
		getWorkflow: () => ({ id: settings.workflowId, name: 'Calls', active: true }),
		getWorkflowStaticData: () => settings.data,
		getCredentials: async () => ({
			baseUrl: 'https://voice.example.com/api/v1',
			email: settings.email?.() ?? 'user@example.com',
		}),
		getNodeParameter: (name: string, ...more: unknown[]) => {
			const value = valueAt(settings.parameters as IDataObject, name);
			if (value === undefined) {
				if (more.length > 0 && more[0] !== undefined) return more[0];
				throw new Error(`Could not get parameter "${name}"`);
			}
			const options = more[1] as { extractValue?: boolean } | undefined;
			return options?.extractValue && isLocator(value) ? value.value : value;
		},
		__emitError: settings.onError,
		__commitCursor: async () => settings.commit(),
		...(settings.budgetMs !== undefined && { getPollBudgetMs: () => settings.budgetMs }),
		logger: { error: quiet, warn: quiet, info: quiet, debug: quiet },
		helpers: {
			httpRequest: settings.send,
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await settings.send(options),
			prepareBinaryData: async (_data: unknown, fileName = 'data', mimeType = 'audio/wav') => ({
				data: '',
				fileName,
				mimeType,
			}),
			returnJsonArray: (rows: IDataObject | IDataObject[]) =>
				[rows].flat().map((json) => ({ json })),
		},
	};
	return context as unknown as IPollFunctions;
}
