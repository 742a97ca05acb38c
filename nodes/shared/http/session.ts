import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';
import type { Caller } from './caller';
import type { CredentialUse } from './credentialUse';
import { forUse } from './credentialUse';
import { SecretFilter } from './secrets';

const CREDENTIAL = 'voiceAgentApi';

const tokenOf = ({ accessToken }: ICredentialDataDecryptedObject) => String(accessToken ?? '');

const read = async (caller: Caller): Promise<ICredentialDataDecryptedObject> => {
	const data = await caller.getCredentials(CREDENTIAL);
	// n8n logs in if it is exactly this.
	return { ...data, accessToken: tokenOf(data) };
};

/**
 * The credential during one run of a node. It is read once, not for each request: then a new token is seen by all items at once, and n8n
 * neither asks its database nor prepares to resolve expressions for each request.
 */
export class Session {
	private refusedToken = '';
	private renewal?: Promise<void>;
	private readonly secrets = new Set<string>();
	private known?: SecretFilter;

	constructor(
		private readonly caller: Caller,
		private data: ICredentialDataDecryptedObject,
	) {}

	static async of(caller: Caller): Promise<Session> {
		return new Session(caller, await read(caller));
	}

	get baseUrl(): unknown {
		return this.data.baseUrl;
	}

	/** Cuts what no text of the platform may show: the secrets of the credential and the tokens of this run. */
	get filter(): SecretFilter {
		const { password, authenticatorSecret, backupCodes } = this.data;
		const codes = String(backupCodes ?? '').split(/[\s,;]+/);
		const before = this.secrets.size;
		// Also a code that a login has used since, and the token before.
		for (const secret of [password, authenticatorSecret, ...codes, tokenOf(this.data)]) {
			this.secrets.add(String(secret ?? ''));
		}
		if (!this.known || this.secrets.size > before) this.known = new SecretFilter([...this.secrets]);
		return this.known;
	}

	/** The credential for one request, as n8n's HTTP helper takes it. */
	credentialFor(use: CredentialUse): ICredentialsDecrypted {
		const { id = '', name = CREDENTIAL } = this.caller.getNode().credentials?.[CREDENTIAL] ?? {};
		use.refusedToken = this.refusedToken;
		return { id: id ?? '', name, type: CREDENTIAL, data: forUse(this.data, use) };
	}

	/** Keeps the token that a request was sent with: it may come from a login. @returns the token */
	keep({ data = {} }: ICredentialsDecrypted): string {
		const token = tokenOf(data);
		if (token !== '' && token !== tokenOf(this.data) && token !== this.refusedToken) {
			this.data = { ...data };
		}
		return token;
	}

	/**
	 * Finds another token in place of one that the platform refused: one that another item or another process has got since, or none, so that
	 * the next request logs in.
	 */
	async renew(refused: string): Promise<void> {
		if (tokenOf(this.data) !== refused) return;
		this.renewal ??= this.readAgain(refused).finally(() => (this.renewal = undefined));
		await this.renewal;
	}

	private async readAgain(refused: string): Promise<void> {
		const stored = await read(this.caller);
		this.refusedToken = refused;
		this.data = tokenOf(stored) === refused ? { ...stored, accessToken: '' } : stored;
	}
}
