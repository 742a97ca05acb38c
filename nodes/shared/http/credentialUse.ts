import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** One request of a node, as its credential sees it. n8n hands the credential's data from the one to the other, and this with it. */
export interface CredentialUse {
	/** Aborted when the execution is cancelled: then no login is begun or continued for it. */
	signal?: AbortSignal;
	/** The token that the platform has just refused for this run; '' if there is none. */
	refusedToken: string;
	/** Set by the credential: 'login' while it logs in, 'request' once the request has its token. Undefined before. */
	stage?: 'login' | 'request';
}

/** Not enumerable in the data, so that n8n does not store it. */
const USE = Symbol.for('n8n-nodes-voice-agent.credentialUse');

/** A copy of the credential's data for one request. */
export function forUse(
	data: ICredentialDataDecryptedObject,
	use: CredentialUse,
): ICredentialDataDecryptedObject {
	return Object.defineProperty({ ...data }, USE, { value: use });
}

/** The request that this data was made for; undefined if another node than ours uses the credential, or if it is tested. */
export function useOf(data: ICredentialDataDecryptedObject): CredentialUse | undefined {
	return (data as { [USE]?: CredentialUse })[USE];
}
