import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import {
	ENCODINGS,
	EchoServer,
	type LoginManner,
	type Manner,
	TOKEN,
} from '../../faults/echoServer.mts';
import { byId, chain, mayFail, stepsOf } from '../../support/n8nSteps.mts';
import { databaseTexts, fileTexts } from './secret.mts';

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
const advanced = { maxRetries: 0, timeout: 5 };
const steps = [
	call('List', 'getAll', { returnAll: false, limit: 1, output: 'raw', options: advanced }, mayFail),
	call('Read', 'get', { callId: byId('call_0001'), output: 'raw', options: advanced }, mayFail),
	call(
		'Transcript',
		'getTranscript',
		{ sessionId: byId('session_0001'), options: advanced },
		mayFail,
	),
	call(
		'Recording',
		'downloadRecording',
		{ sessionId: byId('session_0001'), outputDataFieldName: 'data', options: advanced },
		mayFail,
	),
	call(
		'Make call',
		'makeCall',
		{ agentId: byId('agent_0001'), toNumber: '+12125550123', options: advanced },
		mayFail,
	),
];

export function canarySuite(world: () => TestN8n): void {
	const server = new EchoServer();
	let texts: Array<[place: string, text: string]> = [];

	beforeAll(async () => {
		await server.start();
		const runs: Array<Promise<unknown>> = [];
		for (const [index, [manner, login]] of MANNERS.entries()) {
			const hasCode = login !== 'good' && login.step === 'code';
			const baseUrl = server.open({
				manner,
				login,
				hasCode,
				secrets: [PASSWORD, ...(hasCode ? BACKUP_CODES : [])],
			});
			const name = `Canary ${index}`;
			const id = await world().createCredential(name, {
				baseUrl,
				email: 'canary@example.com',
				password: PASSWORD,
				mfa: hasCode ? 'backupCodes' : 'none',
				...(hasCode && { backupCodes: BACKUP_CODES.join('\n') }),
			});
			runs.push(
				world()
					.createWorkflow(chain(name, steps, { id, name }))
					.then(async (workflow) => await world().execute(workflow)),
			);
		}
		await Promise.all(runs);
		const { n8n } = world();
		texts = [
			['database', databaseTexts(n8n.userFolder)],
			['files', fileTexts(n8n.userFolder)],
			['log of the server', n8n.logs],
		];
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
