import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { instant } from '../common/times.mts';
import { ENDED_STATUSES } from '../domain/calls.mts';
import { CAMPAIGN_STATUSES } from '../domain/campaigns.mts';
import { behaviourChanges } from './behaviour.mts';
import { callFields, eraseCall, insertCalls, listCalls, rewriteCall } from './calls.mts';
import type { Row, Table } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { agentView } from '../domain/agents.mts';
import type { Json } from '../common/json.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';
import { registerPage } from './page.mts';
import { askNow } from './questions.mts';
import { fill } from './samples.mts';
import { changeUser } from './users.mts';
import { CATALOGUE } from '../simulation/quirkCatalogue.mts';
import { fieldErrors, validatorOf } from '../openapi/validation.mts';

/*
 * The control room: what a test does to the platform that no client could. The control API fills, reads and changes
 * the platform directly; quirks and faults change answers and connections. The server calls it. It may use everything
 * below the routes, and knows no endpoint of the API.
 */

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const count = { type: 'integer', minimum: 1 };
const seconds = { type: 'number', minimum: 0 };
const NUMBERS_PER_AREA = 100;

type Action = (body: Json, params: Row) => unknown;

/** Serves the control API. It asks for no login, and none of its requests is in the log of requests. */
export function registerControl(control: FastifyInstance, platform: Platform): void {
	const { accounts, behaviour, campaigns, database, dialer, traffic } = platform;
	control.setValidatorCompiler(({ schema }) => validatorOf(schema as object));
	control.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
	control.setErrorHandler(answerError);
	control.addHook('preValidation', (request, _reply, done) => {
		request.body ??= {};
		done();
	});

	const on = (
		method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		url: string,
		action: Action,
		properties?: Row,
		required: string[] = [],
	) =>
		control.route({
			method,
			url,
			schema: properties
				? { body: { type: 'object', additionalProperties: false, required, properties } }
				: {},
			handler: async (request: FastifyRequest) =>
				(await action(request.body, request.params as Row)) ?? { done: true },
		});

	registerPage(control, platform);
	on('GET', '/state', () => stateOf(platform));
	on('GET', '/logins', () => accounts.loginLog);
	on('GET', '/tokens', () => accounts.sessions.issuedTokens);
	on('DELETE', '/logins', () => void (accounts.loginLog.length = 0));
	on('GET', '/mails', () => platform.mailbox.all());
	on('GET', '/requests', () => traffic.latest());
	on('DELETE', '/requests', () => traffic.forgetRequests());
	on('GET', '/violations', () => traffic.violations);

	on('GET', '/calls', () => listCalls(platform));
	on(
		'POST',
		'/calls',
		(body) => insertCalls(platform, body),
		{ count, spacingSeconds: seconds, ...callFields },
		['count'],
	);
	on('PUT', '/calls/:id', (body, { id }) => rewriteCall(platform, id, body), callFields);
	on('DELETE', '/calls/:id', (_body, { id }) => eraseCall(platform, id));
	on(
		'PUT',
		'/masks',
		({ ids, ...mask }) => behaviour.mask(ids, Object.keys(mask).length > 0 ? mask : undefined),
		{
			ids: { type: 'array', items: text },
			fields: { type: 'object' },
			without: { type: 'array', items: text },
			in: { enum: ['list', 'detail'] },
		},
		['ids'],
	);
	on('GET', '/bookings', () => listMoments(platform, 'bookings', 'booking_id'));
	on('GET', '/callbacks', () => listMoments(platform, 'callbacks', 'id'));
	on('GET', '/transfers', () => listMoments(platform, 'transfers', 'transfer_id'));
	on(
		'POST',
		'/agents',
		({ count, ...fields }) =>
			platform.agents.createMany(SAMPLE_ORGANIZATION_ID, count, fields).map(agentView),
		{ count, name: text, industry: text, use_case: text, language: text },
		['count'],
	);
	on(
		'POST',
		'/seed/:collection',
		(body, { collection }) => fill(platform, collection, body),
		{ count, agent_id: text, created_at: { type: ['string', 'number'] }, spacingSeconds: seconds },
		['count'],
	);
	on(
		'POST',
		'/agents/:id/ask',
		(body, { id }) => askNow(platform, id, body),
		{
			function: text,
			arguments: { type: 'object' },
			call_id: text,
			session_id: text,
			caller: text,
		},
		['function'],
	);
	on('GET', '/questions', () => platform.questions.all());
	on('DELETE', '/questions', () => platform.questions.forget());
	on('GET', '/contacts', () => listContacts(platform));
	on(
		'PUT',
		'/campaigns/:id',
		({ status }, { id }) => campaigns.view(campaigns.force(id, status)),
		{ status: { enum: CAMPAIGN_STATUSES } },
		['status'],
	);
	on(
		'POST',
		'/campaigns/:id/contacts',
		(body, { id }) => {
			campaigns.require(id);
			const before = database.count('contacts');
			const contacts = Array.from({ length: body.count }, (_, index) =>
				sampleContact(before + index),
			);
			if (body.status) campaigns.addCalledContacts(id, contacts, body.status);
			else campaigns.addContacts(id, contacts);
			dialer.wake(id);
			return { count: body.count };
		},
		{ count, status: { enum: ENDED_STATUSES } },
		['count'],
	);

	on('POST', '/reset', (body) => platform.reset(body), { seed: whole, agents: count });
	on('POST', '/clock', (body) => setClock(platform, body), {
		advanceSeconds: seconds,
		skewSeconds: { type: 'number' },
		speed: { type: 'number', exclusiveMinimum: 0 },
	});
	on(
		'PUT',
		'/balance',
		({ credits }) => platform.ledger.adjust(SAMPLE_ORGANIZATION_ID, credits),
		{ credits: { type: 'integer' } },
		['credits'],
	);
	on('PATCH', '/users/:email', (body, { email }) => changeUser(platform, email, body), {
		password: text,
		emailVerified: { type: 'boolean' },
		role: text,
		mfa: { enum: ['none', 'totp', 'backupCodes'] },
		totpSecret: text,
		backupCodes: { type: 'array', items: text },
	});
	on('GET', '/quirks', () => CATALOGUE);
	on('GET', '/behaviour', () => behaviour.describe());
	on('PATCH', '/behaviour', (body) => {
		behaviour.change(behaviourChanges(body));
		return behaviour.describe();
	});
}

