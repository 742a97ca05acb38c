import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from '../../harness/sandbox.mts';
import { type JsonObject, without } from '../../sandbox/common/json.mts';
import { queryValidatorOf, validatorOf } from '../../sandbox/openapi/validation.mts';
import { exampleBody, specified } from '../support/contract.mts';
import { phrases } from '../support/phrases.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { clientOf, signIn } from './client.mts';

/** What spends money or changes rights. A new one needs no line here. */
const FOR_ADMINS = phrases`
	buyNumber | initiateTopup | inviteUser | purchaseNumber | updateBilling | updateOrganization | updateUser
`;
/** What is needed before there is a token. */
const OPEN = phrases`
	login | verifyMfa | signUp | verifyEmail | resendVerification | forgotPassword | resetPassword
`;

const sandbox = useSandbox({ clock: 'manual' });

test('the contract gives an example of every JSON body, and every example is valid', () => {
	for (const { operationId, definition } of specified) {
		const body = definition.requestBody?.content['application/json'];
		const parameters: JsonObject[] = definition.parameters ?? [];
		const shown = parameters.filter(({ example }) => example !== undefined);
		for (const { example, schema } of [...(body ? [body] : []), ...shown]) {
			const validate = validatorOf(schema);
			const isValid = example !== undefined && validate(structuredClone(example));
			expect([operationId, isValid, validate.errors]).toEqual([operationId, true, null]);
		}
	}
});

/** A request that breaks the contract in one place, and that place. */
interface Broken {
	method: string;
	path: string;
	data?: unknown;
	params?: object;
	place: [part: 'body' | 'query', name: string];
}

/** Every operation with each of its fields missing and of another type, and with each of its parameters malformed. */
function brokenRequests(): Broken[] {
	return specified.flatMap((operation) => {
		const { method, definition } = operation;
		const path = operation.path.replace(/\{\w+\}/g, 'x');
		const example = exampleBody(operation);
		const schema: JsonObject = definition.requestBody?.content['application/json']?.schema ?? {};
		const { required = [], properties = {} } = schema;
		const missing = (required as string[]).map((name) => ({
			data: without(example ?? {}, name),
			place: ['body', name] as const,
		}));
		const malformed = Object.keys(properties)
			.map((name) => ({ data: { ...example, [name]: { not: ['this'] } }, name }))
			.filter(({ data }) => !validatorOf(schema)(structuredClone(data)))
			.map(({ data, name }) => ({ data, place: ['body', name] as const }));
		const parameters = (definition.parameters ?? []) as JsonObject[];
		const queries = parameters
			.filter(({ in: where, name, schema: own }) => {
				const whole = { type: 'object', properties: { [name]: own } };
				return where === 'query' && !queryValidatorOf(whole)({ [name]: 'no such \u0000 value' });
			})
			.map(({ name }) => ({
				params: { [name]: 'no such \u0000 value' },
				data: example,
				place: ['query', name] as const,
			}));
		return [...missing, ...malformed, ...queries].map(
			(one) => ({ method, path, ...one }) as unknown as Broken,
		);
	});
}

