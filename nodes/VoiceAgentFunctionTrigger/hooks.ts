import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import { asNodeError, clientFor, SecretFilter } from '../shared/http';
import type { Params } from '../shared/operation';
import { ParameterError } from '../shared/values';
import { checkAddress } from './functionAddress';
import type { Registration } from './registration';
import { FunctionRegistration, isNotFound, unregister } from './registration';
import { newSecret } from './secret';
import { functionSettings, isRegisteredInEditor, paramsOf } from './settings';

/** All hooks together have about 84 seconds before n8n gives up a publication. */
const MOST_MS = 50_000;
const REQUEST_MS = 15_000;

/** What n8n keeps for the node. While somebody tests in the editor, it is another one than that of the published workflow. */
export interface StaticData {
	registration?: Registration;
	/** Set while somebody tests in the editor; without a registration, if the agent is left alone. */
	test?: Partial<Registration>;
}

export const isRegistration = (data?: Partial<Registration>): data is Registration =>
	data?.functionId !== undefined;

const dataOf = (context: IHookFunctions): IDataObject & StaticData =>
	context.getWorkflowStaticData('node') as IDataObject & StaticData;

const parametersOf = (context: IHookFunctions): Params =>
	paramsOf((name, fallback) => context.getNodeParameter(name, fallback));

const connect = async (context: IHookFunctions): Promise<Client> =>
	await clientFor(context, {
		timeoutMs: REQUEST_MS,
		maxRetries: 2,
		maxRetryTimeMs: REQUEST_MS,
		deadline: Date.now() + MOST_MS,
	});

const isTest = (context: IHookFunctions) => context.getMode() === 'manual';

const addressOf = (context: IHookFunctions) => context.getNodeWebhookUrl('default') ?? '';

/** @throws ParameterError also if the platform cannot reach n8n */
function registrationOf(
	context: IHookFunctions,
	client: Client,
	inTest: boolean,
	secret?: string,
): FunctionRegistration {
	const settings = functionSettings(parametersOf(context), inTest);
	const address = addressOf(context);
	checkAddress(address, client.address);
	return new FunctionRegistration(client, settings, address, secret);
}

/** Removes a function that n8n does not remember. Parameters that are not valid have registered none, and an agent that is gone has none. */
async function removeUnstored(context: IHookFunctions): Promise<void> {
	const find = async () => {
		const settings = functionSettings(parametersOf(context), false);
		const client = await connect(context);
		await new FunctionRegistration(client, settings, addressOf(context)).removeUnstored();
	};
	await find().catch((error: unknown) => {
		const isNone = error instanceof ParameterError || isNotFound(error);
		if (!isNone) throw error;
	});
}

/**
 * The error that n8n shows. Of one of a publication it shows the message only, so that has what to do, too. A platform that repeats what it was
 * sent would show the secret.
 */
function shown(context: IHookFunctions, error: unknown, secret: string) {
	const nodeError = asNodeError(context.getNode(), error);
	const text = [nodeError.message, nodeError.description].filter(Boolean).join('. ');
	nodeError.message = new SecretFilter([secret]).text(text);
	nodeError.description = undefined;
	return nodeError;
}

/** Whether nothing is to be registered. Changes nothing on the platform. */
async function checkExists(context: IHookFunctions): Promise<boolean> {
	const data = dataOf(context);
	if (isTest(context)) {
		data.test = {};
		return !isRegisteredInEditor(parametersOf(context));
	}
	const client = await connect(context);
	const registration = registrationOf(context, client, false);
	return data.registration ? await registration.isUnchanged(data.registration) : false;
}

async function create(context: IHookFunctions, secret: string): Promise<boolean> {
	const data = dataOf(context);
	const inTest = isTest(context);
	const client = await connect(context);
	const registration = registrationOf(context, client, inTest, secret);
	if (inTest) data.test = await registration.register();
	else data.registration = await registration.register(data.registration);
	return true;
}

async function remove(context: IHookFunctions): Promise<boolean> {
	const data = dataOf(context);
	const { registration, test } = data;
	const stored = test ?? registration;
	const isRemoved =
		isRegistration(stored) &&
		(await unregister(await connect(context), stored)) &&
		stored.agentId === parametersOf(context).text('agentId');
	if (!isRemoved && !test) await removeUnstored(context);
	if (test) delete data.test;
	else delete data.registration;
	return true;
}

/** The `webhookMethods` of the node: n8n calls them when the workflow is published, and when it is not any more. */
export const webhookMethods = {
	default: {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return await checkExists(this).catch((error: unknown) => {
				throw shown(this, error, '');
			});
		},
		async create(this: IHookFunctions): Promise<boolean> {
			const secret = newSecret();
			return await create(this, secret).catch((error: unknown) => {
				throw shown(this, error, secret);
			});
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			return await remove(this).catch((error: unknown) => {
				throw shown(this, error, '');
			});
		},
	},
};