function stateOf({ accounts, clock, database, ledger, traffic }: Platform): Row {
	const logins: Record<string, number> = { ok: 0, refused: 0, mfa_required: 0, locked: 0 };
	for (const { outcome } of accounts.loginLog) logins[outcome]++;
	return {
		now: new Date(clock.now()).toISOString(),
		credits: ledger.balance(SAMPLE_ORGANIZATION_ID),
		agents: database.count('agents'),
		calls: database.count('calls'),
		campaigns: database.count('campaigns'),
		contacts: database.count('contacts'),
		questions: database.count('questions'),
		bookings: database.count('bookings'),
		callbacks: database.count('callbacks'),
		documents: database.count('documents'),
		phone_numbers: database.count('phone_numbers'),
		transfers: database.count('transfers'),
		users: database.count('users'),
		logins,
		requests: traffic.total,
		violations: traffic.violations.length,
	};
}

/** The ids of a table and when its rows were made, in order of arrival. */
function listMoments({ database }: Platform, table: Table, idColumn: string): Row[] {
	return database
		.all(`SELECT ${idColumn}, created_at FROM ${table} ORDER BY seq`)
		.map((row) => ({ ...row, created_at: instant(row.created_at) }));
}

function listContacts({ database }: Platform): Row[] {
	return database
		.all(
			'SELECT id, campaign_id, phone_number, first_name, last_name, variables, status, attempts, call_id, outcome FROM contacts ORDER BY seq',
		)
		.map((row) => ({ ...row, variables: JSON.parse(row.variables) }));
}

function sampleContact(index: number): { phone_number: string; first_name: string } {
	const area = 201 + (Math.floor(index / NUMBERS_PER_AREA) % 780);
	return {
		phone_number: `+1${area}55501${String(index % NUMBERS_PER_AREA).padStart(2, '0')}`,
		first_name: `Contact ${index + 1}`,
	};
}

async function setClock(
	{ clock, questions }: Platform,
	changes: { advanceSeconds?: number; skewSeconds?: number; speed?: number },
): Promise<Row> {
	const { advanceSeconds, skewSeconds, speed } = changes;
	if (advanceSeconds !== undefined && clock.mode !== 'manual') {
		throw new ApiError(
			409,
			'Only a manual clock can be advanced (--clock manual); skewSeconds works on both',
		);
	}
	if (speed !== undefined) clock.speed = speed;
	if (skewSeconds !== undefined) clock.skew = skewSeconds * 1000;
	if (advanceSeconds !== undefined) {
		clock.advance(advanceSeconds);
		await questions.whenSilent();
	}
	return {
		now: new Date(clock.now()).toISOString(),
		mode: clock.mode,
		speed: clock.speed,
		skewSeconds: clock.skew / 1000,
	};
}

function answerError(
	error: FastifyError | ApiError,
	_request: FastifyRequest,
	reply: FastifyReply,
): void {
	if (error instanceof ApiError) {
		reply.code(error.status).send({ message: error.message });
		return;
	}
	const problems = error.validation
		? fieldErrors('body', error.validation).map(
				({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`,
			)
		: [error.message];
	reply
		.code(error.validation ? 400 : (error.statusCode ?? 500))
		.send({ message: problems.join('; ') });
}
