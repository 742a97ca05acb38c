import { instant } from '../common/times.mts';
import { ApiError } from '../common/errors.mts';
import type { Json } from '../common/json.mts';
import type { Row, Table } from '../data/database.mts';
import { ENDED_STATUSES } from '../domain/calls.mts';
import { CAMPAIGN_STATUSES } from '../domain/campaigns.mts';
import { DOCUMENT_STATUSES } from '../domain/knowledgeBase.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';
import { ROLES } from '../domain/users.mts';
import { callFields, insertCalls, listCalls, rewriteCall } from './calls.mts';
import type { Keep } from './kept.mts';
import { COLLECTIONS, fill } from './samples.mts';

/** One request of the control API. `sandbox/reference.md` lists them all. */
export interface ControlEndpoint {
	/** Method and path below `/sandbox`. */
	request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
	/** What it does, in Markdown. */
	about: string;
	/** Fields of the body, as JSON schemas; any body if left out. */
	body?: Row;
	required?: string[];
	/** What returns nothing is answered with `{done: true}`. */
	action: (platform: Platform, body: Json, params: Row, keep: Keep) => unknown;
}

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const count = { type: 'integer', minimum: 1 };
const seconds = { type: 'number', minimum: 0 };
const NUMBERS_PER_AREA = 100;

export const ENDPOINTS: readonly ControlEndpoint[] = [
	{
		request: 'GET /state',
		about: 'How many rows, credits, logins, requests and violations there are; and `now`',
		action: stateOf,
	},
	{
		request: 'GET /logins',
		about: 'Every login attempt: at, email, step, outcome, reason',
		action: ({ accounts }) => accounts.loginLog,
	},
	{
		request: 'DELETE /logins',
		about: 'Forgets them',
		action: ({ accounts }) => void (accounts.loginLog.length = 0),
	},
	{
		request: 'GET /tokens',
		about: 'Every token ever issued, to search logs and databases for leaks',
		action: ({ accounts }) => accounts.sessions.issuedTokens,
	},
	{
		request: 'GET /mails',
		about: 'Every e-mail in the order they were sent: at, to, subject, kind, token',
		action: ({ mailbox }) => mailbox.all(),
	},
	{
		request: 'GET /requests',
		about:
			'The last 10 000: at, method, path, query, status, bytes; status null if no answer was sent',
		action: ({ traffic }) => traffic.latest(),
	},
	{
		request: 'DELETE /requests',
		about: 'Forgets them',
		action: ({ traffic }) => traffic.forgetRequests(),
	},
	{
		request: 'GET /violations',
		about: 'Defects of the sandbox itself; empty when all is well',
		action: ({ traffic }) => traffic.violations,
	},
	{ request: 'GET /calls', about: 'Every call, in order of arrival', action: listCalls },
	{
		request: 'POST /calls',
		about:
			'Adds calls that are over; answers `call_ids` (the first 1000). What the contract does not allow in a call is a 422',
		body: { count, spacingSeconds: seconds, ...callFields },
		required: ['count'],
		action: (platform, body, _params, keep) => insertCalls(platform, body, keep),
	},
	{
		request: 'PUT /calls/:id',
		about: 'Rewrites a call; a final status ends one that is under way',
		body: callFields,
		action: (platform, body, { id }, keep) => rewriteCall(platform, id, body, keep),
	},
	{
		request: 'GET /bookings',
		about: 'The id and `created_at` of every one, in order of arrival',
		action: (platform) => listMoments(platform, 'bookings', 'booking_id'),
	},
	{
		request: 'GET /callbacks',
		about: 'The same',
		action: (platform) => listMoments(platform, 'callbacks', 'id'),
	},
	{
		request: 'GET /transfers',
		about: 'The same',
		action: (platform) => listMoments(platform, 'transfers', 'transfer_id'),
	},
	{
		request: 'GET /contacts',
		about: 'Every contact, in order of arrival',
		action: listContacts,
	},
	{
		request: 'POST /seed/:collection',
		about: `Fills ${COLLECTIONS.join(', ')}`,
		body: {
			count,
			agent_id: text,
			created_at: { type: ['string', 'number'] },
			spacingSeconds: seconds,
		},
		required: ['count'],
		action: (platform, body, { collection }) => fill(platform, collection, body),
	},
	{
		request: 'POST /agents/:id/ask',
		about:
			'Lets an agent ask one of its custom functions now, and answers with the question when it has ended. Without `call_id` it invents one, always the same for the same `session_id`',
		body: {
			function: text,
			arguments: { type: 'object' },
			call_id: text,
			session_id: text,
			caller: text,
		},
		required: ['function'],
		action: (platform, body, { id }) => askNow(platform, id, body),
	},
	{
		request: 'GET /questions',
		about: 'Every question to a custom function, in the order in which they were asked',
		action: ({ questions }) => questions.all(),
	},
	{
		request: 'DELETE /questions',
		about: 'Forgets those that are over',
		action: ({ questions }) => questions.forget(),
	},
	{
		request: 'PUT /campaigns/:id',
		about: 'Sets the status and its times, whatever the status was; the dialer does not start',
		body: { status: { enum: CAMPAIGN_STATUSES } },
		required: ['status'],
		action: ({ campaigns }, { status }, { id }) => campaigns.view(campaigns.force(id, status)),
	},
	{
		request: 'POST /campaigns/:id/contacts',
		about: 'Adds generated contacts; with a status, as if each had been called once',
		body: { count, status: { enum: ENDED_STATUSES } },
		required: ['count'],
		action: addContacts,
	},
	{
		request: 'PUT /documents/:id',
		about: 'Sets the status of a document. No agent can get one that is `processing`: 409',
		body: { status: { enum: DOCUMENT_STATUSES } },
		required: ['status'],
		action: ({ knowledgeBase }, { status }, { id }) => knowledgeBase.force(id, status),
	},
	{
		request: 'PATCH /users/:email',
		about:
			'Changes a user and unlocks it. With `mfa`, it has this secret and these codes alone, or none',
		body: {
			role: { enum: ROLES },
			mfa: { enum: ['none', 'totp', 'backupCodes'] },
			totpSecret: text,
			backupCodes: { type: 'array', items: text },
		},
		action: (platform, body, { email }) => changeUser(platform, email, body),
	},
	{
		request: 'PUT /balance',
		about: 'Sets the balance, with a posting in the ledger',
		body: { credits: { type: 'integer' } },
		required: ['credits'],
		action: ({ ledger }, { credits }) => ledger.adjust(SAMPLE_ORGANIZATION_ID, credits),
	},
	{
		request: 'POST /clock',
		about:
			'Advances a manual clock; sets the skew, and how long an agent waits for a custom function (5)',
		body: {
			advanceSeconds: seconds,
			skewSeconds: { type: 'number' },
			functionPatienceSeconds: seconds,
		},
		action: setClock,
	},
	{
		request: 'POST /reset',
		about: 'Starts again: sample data, no skew, no valid token; a manual clock keeps its time',
		body: { seed: whole, agents: count },
		action: (platform, body) => platform.reset(body),
	},
];

