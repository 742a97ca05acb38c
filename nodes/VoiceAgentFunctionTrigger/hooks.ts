import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import { asNodeError, clientFor, SecretFilter } from '../shared/http';
import type { Params } from '../shared/operation';
import { ParameterError } from '../shared/values';
import { checkAddress } from './functionAddress';
import { functionBody } from './functionBody';
import { properties } from './properties';
import type { Registered } from './registration';
import { AgentFunction, isNotFound } from './registration';
import { secretFor } from './secret';
import type { FunctionSettings } from './settings';
import { functionName, functionSettings, isRegisteredInEditor, paramsOf } from './settings';

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
	test?: Partial<Registered>;
}

const dataOf = (context: Context): IDataObject & StaticData =>
	context.getWorkflowStaticData('node') as IDataObject & StaticData;

const parametersOf = (context: Context): Params =>
	paramsOf((name, fallback) => context.getNodeParameter(name, fallback));

const connect = async (context: Context, withinMs: number): Promise<Client> =>
	await clientFor(context, {
		timeoutMs: Math.min(REQUEST_MS, withinMs),
		maxRetries: 2,
		maxRetryTimeMs: REQUEST_MS,
		deadline: Date.now() + withinMs,
	});

const isTest = (context: Context) => context.getMode() === 'manual';

const addressOf = (context: Context) => context.getNodeWebhookUrl('default') ?? '';

const registeredIn = ({ registered, test }: StaticData): Registered | undefined => {
	const { agentId, functionId = '', address = '' } = test ?? registered ?? {};
	return agentId === undefined ? undefined : { agentId, functionId, address };
};

/** @throws ParameterError also if the platform cannot reach n8n */
function functionOf(context: Context, client: Client, settings: FunctionSettings): AgentFunction {
	const address = addressOf(context);
	checkAddress(address, client.address);
	return new AgentFunction(client, { ...settings, address }, registeredIn(dataOf(context)));
}

/** What the platform must be told. @throws ParameterError if the credential has no key */
async function toldBy(context: Context, settings: FunctionSettings) {
	const secret = await secretFor(context, settings.secret, isTest(context));
	if (secret !== '') return { secret, body: functionBody(settings, addressOf(context), secret) };
	throw new ParameterError(
		'The credential has no key for the secret of the function',
		'Open the credential and save it, so that n8n tests it. Then publish the workflow again',
	);
}

const OPTION = /Options → '([^']+)'/g;
const optionNames = properties.flatMap(({ options = [] }) =>
	options.map((option) => ('displayName' in option ? option.displayName : '')),
);
const ADVICE = 'Try again later. If it stays so, use Voice Agent Organization (Check Platform)';

/** What to do. Advice for other nodes can name options that this one does not have. */
const adviceIn = (description: string): string =>
	[...description.matchAll(OPTION)].every(([, name = '']) => optionNames.includes(name))
		? description
		: ADVICE;

/**
 * The error that n8n shows. Of one of a publication it shows the message only, so that has what to do, too. A platform that repeats what it was
 * sent would show the secret.
 */
function shown(context: Context, error: unknown, secret = '') {
	const nodeError = asNodeError(context.getNode(), error);
	const advice = adviceIn(nodeError.description ?? '');
	const text = [nodeError.message, advice].filter(Boolean).join('. ');
	nodeError.message = new SecretFilter([secret]).text(text);
	nodeError.description = undefined;
	return nodeError;
}

/** A trigger without an agent has registered nothing, and an agent that is gone has nothing. */
async function removeAt(context: IHookFunctions, agentId: string): Promise<void> {
	if (agentId === '') return;
	const data = dataOf(context);
	const name = functionName(parametersOf(context), data.test !== undefined);
	const client = await connect(context, HOOK_MS);
	const wanted = { agentId, name, address: addressOf(context) };
	await new AgentFunction(client, wanted, registeredIn(data)).remove().catch((error: unknown) => {
		if (!isNotFound(error)) throw error;
	});
}

async function create(context: IHookFunctions): Promise<boolean> {
	const data = dataOf(context);
	const inTest = isTest(context);
	const settings = functionSettings(parametersOf(context), inTest);
	const client = await connect(context, HOOK_MS);
	const before = registeredIn(data)?.agentId ?? settings.agentId;
	let secret = '';
	const told = async () => {
		const all = await toldBy(context, settings);
		({ secret } = all);
		return all;
	};
	const registered = await functionOf(context, client, settings)
		.register(told, settings.takeOver)
		.catch((error: unknown) => {
			throw shown(context, error, secret);
		});
	if (before !== settings.agentId) await removeAt(context, before);
	data[inTest ? 'test' : 'registered'] = registered;
	return true;
}

async function remove(context: IHookFunctions): Promise<boolean> {
	const data = dataOf(context);
	const params = parametersOf(context);
	const { test } = data;
	if (test === undefined || isRegisteredInEditor(params)) {
		const agents = [params.text('agentId'), registeredIn(data)?.agentId ?? ''];
		for (const agentId of new Set(agents)) await removeAt(context, agentId);
	}
	delete data[test ? 'test' : 'registered'];
	return true;
}

/** Whether nothing is to be registered. Changes nothing on the platform. */
async function checkExists(context: IHookFunctions): Promise<boolean> {
	if (!isTest(context)) return false;
	dataOf(context).test = {};
	return !isRegisteredInEditor(parametersOf(context));
}

type Hook = (context: IHookFunctions) => Promise<boolean>;

const shownBy = (hook: Hook) =>
	async function (this: IHookFunctions): Promise<boolean> {
		return await hook(this).catch((error: unknown) => {
			throw shown(this, error);
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
	const told = await functionOf(context, client, settings).tellAgain(
		async () => await toldBy(context, settings),
	);
	if (told === undefined) return 'not_registered';
	return told ? 'secret_renewed' : 'wrong_secret';
}
