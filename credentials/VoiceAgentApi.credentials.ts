import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { checkedBaseUrl } from '../nodes/shared/http/baseUrl';
import { LoginError } from '../nodes/shared/http/failures/requestFailure';
import { useOf } from '../nodes/shared/http/session';
import type { Account, LoginResult } from './login';
import { LoginCancelled } from './loginRefusals';
import type { Http } from './loginStep';
import { fromOtherNode, isStillLoggedIn, toPlatform } from './otherNodes';
import { EarlierSession, codesLeft, lastFailure, loginFor, newKey, ownerOf } from './sharedLogin';

/**
 * Codes as people paste them, one per line. A single-line field has no line breaks: spaces and commas separate them.
 */
function listOfCodes(entered: unknown): string[] {
	const text = String(entered ?? '');
	return text
		.split(text.includes('\n') ? '\n' : /[\s,;]/)
		.map((code) => code.trim())
		.filter((code) => code !== '');
}

function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	return {
		baseUrl: checkedBaseUrl(credentials.baseUrl),
		email: String(credentials.email ?? '').trim(),
		password: String(credentials.password ?? ''),
		mfa: (credentials.mfa ?? 'none') as Account['mfa'],
		authenticatorSecret: String(credentials.authenticatorSecret ?? ''),
		backupCodes: listOfCodes(credentials.backupCodes),
		lastCodeTime: Number(credentials.lastCodeTime) || 0,
	};
}

const noSession = () =>
	new LoginError('There is no login yet', 'Test the credential, then try again', false);

/** What n8n adds to the stored credential after a login. */
type Stored = Pick<LoginResult, 'accessToken' | 'lastCodeTime'> & {
	/** A hash of address, user and secrets that gave the token. After a change of one, the token is not sent. */
	sessionOf: string;
	/** Random, made at the first login and kept. Secrets of the Function Trigger and `sessionOf` derive from it. */
	functionKey: string;
	/** The codes that are left, one per line; only with MFA Backup Codes. */
	backupCodes?: string;
};

/** The key of the credential; '' before its first login. */
const functionKeyOf = ({ functionKey }: ICredentialDataDecryptedObject) =>
	String(functionKey ?? '');

/** What was entered cannot be used. n8n's credential test shows the message alone, so it says what to do as well. */
const asLoginError = ({ message, description }: UserError) =>
	new LoginError(message, description ?? '', true);

/** Logs in, unless the session of a failed request is still good. @returns what n8n stores */
async function storedAfterLogin(
	http: Http,
	credentials: ICredentialDataDecryptedObject,
): Promise<Partial<Stored>> {
	const account = accountOf(credentials);
	const functionKey = functionKeyOf(credentials) || newKey();
	const toStore = (accessToken: string, lastCodeTime: number, backupCodes: string[]) => ({
		accessToken,
		lastCodeTime,
		sessionOf: ownerOf(account, functionKey),
		functionKey,
		...(account.mfa === 'backupCodes' && { backupCodes: backupCodes.join('\n') }),
	});
	const use = useOf(credentials);
	if (use) use.onLogin?.();
	else if (await isStillLoggedIn(http, account.baseUrl, credentials)) return {};
	const refusedToken = use?.refusedToken ?? String(credentials.accessToken ?? '');
	return await loginFor(http, account, refusedToken, use?.signal).then(
		(session) => toStore(session.accessToken, session.lastCodeTime, session.backupCodes),
		(error: unknown) => {
			const left = codesLeft(account);
			const hasUsedCode = account.mfa === 'backupCodes' && left.length < account.backupCodes.length;
			const isOutcome = error instanceof LoginError && !(error instanceof LoginCancelled);
			if (!isOutcome || !hasUsedCode) throw error;
			return toStore('', account.lastCodeTime, left);
		},
	);
}

/** Each code allows one login, so it is hidden like a password. n8n's API gives every stored value that is not. */
const masked = { password: true };

export class VoiceAgentApi implements ICredentialType {
	name = 'voiceAgentApi';

	displayName = 'Voice Agent API';

	icon: Icon = {
		light: 'file:../icons/voiceAgentApi.svg',
		dark: 'file:../icons/voiceAgentApi.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/api/v1',
			description: 'Address of the voice-agent platform. It ends in /api/v1.',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'name@email.com',
			description: 'The email address you log in with. It must be verified.',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
		{
			displayName: 'MFA',
			name: 'mfa',
			type: 'options',
			options: [
				{
					name: 'Authenticator Secret',
					value: 'authenticator',
					description:
						'Compute each code from the secret behind the QR code. Best for workflows that run unattended.',
				},
				{
					name: 'Backup Codes',
					value: 'backupCodes',
					description: 'Use one code for each login. A used code is removed from this credential.',
				},
				{ name: 'None', value: 'none', description: 'The account logs in with the password only' },
			],
			default: 'none',
			description: 'The second factor that the account requires',
		},
		{
			displayName: 'Authenticator Secret',
			name: 'authenticatorSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { mfa: ['authenticator'] } },
			description:
				'The secret that the platform showed when the authenticator was set up (letters A–Z and digits 2–7), or the full otpauth:// address behind the QR code. Not the six-digit code of the app.',
		},
		{
			displayName:
				'The test may wait up to a minute for the next code, because each code is good for one login.',
			name: 'authenticatorNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { mfa: ['authenticator'] } },
		},
		{
			displayName: 'Backup Codes',
			name: 'backupCodes',
			type: 'string',
			typeOptions: masked,
			default: '',
			required: true,
			displayOptions: { show: { mfa: ['backupCodes'] } },
			description:
				'Unused backup codes, one per line or separated by spaces. A used code is removed automatically.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Last Code Time',
			name: 'lastCodeTime',
			type: 'hidden',
			default: 0,
		},
		{
			displayName: 'Session Of',
			name: 'sessionOf',
			type: 'hidden',
			typeOptions: masked,
			default: '',
		},
		{
			displayName: 'Function Key',
			name: 'functionKey',
			type: 'hidden',
			typeOptions: masked,
			default: '',
		},
	];

	/**
	 * n8n calls this while the token is empty, for a credential test, after a 401, and after any error of HTTP Request.
	 * It stores what is returned. So a failed login that used a backup code returns the codes that are left and an empty
	 * token; `authenticate` throws its error. @returns nothing if a failed request's session is good: n8n shows the error
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<Partial<Stored>> {
		return await storedAfterLogin(this.helpers.httpRequest as Http, credentials).catch(
			(error: unknown) => {
				throw error instanceof UserError ? asLoginError(error) : error;
			},
		);
	}

	/**
	 * Adds the token, but only to requests that go to the credential's own address. @throws UserError for another
	 * address, and for a request that must not be repeated; LoginError without a token; EarlierSession for a token of
	 * another account: n8n then logs in, and sends the request with the new token
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const account = accountOf(credentials);
		const accessToken = String(credentials.accessToken ?? '');
		if (accessToken === '') throw lastFailure(account) ?? noSession();
		// n8n keeps the token when the user edits the Base URL, the email address or the password.
		const isOwn = credentials.sessionOf === ownerOf(account, functionKeyOf(credentials));
		if (!isOwn) throw new EarlierSession();
		const use = useOf(credentials);
		const base = new URL(account.baseUrl);
		const request = use
			? toPlatform(options, base, accessToken)
			: fromOtherNode(credentials, options, base, accessToken);
		use?.onStart?.();
		return request as IHttpRequestOptions;
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '/mfa/status',
		},
	};
}
