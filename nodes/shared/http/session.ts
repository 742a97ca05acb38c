import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { NO_SECRETS, SecretFilter } from './secrets';

/** What n8n gives a node to send requests with. */
export type N8nContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** A node's request as its credential sees it. n8n passes the credential's data between the two, and this with it. */
export interface CredentialUse {
	/** Aborted when the execution is cancelled: then no login is begun or continued for it. */
	signal?: AbortSignal;
	/** The token that the platform has just refused for this run; '' if there is none. */
	refusedToken: string;
	/** The credential calls this when it begins a login for the request. */
	onLogin?(): void;
	/** The credential calls this right before the request's bytes leave. What it throws ends the request. */
	onStart?(): void;
}

/** The property of a credential's data that carries its use. It is not enumerable, so n8n does not store it. */
const USE = Symbol.for('n8n-nodes-voice-agent.credentialUse');

/** A copy of the credential's data for one request. */
export function forUse(
	data: ICredentialDataDecryptedObject,
	use: CredentialUse,
): ICredentialDataDecryptedObject {
	return Object.defineProperty({ ...data }, USE, { value: use });
}

/** The request that this data was made for; undefined in a credential test, and for nodes of other packages. */
export function useOf(data: ICredentialDataDecryptedObject): CredentialUse | undefined {
	return (data as { [USE]?: CredentialUse })[USE];
}

const CREDENTIAL = 'voiceAgentApi';
/** How many characters of 6 bits each tell the accounts of one person apart. */
const ACCOUNT_LENGTH = 10;

const storedToken = ({ accessToken }: ICredentialDataDecryptedObject) => String(accessToken ?? '');

const readCredential = async (caller: N8nContext): Promise<ICredentialDataDecryptedObject> => {
	const data = await caller.getCredentials(CREDENTIAL);
	// n8n logs in if the token is exactly ''.
	return { ...data, accessToken: storedToken(data) };
};

/** What a person has entered, and the key of the credential. */
function secretsOf(data: ICredentialDataDecryptedObject): string[] {
	const { password, authenticatorSecret, backupCodes, functionKey } = data;
	const codes = String(backupCodes ?? '').split(/[\s,;]+/);
	return [password, authenticatorSecret, functionKey, ...codes].map((secret) =>
		String(secret ?? ''),
	);
}

/**
 * The credential during one run, read once: all items see a new token at the same moment, and n8n is spared a look into
 * its database for each request.
 */
export class Session {
	private refusedToken = '';
	private renewal?: Promise<void>;
	private data: ICredentialDataDecryptedObject = {};
	private readonly secrets = new Set<string>();
	private readonly tokens = new Set<string>();
	private secretFilter = NO_SECRETS;

	constructor(
		private readonly caller: N8nContext,
		data: ICredentialDataDecryptedObject,
	) {
		this.take(data);
	}

	static async of(caller: N8nContext): Promise<Session> {
		return new Session(caller, await readCredential(caller));
	}

	get baseUrl(): unknown {
		return this.data.baseUrl;
	}

	/** Tells accounts apart, in a few characters that are no secret: a hash of the Base URL and the email. */
	get account(): string {
		const { baseUrl, email } = this.data;
		// A slash at the end of the Base URL changes nothing.
		const texts = [baseUrl, email].map((text) =>
			String(text ?? '')
				.trim()
				.toLowerCase()
				.replace(/\/+$/, ''),
		);
		return createHash('sha256')
			.update(JSON.stringify(texts))
			.digest('base64url')
			.slice(0, ACCOUNT_LENGTH);
	}

	/** Hides the secrets of the credential and the tokens of this run in what the platform sends. */
	get filter(): SecretFilter {
		return this.secretFilter;
	}

	/** The credential for one request, as n8n's HTTP helper takes it. */
	credentialFor(use: CredentialUse): ICredentialsDecrypted {
		const { id, name = CREDENTIAL } = this.caller.getNode().credentials?.[CREDENTIAL] ?? {};
		use.refusedToken = this.refusedToken;
		return { id: id ?? '', name, type: CREDENTIAL, data: forUse(this.data, use) };
	}

	/**
	 * Keeps the token that a request was sent with: a login may have given it. It may also be the refused one again,
	 * where an account has only one. A request from before the refusal does not bring it back. @returns the token
	 */
	keep({ data = {} }: ICredentialsDecrypted, use: CredentialUse): string {
		const token = storedToken(data);
		const isNew = token !== this.refusedToken || use.refusedToken === this.refusedToken;
		if (token !== '' && token !== storedToken(this.data) && isNew) this.take({ ...data });
		return token;
	}

	/**
	 * Replaces a token that the platform refused: by one that another item or process has got, or by none, so that the
	 * next request logs in.
	 */
	async renew(refused: string): Promise<void> {
		if (storedToken(this.data) !== refused) return;
		this.renewal ??= this.readAgain(refused).finally(() => (this.renewal = undefined));
		await this.renewal;
	}

	private async readAgain(refused: string): Promise<void> {
		const stored = await readCredential(this.caller);
		this.refusedToken = refused;
		this.take(storedToken(stored) === refused ? { ...stored, accessToken: '' } : stored);
	}

	private take(data: ICredentialDataDecryptedObject): void {
		this.data = data;
		const { secrets, tokens } = this;
		const before = secrets.size + tokens.size;
		// Secrets of before stay secrets: a code that a login has used since, and the token before.
		for (const secret of secretsOf(data)) secrets.add(secret);
		tokens.add(storedToken(data));
		if (secrets.size + tokens.size > before) {
			this.secretFilter = new SecretFilter([...secrets], [...tokens]);
		}
	}
}
