import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import {
	ENCODINGS,
	EchoServer,
	type LoginManner,
	type Manner,
	TOKEN,
} from '../../faults/echoServer.mts';
import { byId, chain, mayFail, stepsOf } from '../../support/n8nSteps.mts';
import { textsOf } from './secret.mts';

/** Secrets of accounts on a platform that repeats them in every answer. What it says in the data of an item stays: `test/faults` judges it. */
const PASSWORD = 'Canary password/9f3kX+e2e';
const BACKUP_CODES = ['canary-e2e-0001', 'canary-e2e-0002', 'canary-e2e-0003'];
const SECRETS = [PASSWORD, TOKEN, ...BACKUP_CODES];

const MANNERS: Array<[manner: Manner, login: LoginManner]> = [
	['file', 'good'],
	['text', 'good'],
	['redirect', 'good'],
	[400, 'good'],
	[401, 'good'],
	[500, 'good'],
	['success', { step: 'password', status: 401 }],
	['success', { step: 'code', status: 403 }],
];

const call = stepsOf('voiceAgentCall', 'call');
const options = { maxRetries: 0, timeout: 5 };
const sessionId = byId('session_0001');
const steps = [
	call('List', 'getAll', { limit: 1, output: 'raw', options }, mayFail),
	call('Read', 'get', { callId: byId('call_0001'), output: 'raw', options }, mayFail),
	call('Transcript', 'getTranscript', { sessionId, options }, mayFail),
	call('Recording', 'downloadRecording', { sessionId, options }, mayFail),
	call(
		'Make call',
		'makeCall',
		{ agentId: byId('agent_0001'), toNumber: '+12125550123', options },
		mayFail,
	),
];

export function canarySuite(world: () => TestN8n): void {
	const server = new EchoServer();
	let texts: Array<[place: string, text: string]> = [];

	beforeAll(async () => {
		await server.start();
		const run = async ([manner, login]: (typeof MANNERS)[number], index: number) => {
			const hasCode = login !== 'good' && login.step === 'code';
			const secrets = [PASSWORD, ...(hasCode ? BACKUP_CODES : [])];
			const name = `Canary ${index}`;
			const id = await world().createCredential(name, {
				baseUrl: server.open({ manner, login, hasCode, secrets }),
				email: 'canary@example.com',
				password: PASSWORD,
				mfa: hasCode ? 'backupCodes' : 'none',
				...(hasCode && { backupCodes: BACKUP_CODES.join('\n') }),
			});
			await world().execute(await world().createWorkflow(chain(name, steps, { id, name })));
		};
		await Promise.all(MANNERS.map(run));
		texts = textsOf(world().n8n);
	});

	afterAll(async () => await server.stop());

	test('the search sees what these workflows have written', () => {
		const [database, , log] = texts.map(([, text]) => text);
		expect(database).toContain('Transcript');
		expect(database).toContain('Canary 0');
		expect(log).toMatch(/debug/i);
	});

	test('no canary can be found', () => {
		const found = texts.flatMap(([place, text]) =>
			SECRETS.flatMap((secret) =>
				Object.entries(ENCODINGS)
					.filter(([, encoded]) => text.includes(encoded(secret)))
					.map(([name]) => `${place}: ${secret} (${name})`),
			),
		);
		expect(found).toEqual([]);
	});
}
