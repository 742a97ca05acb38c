import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import { isFull, sampleOf } from '../scale.mts';
import { credentialFor, locator, runner } from '../support/nodes.mts';
import { ENCODINGS, EchoServer, type LoginManner, type Manner, TOKEN } from './echoServer.mts';
import { type FaultyOperation, OPERATIONS, inputOf, operationOf, rotated } from './table.mts';

/*
 * Secrets that a hostile server repeats in every answer are found nowhere: not in names of files, errors with all that hangs on them, nor in
 * the log. In the data of items no value is a secret, and no value has the access token in it; other texts stay as the platform says them.
 */

const PASSWORD = 'Canary password/9f3kX+ü';
const AUTHENTICATOR_SECRET = 'KRUGKICDMFXGC4TZEBSXG5DFEBZWKYLM';
const BACKUP_CODES = ['canary-7Qx2-0001', 'canary-7Qx2-0002'];

const ACCOUNTS: Array<[name: string, more: ICredentialDataDecryptedObject, secrets: string[]]> = [
	['a password', { mfa: 'none' }, []],
	[
		'an authenticator',
		// With short steps: after a refused code, the login waits for the next one.
		{
			mfa: 'authenticator',
			authenticatorSecret: `otpauth://totp/x?secret=${AUTHENTICATOR_SECRET}&period=5`,
		},
		[AUTHENTICATOR_SECRET],
	],
	['backup codes', { mfa: 'backupCodes', backupCodes: BACKUP_CODES.join('\n') }, BACKUP_CODES],
];

const call = { callId: locator('call_0001') };
const session = { sessionId: locator('session_0001') };
const file = { outputDataFieldName: 'data' };
const transcript = operationOf('Get Transcript', 'voiceAgentCall call getTranscript', {
	...session,
	output: 'simplified',
});

/** Every way in which an answer becomes items. */
const KINDS: readonly FaultyOperation[] = [
	...OPERATIONS,
	operationOf('Get', 'voiceAgentCall call get', { ...call, output: 'allColumns' }),
	transcript,
	operationOf('Download', 'voiceAgentCall call downloadRecording', { ...session, ...file }),
	operationOf('Get PDF', 'voiceAgentBilling invoice getPdf', {
		invoiceId: locator('invoice_0001'),
		downloadFile: true,
		...file,
	}),
	operationOf('Export', 'voiceAgentCampaign campaign export', {
		campaignId: locator('campaign_0001'),
		...file,
	}),
	operationOf('Check', 'voiceAgentOrganization platform check', {}),
];

const MANNERS: readonly Manner[] = [
	...(['success', 'file', 'text', 'web page', 'redirect'] as const),
	...[400, 401, 403, 404, 409, 422, 429, 500, 503],
];
const REFUSED_LOGINS = [400, 401, 403, 422, 423, 429, 500].flatMap((status) =>
	(['password', 'code'] as const).map((step) => ({ step, status })),
);

/** Puts a logger of its own into n8n-core and n8n-workflow, at every level. @returns everything that is logged from now on */
function captureLog(): string[] {
	const projectRequire = createRequire(join(process.cwd(), 'package.json'));
	const coreRequire = createRequire(projectRequire.resolve('n8n-core'));
	const lines: string[] = [];
	const log = (...entry: unknown[]) =>
		void lines.push(inspect(entry, { depth: 12, showHidden: true, maxStringLength: null }));
	const logger = { error: log, warn: log, info: log, debug: log, scoped: () => logger };
	const { Container } = coreRequire('@n8n/di');
	Container.set(coreRequire('@n8n/backend-common').Logger, logger);
	projectRequire('n8n-workflow').LoggerProxy.init(logger);
	return lines;
}

const server = new EchoServer();
const log = captureLog();
beforeAll(async () => void (await server.start()));
afterAll(async () => await server.stop());

/** What a run gave: texts that may hold no secret, and values of items. */
interface Given {
	texts: string[];
	values: string[];
}

/** The texts and numbers of an item, without names of fields. */
function valuesIn(data: unknown): string[] {
	if (typeof data === 'object' && data !== null) return Object.values(data).flatMap(valuesIn);
	return [String(data)];
}

/** Every text that can be reached from a value, also through properties that are not enumerable. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	if (value instanceof Map) return textsIn([...value], seen);
	return Reflect.ownKeys(value).flatMap((key) => [
		String(key),
		...textsIn((value as Record<PropertyKey, unknown>)[key], seen),
	]);
}

/** How each secret can be written. */
const writtenForms = (secrets: readonly string[]) =>
	secrets.flatMap((secret) =>
		Object.entries(ENCODINGS).map(([name, encoded]) => {
			return { written: encoded(secret), title: `${secret} (${name})` };
		}),
	);

