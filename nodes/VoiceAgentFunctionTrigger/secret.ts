import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonical } from '../shared/values';
import type { SecretPlace } from './settings';

/*
 * A function's secret is derived, and stored nowhere: n8n's stored data can be read, is lost when n8n is killed, and is
 * overwritten by executions. The key is in the credential, which n8n encrypts, and outlives the password.
 */

/** What n8n gives the trigger while it publishes its address, and for each request. */
export type WebhookContext = IHookFunctions | IWebhookFunctions;

const CREDENTIAL = 'voiceAgentApi';
/** What every secret looks like. */
const SECRET = /^[\w-]{43}$/;
/** A key is read again at most this often for requests whose secret is wrong. */
const READ_AGAIN_MS = 5_000;

/** The keys of credentials by their IDs. To read one takes n8n about as long as to start a workflow. */
const keys = new Map<string, { key: Promise<string>; readAt: number }>();

/**
 * The key of the node's credential. While one request reads it, others use the known one: n8n keeps about 10 MB for
 * each that waits.
 * @returns '' if there is none: the credential has never logged in, or is gone
 */
async function keyFor(context: WebhookContext, maxAgeMs: number): Promise<string> {
	const id = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	const known = keys.get(id);
	if (known && Date.now() - known.readAt < maxAgeMs) return await known.key;
	const key = context.getCredentials(CREDENTIAL).then(
		({ functionKey }) => String(functionKey ?? ''),
		() => '',
	);
	const current = { key: known?.key ?? key, readAt: Date.now() };
	keys.set(id, current);
	await key;
	current.key = key;
	return await key;
}

/**
 * The secret of the trigger's function. To get another one, a user changes where requests have it.
 * @param isTest whether the function is the editor's test; @param maxAgeMs how old a key from memory may be
 * @returns '' if the credential has no key
 */
export async function secretFor(
	context: WebhookContext,
	{ in: place, name }: SecretPlace,
	isTest: boolean,
	maxAgeMs = 0,
): Promise<string> {
	const key = await keyFor(context, maxAgeMs);
	if (key === '') return '';
	const identity = [context.getWorkflow().id, context.getNode().id, isTest, place, name];
	return createHmac('sha256', key).update(canonical(identity)).digest('base64url');
}

/** Whether a request has the right secret. It takes the same time for every wrong one of the right length. */
export function isRightSecret(given: string, right: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(right)];
	return right !== '' && one.length === other.length && timingSafeEqual(one, other);
}

/** Whether a request has the secret of the function. A credential that has changed meanwhile is noticed. */
export async function hasSecret(
	context: IWebhookFunctions,
	given: string,
	place: SecretPlace,
): Promise<boolean> {
	// Without a text that can be one, no key is read.
	if (!SECRET.test(given)) return false;
	const isTest = context.getMode() === 'manual';
	for (const maxAgeMs of [Number.POSITIVE_INFINITY, READ_AGAIN_MS]) {
		if (isRightSecret(given, await secretFor(context, place, isTest, maxAgeMs))) return true;
	}
	return false;
}