describe('requests that break the contract', () => {
	test('every operation asks for a token, but for those that lead to one', async () => {
		const client = clientOf(sandbox);
		for (const { method, path, operationId } of specified) {
			const url = path.replace(/\{\w+\}/g, 'x');
			const { status, data } = await client.request({ method, url });
			const isOpen = OPEN.includes(operationId);
			expect({ operationId, status }).toEqual({ operationId, status: isOpen ? 422 : 401 });
			expect(data.message).toEqual(expect.any(String));
		}
	});

	test('who may only read writes nothing, and who is no admin does nothing for all', async () => {
		const reader = await signIn(sandbox, 'reader@example.com');
		const refused = async (isMeant: (one: (typeof specified)[number]) => boolean) => {
			const meant = specified.filter(isMeant);
			for (const { method, path, operationId } of meant) {
				const { status } = await reader.request({ method, url: path.replace(/\{\w+\}/g, 'x') });
				expect({ operationId, status }).toEqual({ operationId, status: 403 });
			}
			return meant.map(({ operationId }) => operationId);
		};
		const isOwn = (definition: { [name: string]: unknown }) =>
			definition['x-any-role'] || definition.security;
		await refused(({ method, definition }) => method !== 'GET' && !isOwn(definition));
		await sandbox.api.patch('/users/reader@example.com', { role: 'member' });
		const forAdmins = await refused(({ definition }) => Boolean(definition['x-admin']));
		expect(forAdmins).toEqual(expect.arrayContaining(FOR_ADMINS));
		await sandbox.api.patch('/users/reader@example.com', { role: 'read_only' });
	});

	test('a trailing slash makes a different path', async () => {
		const client = await signIn(sandbox);
		const statuses = [];
		for (const path of ['/agents/', '/agents', '/calls', '/calls/', '/campaigns/', '/campaigns']) {
			statuses.push((await client.get(path)).status);
		}
		expect(statuses).toEqual([200, 404, 200, 404, 200, 404]);
		expect((await client.get('/nowhere')).data.message).toContain('/nowhere');
	});

	test('every field that is missing or of another type, and every parameter that is malformed, is a 422 that names it', async () => {
		const client = await signIn(sandbox);
		const wrongly: unknown[] = [];
		const broken = brokenRequests();
		expect(broken.length).toBeGreaterThan(200);
		for (const one of broken) {
			const { status, data } = await client.request({ ...one, url: one.path });
			const names = (data.detail ?? []).map(({ loc }: { loc: unknown[] }) =>
				loc.slice(0, 2).join(),
			);
			if (status !== 422 || !names.includes(one.place.join())) wrongly.push([one, status, names]);
		}
		expect(wrongly).toEqual([]);
	});

	test.each(['limit=0', 'limit=1001', 'limit=1e2', 'limit=', 'limit=10&limit=20', 'offset=-1'])(
		'GET /calls?%s is refused, naming the parameter',
		async (query) => {
			const { status, data } = await (await signIn(sandbox)).get(`/calls?${query}`);
			expect([status, data.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]]);
		},
	);

	test('a body is required, but for one whose fields may all be left out', async () => {
		const client = await signIn(sandbox);
		for (const { method, path, definition } of specified) {
			const json = (definition.requestBody as JsonObject)?.content?.['application/json'];
			if (!json || !path.includes('{')) continue;
			const { required, minProperties = 0 } = json.schema as JsonObject;
			const url = path.replace(/\{\w+\}/g, 'x');
			const { data } = await client.request({ method, url });
			const isRefused = JSON.stringify(data.detail ?? '').includes('"body"');
			expect([path, isRefused]).toEqual([path, required.length > 0 || minProperties > 0]);
		}
	});

	test('bodies are neither coerced nor trimmed', async () => {
		const client = await signIn(sandbox);
		const call = { agent_id: 'agent_0001', to_number: '+12025550123' };
		const refused = [
			[{ ...call, to_number: 12025550123 }, ['body', 'to_number']],
			[{ ...call, to_number: ' +12025550123' }, ['body', 'to_number']],
			[{ ...call, to_number: '2025550123' }, ['body', 'to_number']],
		] as const;
		for (const [body, loc] of refused) {
			const { status, data } = await client.post('/calls/make-call', body);
			expect({ status, loc: data.detail[0].loc }).toEqual({ status: 422, loc });
		}
		const extra = await client.post('/calls/make-call', { ...call, priority: 'high' });
		expect(extra.status).toBe(201);
		const login = { email: 'owner@example.com', password: 'x', remember: true };
		expect((await client.post('/auth/login', login)).status).toBe(422);
		const broken = await client.post('/calls/make-call', '{"agent_id":', {
			headers: { 'content-type': 'application/json' },
		});
		expect(broken.status).toBe(422);
		expect((await sandbox.api.get('/violations')).data).toEqual([]);
	});
});

test('an answer that breaks the contract is a 500 and is written down', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const own = await startSandbox({ database: join(folder, 'platform.db') });
	const { data } = await own.api.post('/calls', { count: 1 });
	const database = new DatabaseSync(join(folder, 'platform.db'));
	database.exec(`UPDATE calls SET overrides = '{"analysis":{}}'`);
	database.close();
	const { status } = await (await signIn(own)).get(`/calls/${data.call_ids[0]}`);
	const { data: violations } = await own.api.get('/violations');
	await own.stop();
	rmSync(folder, { recursive: true });
	expect(status).toBe(500);
	expect(violations).toMatchObject([{ operationId: 'getCall', status: 200 }]);
	expect(violations[0].reason).toContain('summary');
});

/** A form with a file of contacts. */
function formWith(number: string): FormData {
	const form = new FormData();
	form.append('file', new Blob([`phone\n${number}\n`]), 'contacts.csv');
	return form;
}

test('an id that nobody has is a 404 for every operation', async () => {
	const client = await signIn(sandbox);
	const targets = specified.filter(({ path }) => path.includes('{'));
	expect(targets.length).toBeGreaterThan(50);
	for (const operation of targets) {
		const { method, path, operationId } = operation;
		const url = path.replace(/\{\w+\}/g, 'nothing');
		const data =
			operationId === 'uploadContacts' ? formWith('+12125550101') : exampleBody(operation);
		const { status } = await client.request({ method, url, data });
		expect({ operationId, status }).toEqual({ operationId, status: 404 });
	}
});
