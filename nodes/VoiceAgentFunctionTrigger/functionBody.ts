import type { IDataObject } from 'n8n-workflow';
import { isLoopback } from '../shared/http';
import { isObject, ParameterError, plainAddress, withTexts } from '../shared/values';
import type { FunctionSettings } from './settings';

/** The data with the address in place of `{url}`, and the secret in place of `{secret}`, in its texts. */
const withUrlAndSecret = (value: unknown, texts: Readonly<Record<string, string>>): unknown =>
	withTexts(value, (text) =>
		text.replace(/\{(url|secret)\}/g, (_all, name: string) => texts[name] ?? ''),
	);

/**
 * The custom function, as it is sent to the platform.
 *
 * @param address where it sends its requests, without the secret
 */
export function functionBody(
	{ name, description, schema, secret: place, extra }: FunctionSettings,
	address: string,
	secret: string,
): IDataObject {
	const url = place.in === 'query' ? withQuery(address, place.name, secret) : address;
	const added = withUrlAndSecret(extra, { url, secret }) as IDataObject;
	const headers = {
		...(isObject(added.headers) ? added.headers : {}),
		...(place.in === 'header' && { [place.name]: secret }),
	};
	return {
		name,
		description,
		url,
		method: 'POST',
		parameters: schema as unknown as IDataObject,
		...added,
		// Empty headers are sent, too: a platform that keeps missing fields would keep the earlier secret.
		headers,
	};
}

/** The address with a query parameter added. */
export function withQuery(address: string, name: string, value: string): string {
	const url = new URL(address);
	url.searchParams.set(name, value);
	return url.href;
}

const SET_IT =
	'Set the environment variable WEBHOOK_URL of n8n to its public address, such as https://n8n.example.com/, start n8n again, and publish the workflow again';

/**
 * Refuses an address that the platform cannot use: one of this computer, or without encryption, needs a platform here.
 * @throws ParameterError that says what to set
 */
export function checkAddress(address: string, platform: string): void {
	if (!URL.canParse(address)) {
		throw new ParameterError(`The webhook address of n8n "${address}" is not valid`, SET_IT);
	}
	const { protocol, hostname } = new URL(address);
	if (isLoopback(new URL(platform).hostname)) return;
	if (isLoopback(hostname) || hostname === '0.0.0.0') {
		throw new ParameterError(
			`The platform cannot reach n8n at ${plainAddress(address)}: this address is only valid on the computer of n8n. WEBHOOK_URL is not set`,
			SET_IT,
		);
	}
	if (protocol !== 'https:') {
		throw new ParameterError(
			`The webhook address of n8n does not start with https://: ${plainAddress(address)}. WEBHOOK_URL must start with https://`,
			`${SET_IT}. Otherwise the secret and what callers say are sent unencrypted`,
		);
	}
}
