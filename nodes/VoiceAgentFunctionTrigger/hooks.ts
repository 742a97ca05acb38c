import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import { asNodeError, clientFor, SecretFilter } from '../shared/http';
import type { Params } from '../shared/operation';
import { isRespond } from '../shared/operation';
import { ParameterError } from '../shared/values';
import { checkAddress, functionBody } from './functionBody';
import type { Registered } from './registration';
import { AgentFunctions, isNotFound } from './registration';
import type { WebhookContext } from './secret';
import { secretFor } from './secret';
import {
	checkedFunctionName,
	functionName,
	functionSettings,
	isRegisteredInEditor,
	enteredPlaceOf,
	settingsParams,
} from './settings';

/** All hooks together have about 84 seconds before n8n gives up a publication. */
const HOOK_MS = 50_000;
const REQUEST_MS = 15_000;
/** The longest time that a refused request waits for the check of the secret. */
const REPAIR_MS = 8_000;

/** What n8n keeps for the node. Others can read it, and write older data over it: nothing depends on it alone. */
interface StaticData {
	registered?: Registered;
	/** True while somebody tests in the editor, which has other data than the published workflow. */
	isTest?: boolean;
}

const dataOf = (context: WebhookContext): IDataObject & StaticData =>
	context.getWorkflowStaticData('node') as IDataObject & StaticData;

const isTest = (context: WebhookContext) =>
	context.getMode() === 'manual' || dataOf(context).isTest === true;

const parametersOf = (context: WebhookContext): Params =>
	settingsParams((name, fallback) => context.getNodeParameter(name, fallback));

const webhookAddress = (context: WebhookContext) => context.getNodeWebhookUrl('default') ?? '';

const connect = async (context: WebhookContext, withinMs: number): Promise<Client> =>
	await clientFor(context, {
		timeoutMs: Math.min(REQUEST_MS, withinMs),
		maxRetries: 2,
		maxRetryTimeMs: REQUEST_MS,
		deadline: Date.now() + withinMs,
	});

/** What the platform has, and what to tell it. @throws ParameterError also if it cannot reach n8n, and without a key */
async function prepare(context: WebhookContext, withinMs: number) {
	const settings = functionSettings(parametersOf(context), isTest(context));
	const address = webhookAddress(context);
	const client = await connect(context, withinMs);
	checkAddress(address, client.address);
	const { registered } = dataOf(context);
	const functions = await AgentFunctions.read(client, { ...settings, address }, registered);
	// The secret is made behind the first request, because a credential gets its key at its first login.
	const secret = await secretFor(context, settings.secret, isTest(context));
	if (secret === '') {
		throw new ParameterError(
			'The credential has no key for the secret of the function',
			'Open the credential and save it, so that n8n tests it. Then publish the workflow again',
		);
	}
	return { settings, functions, secret, body: functionBody(settings, address, secret) };
}

/** Without an agent, or if the agent is gone, nothing is registered. @returns as `AgentFunctions.remove` */
async function removeAt(context: IHookFunctions, agentId: string) {
	if (agentId === '') return undefined;
	const name = functionName(parametersOf(context), isTest(context));
	const wanted = { agentId, name, address: webhookAddress(context) };
	const client = await connect(context, HOOK_MS);
	return await AgentFunctions.read(client, wanted, dataOf(context).registered).then(
		async (functions) => await functions.remove(),
		(error: unknown) => {
			if (!isNotFound(error)) throw error;
			return undefined;
		},
	);
}

/** n8n's own node for answers, which a search for "respond" also finds. It fails behind any trigger but n8n's. */
const RESPOND_TO_WEBHOOK = 'n8n-nodes-base.respondToWebhook';

