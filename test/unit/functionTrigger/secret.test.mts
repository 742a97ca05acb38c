import fc from 'fast-check';
import { canonical, fingerprintOf } from '../../../nodes/VoiceAgentFunctionTrigger/canonical';
import { checkAddress, withQuery } from '../../../nodes/VoiceAgentFunctionTrigger/functionAddress';
import {
	functionBody,
	functionFingerprint,
} from '../../../nodes/VoiceAgentFunctionTrigger/functionBody';
import { hashOf, isSecret, newSecret } from '../../../nodes/VoiceAgentFunctionTrigger/secret';
import type { FunctionSettings } from '../../../nodes/VoiceAgentFunctionTrigger/settings';
import { isSameAddress, plainAddress } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';

describe('a secret', () => {
	test('is new each time, and can be part of a header and of an address', () => {
		const secrets = Array.from({ length: 100 }, newSecret);
		expect(new Set(secrets).size).toBe(100);
		for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
	});

	test('is known by its hash, which does not show it', () => {
		const secret = newSecret();
		const hash = hashOf(secret);
		expect(hash).not.toContain(secret);
		expect(isSecret(secret, hash)).toBe(true);
		expect(isSecret(`${secret} `, hash)).toBe(false);
	});

	test('none is right if none is stored, or if what is stored is no hash', () => {
		for (const stored of ['', 'abc', 'zz'.repeat(32), hashOf('x').slice(2)]) {
			for (const given of ['', 'abc', stored]) expect(isSecret(given, stored)).toBe(false);
		}
	});

	test('of any length can be compared', () => {
		const hash = hashOf('right');
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
				expect(isSecret(given, hash)).toBe(given === 'right');
			}),
			runs('values'),
		);
	});
});

describe('a fingerprint', () => {
	test('does not depend on the order of fields, and on nothing else', () => {
		expect(canonical({ a: 1, b: { d: 2, c: [1, 2] } })).toBe('{"a":1,"b":{"c":[1,2],"d":2}}');
		expect(fingerprintOf({ a: 1, b: 2 })).toBe(fingerprintOf({ b: 2, a: 1 }));
		expect(fingerprintOf([1, 2])).not.toBe(fingerprintOf([2, 1]));
		expect(fingerprintOf({ a: 1 })).not.toBe(fingerprintOf([['a', 1]]));
		expect(fingerprintOf('1')).not.toBe(fingerprintOf(1));
	});

	test('is the same for the same data', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (data) => {
				expect(fingerprintOf(JSON.parse(JSON.stringify(data)))).toBe(fingerprintOf(data));
			}),
			runs('values'),
		);
	});
});

const settings: FunctionSettings = {
	agentId: 'agent_0001',
	name: 'check',
	description: 'Checks',
	schema: { type: 'object', properties: {}, required: [] },
	secret: { in: 'header', name: 'X-Secret' },
	extra: {},
	takeOver: false,
};
const ADDRESS = 'https://n8n.example.com/webhook/1/voice-agent-function';

describe('what the platform is told', () => {
	test('has the secret in one place: a header', () => {
		const body = functionBody(settings, ADDRESS, 'SECRET');
		expect(body).toEqual({
			name: 'check',
			description: 'Checks',
			url: ADDRESS,
			method: 'POST',
			parameters: settings.schema,
			headers: { 'X-Secret': 'SECRET' },
		});
	});

	test('or the address', () => {
		const body = functionBody(
			{ ...settings, secret: { in: 'query', name: 'token' } },
			ADDRESS,
			'S/+',
		);
		expect(body.url).toBe(`${ADDRESS}?token=S%2F%2B`);
		expect(body.headers).toBeUndefined();
	});

	test('has other fields for another platform, with the address and the secret in them', () => {
		const extra = {
			timeout: 5,
			headers: { 'X-Team': 'sales' },
			server: { webhook: ['{url}'], key: 'Bearer {secret}' },
			name: 'other',
		};
		expect(functionBody({ ...settings, extra }, ADDRESS, 'SECRET')).toMatchObject({
			timeout: 5,
			name: 'other',
			headers: { 'X-Team': 'sales', 'X-Secret': 'SECRET' },
			server: { webhook: [ADDRESS], key: 'Bearer SECRET' },
		});
	});

	test('has a fingerprint that changes with everything but the secret', () => {
		const own = functionFingerprint(settings, ADDRESS);
		expect(functionFingerprint({ ...settings, takeOver: true }, ADDRESS)).toBe(own);
		const changed: Array<Partial<FunctionSettings>> = [
			{ agentId: 'agent_0002' },
			{ name: 'other' },
			{ description: 'x' },
			{ secret: { in: 'header', name: 'X-Other' } },
			{ secret: { in: 'query', name: 'X-Secret' } },
			{ extra: { timeout: 1 } },
			{ schema: { type: 'object', properties: { day: {} }, required: [] } },
		];
		const all = changed.map((change) => functionFingerprint({ ...settings, ...change }, ADDRESS));
		expect(new Set([own, functionFingerprint(settings, `${ADDRESS}2`), ...all]).size).toBe(9);
	});
});

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
		['http://localhost:5678/webhook/1/f'],
		['https://localhost/webhook/1/f'],
		['http://127.0.0.1:5678/webhook/1/f'],
		['http://[::1]:5678/webhook/1/f'],
		['http://0.0.0.0:5678/webhook/1/f'],
		['http://n8n.example.com/webhook/1/f'],
		['n8n.example.com'],
		[''],
	])('"%s" is refused, with the words WEBHOOK_URL', (address) => {
		expect(() => checkAddress(address, PLATFORM)).toThrow(
			expect.objectContaining({ description: expect.stringContaining('WEBHOOK_URL') }),
		);
	});

	test('is compared and shown without what can be a secret', () => {
		expect(plainAddress('https://a.example.com/x/?token=1#2')).toBe('https://a.example.com/x');
		expect(plainAddress('no address?token=1')).toBe('no address');
		expect(isSameAddress('https://a.example.com/x', 'https://A.example.com:443/x/?t=1')).toBe(true);
		expect(isSameAddress('https://a.example.com/x', 'https://a.example.com/X')).toBe(false);
		expect(isSameAddress('', '')).toBe(false);
		expect(withQuery(`${ADDRESS}?a=1`, 'token', 'x')).toBe(`${ADDRESS}?a=1&token=x`);
	});
});
