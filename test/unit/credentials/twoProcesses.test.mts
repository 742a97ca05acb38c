import { TOTP } from 'otpauth';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
import { SECRET, account, answer, streamed } from './fakeLogin.mts';
import { inTime } from '../../support/fakeTime.mts';

/** What the file of the credential exports. */
type Loaded = { VoiceAgentApi: new () => VoiceAgentApi };

const STEP = 1_795_000_020;

beforeEach(() => jest.useFakeTimers({ now: (STEP + 5) * 1000 }));
afterEach(() => jest.useRealTimers());

/** The credential as another process has it: nothing of its memory is shared. */
function otherProcess() {
	let credential: VoiceAgentApi | undefined;
	jest.isolateModules(() => {
		const loaded = require('../../../credentials/VoiceAgentApi.credentials') as Loaded;
		credential = new loaded.VoiceAgentApi();
	});
	if (!credential) throw new Error('It was not loaded');
	return credential;
}

/** A platform that takes each code once. */
function strictPlatform() {
	const codes: Array<{ code: unknown; at: number; isTaken: boolean }> = [];
	const isRight = (code: unknown) =>
		new TOTP({ secret: SECRET }).generate({ timestamp: Date.now() }) === code;
	const respond = ({ url, body }: IHttpRequestOptions) => {
		if (String(url).endsWith('/auth/login')) return answer(200, { mfa_required: true });
		const { code } = body as IDataObject;
		const wasTaken = codes.some((earlier) => earlier.code === code && earlier.isTaken);
		const isTaken = isRight(code) && !wasTaken;
		codes.push({ code, at: Date.now() / 1000 - STEP, isTaken });
		return isTaken ? answer(200, { access_token: `token-${codes.length}` }) : answer(401, {});
	};
	return { codes, http: async (options: IHttpRequestOptions) => streamed(respond(options)) };
}

const stored = () => {
	const { email, password, baseUrl } = account();
	const mfa = { mfa: 'authenticator', authenticatorSecret: SECRET };
	return { email, password, baseUrl, ...mfa, accessToken: '' } as ICredentialDataDecryptedObject;
};

/** Logs in with what is stored at the beginning, and stores the result at the end, as n8n does. */
async function logIn(
	process: ReturnType<typeof otherProcess>,
	http: ReturnType<typeof strictPlatform>['http'],
	store: ICredentialDataDecryptedObject,
) {
	const helpers = { helpers: { httpRequest: http } } as unknown as IHttpRequestHelper;
	const output = await process.preAuthentication.call(helpers, { ...store });
	Object.assign(store, output);
	return output.accessToken;
}

test('two processes at the same moment both get a session: the one whose code was refused takes the next one', async () => {
	const { codes, http } = strictPlatform();
	const store = stored();
	const tokens = await inTime(
		Promise.all([logIn(otherProcess(), http, store), logIn(otherProcess(), http, store)]),
	);
	expect(tokens).toEqual(['token-1', 'token-3']);
	expect(codes.map(({ isTaken }) => isTaken)).toEqual([true, false, true]);
	// Both read the credential before the other one stored it. This cannot be prevented; that it is sent a third time can.
	expect(codes[0]?.code).toBe(codes[1]?.code);
	expect(codes[2]?.code).not.toBe(codes[1]?.code);
	expect(codes[2]?.at).toBeGreaterThanOrEqual(30);
	expect(codes[2]?.at).toBeLessThan(31);
	expect(store.lastCodeTime).toBe(STEP + 30);
});