/** Whether the trigger waits for its workflow's answer. @throws ParameterError that says what to set */
function checkRespond(context: IHookFunctions, params: Params): void {
	const waits = params.text('respond') === 'responseNode';
	const behind = context.getChildNodes(context.getNode().name, { includeNodeParameters: true });
	const webhook = behind.find(({ type }) => type === RESPOND_TO_WEBHOOK);
	if (webhook) {
		throw new ParameterError(
			`The node "${webhook.name}" answers n8n's Webhook node only, not an agent`,
			'Remove it, and add the action Respond to agent of Voice Agent',
		);
	}
	const answering = behind.find(isRespond);
	if (answering && !waits) {
		throw new ParameterError(
			`The node "${answering.name}" answers the agent, but the trigger does not wait for it`,
			"Set 'Respond' of the trigger to Using Respond Operation, or remove that node",
		);
	}
	// Older versions of n8n do not show the parameters of other nodes.
	if (answering || !waits || behind.some(({ parameters }) => parameters === undefined)) return;
	throw new ParameterError(
		'The trigger waits for an answer, but no node behind it answers the agent',
		"Add the action Respond to agent of Voice Agent, or set 'Respond' of the trigger to When Last Node Finishes",
	);
}

/**
 * Whether nothing is to be registered. Only reads the platform. @throws ParameterError for what would fail in a call
 */
async function checkExists(context: IHookFunctions): Promise<boolean> {
	const params = parametersOf(context);
	checkRespond(context, params);
	checkedFunctionName(params.required('functionName'));
	if (!isTest(context)) return false;
	Object.assign(dataOf(context), { isTest: true, registered: undefined });
	return !isRegisteredInEditor(params);
}

async function create(context: IHookFunctions): Promise<boolean> {
	const { settings, functions, body } = await prepare(context, HOOK_MS);
	const registered = await functions.register(body, settings.takeOver);
	const data = dataOf(context);
	const before = data.registered?.agentId ?? settings.agentId;
	// The version before may have left a function of another agent, if the platform was out of reach at its end.
	if (before !== settings.agentId) await removeAt(context, before);
	data.registered = registered;
	return true;
}

async function remove(context: IHookFunctions): Promise<boolean> {
	const data = dataOf(context);
	const params = parametersOf(context);
	const isNone = isTest(context) && !isRegisteredInEditor(params);
	const agents = isNone ? [] : [data.registered?.agentId ?? '', params.text('agentId')];
	for (const agentId of new Set(agents)) {
		const left = await removeAt(context, agentId);
		if (left) throw left;
	}
	delete data.registered;
	delete data.isTest;
	return true;
}

/**
 * Makes sure that the platform has the right secret, for a request that had a wrong one.
 *
 * @returns what the request is told
 */
export async function repair(
	context: IWebhookFunctions,
): Promise<'wrong_secret' | 'secret_renewed' | 'not_registered'> {
	const { functions, body, secret } = await prepare(context, REPAIR_MS);
	const isTold = await functions.tellAgain(body, secret);
	if (isTold === undefined) return 'not_registered';
	return isTold ? 'secret_renewed' : 'wrong_secret';
}

/** What to do about a failure. The advice of other nodes names options that this one does not have. */
const adviceIn = (description = ''): string =>
	/Options → '(?!Take Over)/.test(description)
		? 'Try again later. If it stays so, use Voice Agent Organization and Users (Check Platform)'
		: description;

/**
 * The error that n8n shows. At a publication n8n shows the message alone, so that says what to do. A platform may
 * repeat what it was sent, so the secret is hidden.
 */
const shownBy = (hook: (context: IHookFunctions) => Promise<boolean>) =>
	async function (this: IHookFunctions): Promise<boolean> {
		return await hook(this).catch(async (error: unknown) => {
			const params = parametersOf(this);
			const secret = await secretFor(this, enteredPlaceOf(params), isTest(this));
			const nodeError = asNodeError(this.getNode(), error);
			const { message, description } = nodeError;
			const text = [message, adviceIn(description ?? undefined)].filter(Boolean).join('. ');
			nodeError.message = new SecretFilter([secret]).text(text);
			nodeError.description = undefined;
			throw nodeError;
		});
	};

/** The `webhookMethods` of the node: n8n calls them when the workflow is published, and when it is not any more. */
export const webhookMethods = {
	default: {
		checkExists: shownBy(checkExists),
		create: shownBy(create),
		delete: shownBy(remove),
	},
};