/** Which secrets the texts hold, and how they are written. */
function found(texts: readonly string[], secrets: readonly string[]): string[] {
	const whole = texts.join('\n');
	return writtenForms(secrets)
		.filter(({ written }) => whole.includes(written))
		.map(({ title }) => title);
}

/** Which secrets are where they may not be. */
const leaked = ({ texts, values }: Given, secrets: readonly string[]): string[] => [
	...found(texts, secrets),
	...found(values, [TOKEN]).map((title) => `${title} in a value`),
	...writtenForms(secrets)
		.filter(({ written }) => values.includes(written))
		.map(({ title }) => `${title} as a value`),
];

interface Place {
	operation?: FaultyOperation;
	more: ICredentialDataDecryptedObject;
	secrets?: readonly string[];
	manner?: Manner;
	login?: LoginManner;
	isStopped?: boolean;
	password?: string;
}

/** Runs an operation once. */
async function given(place: Place): Promise<Given> {
	const {
		operation = KINDS[0]!,
		more,
		secrets = [],
		password = PASSWORD,
		isStopped = true,
	} = place;
	const baseUrl = server.open({
		manner: place.manner ?? 'success',
		login: place.login ?? 'good',
		secrets: [password, ...secrets],
		hasCode: more.mfa !== 'none',
	});
	const email = 'owner@example.com';
	const credential = credentialFor({ url: baseUrl } as Sandbox, { email, password, ...more });
	const options = { ...(operation.parameters.options as object), maxRetries: 0, timeout: 5 };
	const run = runner(operation.node, credential);
	const output = await run({ ...operation.parameters, options }, inputOf(1), {
		settings: { onError: isStopped ? 'stopWorkflow' : 'continueRegularOutput' },
	}).catch((error: unknown) => error);
	if (!Array.isArray(output)) return { texts: textsIn(output), values: [] };
	const items = output as INodeExecutionData[];
	const isError = ({ json }: INodeExecutionData) => typeof json.error === 'string';
	// The content of a file is the platform's. Its name and its type are part of the item.
	const files = items.flatMap(({ binary = {} }) =>
		Object.values(binary).map((each) => [each.fileName, each.mimeType, each.fileExtension]),
	);
	const errors = items.filter(isError).map((item) => ({ ...item, error: item.error }));
	const data = items.filter((item) => !isError(item));
	return { texts: textsIn([errors, files]), values: data.flatMap(({ json }) => valuesIn(json)) };
}

describe.each(ACCOUNTS)('with %s', (account, more, ownSecrets) => {
	const secrets = [PASSWORD, TOKEN, ...ownSecrets];

	// After 401 it would wait half a minute for the next code, again and again.
	const manners = MANNERS.filter((manner) => manner !== 401 || more.mfa !== 'authenticator');
	const turn = 5 * ACCOUNTS.findIndex(([name]) => name === account);
	test.each(manners)('answers that repeat every secret: %s', async (manner) => {
		const places: string[] = [];
		// Other ways for each manner and account: over all of them, each way meets most manners.
		const kinds = sampleOf('canaries', rotated(KINDS, MANNERS.indexOf(manner) + turn));
		for (const [index, operation] of kinds.entries()) {
			for (const isStopped of isFull ? [true, false] : [index % 2 === 0]) {
				const run = await given({ operation, more, secrets: ownSecrets, manner, isStopped });
				expect(run.texts.length + run.values.length).toBeGreaterThan(0);
				places.push(...leaked(run, secrets).map((each) => `${operation.name}: ${each}`));
			}
		}
		expect([...new Set(places)]).toEqual([]);
	});

	const logins = REFUSED_LOGINS.filter(({ step }) => more.mfa !== 'none' || step === 'password');
	test.each(sampleOf('refusedLogins', logins))('a login that is refused: %j', async (login) => {
		for (const isStopped of isFull ? [true, false] : [logins.indexOf(login) % 2 === 0]) {
			const run = await given({ more, secrets: ownSecrets, login, isStopped });
			expect(leaked(run, [...secrets, ...server.codes])).toEqual([]);
		}
	});
});

test('a password that is also a word of a transcript is in no error, and stays in what was said', async () => {
	const word = 'sunshine';
	const givenIn = async (manner: Manner) =>
		await given({ operation: transcript, more: { mfa: 'none' }, manner, password: word });
	for (const manner of [400, 403, 422, 500, 'text'] as const) {
		expect(leaked(await givenIn(manner), [word])).toEqual([]);
	}
	expect((await givenIn('success')).values.join('\n')).toContain(`You said ${word}`);
});

test('the log at level debug has none of them', () => {
	log.push('The search sees what is logged: a canary');
	expect(found(log, ['a canary'])).toEqual(['a canary (plain)']);
	expect(found(log, [PASSWORD, TOKEN, AUTHENTICATOR_SECRET, ...BACKUP_CODES])).toEqual([]);
});
