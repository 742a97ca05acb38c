import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import { asNodeError, clientFor, SecretFilter } from '../shared/http';
import type { Params } from '../shared/operation';
import { ParameterError } from '../shared/values';
import { checkAddress } from './functionAddress';
import { functionBody } from './functionBody';
import { properties } from './properties';
import type { Registered, Told } from './registration';
import { AgentFunction, isNotFound } from './registration';
import { secretFor } from './secret';
import type { FunctionSettings } from './settings';
import {
	functionName,
	functionSettings,
	isRegisteredInEditor,
	enteredPlaceOf,
	paramsOf,
} from './settings';

/** All hooks together have about 84 seconds before n8n gives up a publication. */
const HOOK_MS = 50_000;
const REQUEST_MS = 15_000;
/** How long a request that is refused waits at most. */
const REPAIR_MS = 8_000;

type Context = IHookFunctions | IWebhookFunctions;

/** What n8n keeps for the node. Others can read it, and write older data over it: nothing depends on it alone. */
interface StaticData {
	registered?: Registered;
	/** Set while somebody tests in the editor, whose data is another one than that of the published workflow. */
	isTest?: boolean;
}

const dataOf = (context: Context): IDataObject & StaticData =>
	context.getWorkflowStaticData('node') as IDataObject & StaticData;

const isTest = (context: Context) =>
	context.getMode() === 'manual' || dataOf(context).isTest === true;

const parametersOf = (context: Context): Params =>
	paramsOf((name, fallback) => context.getNodeParameter(name, fallback));

const addressOf = (context: Context) => context.getNodeWebhookUrl('default') ?? '';

const connect = async (context: Context, withinMs: number): Promise<Client> =>
	await clientFor(context, {
		timeoutMs: Math.min(REQUEST_MS, withinMs),
		maxRetries: 2,
		maxRetryTimeMs: REQUEST_MS,
		deadline: Date.now() + withinMs,
	});

/** @throws ParameterError also if the platform cannot reach n8n */
function functionOf(context: Context, client: Client, settings: FunctionSettings): AgentFunction {
	const address = addressOf(context);
	checkAddress(address, client.address);
	return new AgentFunction(client, { ...settings, address }, dataOf(context).registered);
}

/** What the platform must be told. @throws ParameterError if the credential has no key */
async function toldBy(context: Context, settings: FunctionSettings): Promise<Told> {
	const secret = await secretFor(context, settings.secret, isTest(context));
	if (secret !== '') return { secret, body: functionBody(settings, addressOf(context), secret) };
	throw new ParameterError(
		'The credential has no key for the secret of the function',
		'Open the credential and save it, so that n8n tests it. Then publish the workflow again',
	);
}

/** A trigger without an agent has registered nothing, and an agent that is gone has nothing. @returns as `AgentFunction.remove` */
async function removeAt(context: IHookFunctions, agentId: string) {
	if (agentId === '') return undefined;
	const name = functionName(parametersOf(context), isTest(context));
	const wanted = { agentId, name, address: addressOf(context) };
	const client = await connect(context, HOOK_MS);
	return await new AgentFunction(client, wanted, dataOf(context).registered)
		.remove()
		.catch((error: unknown) => {
			if (!isNotFound(error)) throw error;
			return undefined;
		});
}

/** Whether nothing is to be registered. Changes nothing on the platform. */
async function checkExists(context: IHookFunctions): Promise<boolean> {
	if (!isTest(context)) return false;
	Object.assign(dataOf(context), { isTest: true, registered: undefined });
	return !isRegisteredInEditor(parametersOf(context));
}

async function create(context: IHookFunctions): Promise<boolean> {
	const settings = functionSettings(parametersOf(context), isTest(context));
	const client = await connect(context, HOOK_MS);
	const registered = await functionOf(context, client, settings).register(
		async () => await toldBy(context, settings),
		settings.takeOver,
	);
	const data = dataOf(context);
	const before = data.registered?.agentId ?? settings.agentId;
	// Left by the version before, if the platform could not be reached then.
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
	const settings = functionSettings(parametersOf(context), false);
	const client = await connect(context, REPAIR_MS);
	const isTold = await functionOf(context, client, settings).tellAgain(
		async () => await toldBy(context, settings),
	);
	if (isTold === undefined) return 'not_registered';
	return isTold ? 'secret_renewed' : 'wrong_secret';
}

const optionNames = properties.flatMap(({ options = [] }) =>
	options.map((option) => ('displayName' in option ? option.displayName : '')),
);

/** What to do. Advice for other nodes can name options that this one does not have. */
function adviceIn(description = ''): string {
	const named = [...description.matchAll(/Options → '([^']+)'/g)];
	return named.every(([, name = '']) => optionNames.includes(name))
		? description
		: 'Try again later. If it stays so, use Voice Agent Organization (Check Platform)';
}

/**
 * The error that n8n shows. Of one of a publication it shows the message only, so that has what to do, too. A platform that repeats what it was
 * sent would show the secret.
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