/** Tables whose rows the state counts. */
const COUNTED: readonly Table[] = [
	'agents',
	'calls',
	'campaigns',
	'contacts',
	'questions',
	'bookings',
	'callbacks',
	'documents',
	'phone_numbers',
	'transfers',
	'users',
];

function stateOf({ accounts, clock, database, ledger, traffic }: Platform): Row {
	const logins: Record<string, number> = { ok: 0, refused: 0, mfa_required: 0, locked: 0 };
	for (const { outcome } of accounts.loginLog) logins[outcome]++;
	return {
		now: new Date(clock.now()).toISOString(),
		credits: ledger.balance(SAMPLE_ORGANIZATION_ID),
		...Object.fromEntries(COUNTED.map((table) => [table, database.count(table)])),
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

function addContacts({ campaigns, database, dialer }: Platform, body: Row, { id }: Row): Row {
	campaigns.require(id);
	const before = database.count('contacts');
	const contacts = Array.from({ length: body.count }, (_, index) => sampleContact(before + index));
	if (body.status) {
		// Nobody is left to call: a campaign that is made active right after this stays active.
		campaigns.addCalledContacts(id, contacts, body.status);
	} else {
		campaigns.addContacts(id, contacts);
		dialer.wake(id);
	}
	return { count: body.count };
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
	changes: { advanceSeconds?: number; skewSeconds?: number; functionPatienceSeconds?: number },
): Promise<Row> {
	const { advanceSeconds, skewSeconds, functionPatienceSeconds } = changes;
	if (advanceSeconds !== undefined && clock.mode !== 'manual') {
		throw new ApiError(
			409,
			'Only a manual clock can be advanced (--clock manual); skewSeconds works on both',
		);
	}
	if (skewSeconds !== undefined) clock.skew = skewSeconds * 1000;
	if (functionPatienceSeconds !== undefined) questions.patienceSeconds = functionPatienceSeconds;
	if (advanceSeconds !== undefined) {
		clock.advance(advanceSeconds);
		await questions.whenSilent();
	}
	return {
		now: new Date(clock.now()).toISOString(),
		mode: clock.mode,
		skewSeconds: clock.skew / 1000,
	};
}

/** Changes a user whatever the rules are, and lifts its lock. */
function changeUser({ accounts, database }: Platform, email: string, changes: Row): void {
	const { role, mfa, totpSecret, backupCodes } = changes;
	const user = accounts.find(email);
	if (!user) throw new ApiError(404, `User ${email} not found`);
	database.update('users', user.seq, {
		...(role && { role }),
		...(mfa && {
			mfa_enabled: Number(mfa !== 'none'),
			totp_secret: totpSecret ?? null,
			backup_codes: JSON.stringify(backupCodes ?? []),
		}),
		refused_in_a_row: 0,
		locked_until: 0,
	});
}

/** Lets an agent ask one of its functions now, and waits for what it hears. */
async function askNow(
	{ agents, calls, functions, questions }: Platform,
	agentId: string,
	fields: Row,
): Promise<Row> {
	const { function: name, arguments: args, call_id: callId, session_id, caller } = fields;
	const agent = agents.require(agentId, SAMPLE_ORGANIZATION_ID);
	const call = callId === undefined ? undefined : calls.find(callId);
	if (callId !== undefined && call?.agent_id !== agentId)
		throw new ApiError(404, `The agent has no call ${callId}`);
	const heard = await questions.askNow(agent, functions.requireNamed(name, agent), {
		call,
		args,
		...(session_id && { session_id }),
		...(session_id && !call && { call_id: `call_of_${session_id}` }),
		...(caller && { direction: 'inbound', from_number: caller }),
	});
	if (!heard) throw new ApiError(409, 'The sandbox was reset while the agent waited');
	return heard;
}
