import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';
import { checkAddress } from '../../../nodes/VoiceAgentFunctionTrigger/functionBody';
import {
	hasSecret,
	isRightSecret,
	secretFor,
} from '../../../nodes/VoiceAgentFunctionTrigger/secret';
import { runs } from '../../scale.mts';

let credentials = 0;

/** What n8n gives a node: a credential of its own, and which node it is. */
function contextOf(key: string, workflow = 'w1', node = 'n1') {
	credentials += 1;
	const id = `credential_${credentials}`;
	const stored = { functionKey: key, reads: 0 };
	const context = {
		getNode: () => ({ id: node, credentials: { voiceAgentApi: { id } } }),
		getWorkflow: () => ({ id: workflow }),
		getMode: () => 'webhook',
		getCredentials: async () => {
			stored.reads += 1;
			return { functionKey: stored.functionKey };
		},
	} as unknown as IWebhookFunctions;
	return { context, stored };
}
const PLACE = { in: 'query', name: 'token' } as const;

describe('a secret', () => {
	test('is the same as long as credential, workflow, node and place are, and can be part of a header and of an address', async () => {
		const secret = async (...of: Parameters<typeof contextOf>) =>
			await secretFor(contextOf(...of).context, PLACE, false);
		const { context } = contextOf('key');
		const others = [
			await secret('key'),
			await secret('key2'),
			await secret('key', 'w2'),
			await secret('key', 'w1', 'n2'),
			await secretFor(context, PLACE, true),
			await secretFor(context, { in: 'header', name: 'token' }, false),
			await secretFor(context, { in: 'query', name: 'other' }, false),
		];
		expect(new Set(others).size).toBe(others.length);
		for (const each of others) expect(each).toMatch(/^[\w-]{43}$/);
		expect(await secret('key')).toBe(others[0]);
	});

	test('none is right if the credential has no key', async () => {
		const { context } = contextOf('');
		expect(await secretFor(context, PLACE, false)).toBe('');
		for (const given of ['', 'w'.repeat(43)])
			expect(await hasSecret(context, given, PLACE)).toBe(false);
	});

	test('of any length can be compared', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
				expect(isRightSecret(given, 'right')).toBe(given === 'right');
			}),
			runs('values'),
		);
	});

	test('the key is read once, and for wrong secrets every five seconds: a changed credential is noticed', async () => {
		jest.useFakeTimers({ now: 1_000_000 });
		const { context, stored } = contextOf('key');
		const first = await secretFor(context, PLACE, false);
		for (let time = 0; time < 9; time += 1) await hasSecret(context, first, PLACE);
		expect(stored.reads).toBe(1);
		stored.functionKey = 'another';
		const second = await secretFor(contextOf('another').context, PLACE, false);
		expect(await hasSecret(context, second, PLACE)).toBe(false);
		jest.setSystemTime(1_005_000);
		expect(await hasSecret(context, second, PLACE)).toBe(true);
		for (let time = 0; time < 9; time += 1) await hasSecret(context, 'wrong', PLACE);
		expect(stored.reads).toBe(2);
		jest.useRealTimers();
	});
});

test('while one request reads the key again, others with a wrong secret do not wait for it', async () => {
	jest.useFakeTimers({ now: 2_000_000 });
	const { context } = contextOf('key');
	const secret = await secretFor(context, PLACE, false);
	jest.setSystemTime(2_006_000);
	const read = Promise.withResolvers<{ functionKey: string }>();
	context.getCredentials = (async () => await read.promise) as typeof context.getCredentials;
	const wrong = 'w'.repeat(43);
	const reader = hasSecret(context, wrong, PLACE);
	expect(await hasSecret(context, wrong, PLACE)).toBe(false);
	expect(await hasSecret(context, secret, PLACE)).toBe(true);
	read.resolve({ functionKey: 'another' });
	expect(await reader).toBe(false);
	expect(await hasSecret(context, secret, PLACE)).toBe(false);
	jest.useRealTimers();
});

const ADDRESS = 'https://n8n.example.com/webhook/1/voice-agent-function';

describe('the address of n8n', () => {
	const PLATFORM = 'https://api.example.com/api/v1';
	const LOCAL = 'http://127.0.0.1:3000/api/v1';

	test.each([
		[ADDRESS, PLATFORM],
		['http://localhost:5678/webhook/1/f', LOCAL],
		['http://127.0.0.1:5678/webhook/1/f', 'http://localhost:3000/api/v1'],
		['https://n8n.example.com/webhook/1/f', LOCAL],
	])('%s can be reached from %s', (address, platform) => {
		expect(() => checkAddress(address, platform)).not.toThrow();
	});

	test.each([
		...[
			'http://localhost:5678/webhook/1/f',
			'https://localhost/webhook/1/f',
			'n8n.example.com',
			'',
		],
		...['http://127.0.0.1:5678/f', 'http://[::1]:5678/f', 'http://0.0.0.0:5678/f'],
		'http://n8n.example.com/webhook/1/f',
	])('"%s" is refused, with the words WEBHOOK_URL', (address) => {
		expect(() => checkAddress(address, PLATFORM)).toThrow(
			expect.objectContaining({ description: expect.stringContaining('WEBHOOK_URL') }),
		);
	});
});
