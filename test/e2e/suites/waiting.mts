import axios from 'axios';
import type { Fault, SeenRequest } from '../../../harness/faultProxy.mts';
import { type Execution, rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand } from '../../../harness/n8n/publishedWorkflow.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { isFull, scaleOf } from '../../scale.mts';
import { callable } from '../../support/n8nContacts.mts';
import { byId, chain, items, stepsOf } from '../../support/n8nSteps.mts';

const WITHIN_MS = 280_000;
const FINAL = ['completed', 'no_answer', 'busy', 'voicemail', 'failed'];

/** A call as the sandbox has it. */
interface Recorded {
	call_id: string;
	to_number: string;
	status: string;
}

/** What the platform itself says of a call. */
interface Detail extends Recorded {
	duration_seconds: number | null;
	analysis: { summary?: string; outcome?: string } | null;
	transcript: Array<{ text: string }> | null;
}

/** Numbers of two areas that do not occur in the sample list. */
const numbers = ['907', '605']
	.flatMap((area) =>
		Array.from({ length: 100 }, (_, index) => `+1${area}55501${String(index).padStart(2, '0')}`),
	)
	.slice(0, scaleOf('waitedCalls'));

/** What may go wrong with a request without a call that nobody knows of. */
const READ_FAULTS: Fault[] = [
	{ status: 401, probability: 0.05 },
	{ status: 429, retryAfter: 1, probability: 0.05 },
	{ status: 500, probability: 0.05 },
	{ kind: 'hang', probability: 0.03 },
	{ kind: 'truncate', probability: 0.03 },
];
const CALL_FAULTS: Fault[] = [
	{ status: 401, probability: 0.05 },
	{ status: 429, retryAfter: 1, probability: 0.05 },
];

const call = stepsOf('voiceAgentCall', 'call');
const campaign = stepsOf('voiceAgentCampaign', 'campaign');

export function waitingSuite(world: () => TestN8n): void {
	const recorded = async () => (await world().sandbox.api.get<Recorded[]>('/calls')).data;

	afterEach(async () => {
		world().faults.faults = [];
	});

	/** Runs a chain, and returns what the platform was asked and which calls were placed meanwhile. */
	async function during(workflow: ReturnType<typeof chain>, faults: Fault[]) {
		const { faults: proxy } = world();
		const before = (await recorded()).length;
		const id = await world().createWorkflow(workflow);
		proxy.reset();
		proxy.faults = faults;
		const execution = await executeByHand(world().rest, id, 'Start by hand', WITHIN_MS);
		const requests = [...proxy.requests];
		return { execution, requests, calls: (await recorded()).slice(before) };
	}

	const expectSuccess = ({ status, data }: Execution) => {
		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');
	};

	/** Each of these calls as the platform has it, read without the package. */
	async function detailsOf(calls: readonly Recorded[]): Promise<Map<string, Detail>> {
		const platform = axios.create({ baseURL: world().sandbox.url });
		const account = { email: 'owner@example.com', password: 'sandbox-password' };
		const { data: login } = await platform.post<{ access_token: string }>('/auth/login', account);
		const headers = { authorization: `Bearer ${login.access_token}` };
		const details = new Map<string, Detail>();
		for (const { call_id: callId, to_number: number } of calls) {
			const { data } = await platform.get<Detail>(`/calls/${callId}`, { headers });
			details.set(number, data);
		}
		return details;
	}

	const countOf = (requests: readonly SeenRequest[], method: string, path: RegExp) =>
		requests.filter((asked) => asked.method === method && path.test(asked.path)).length;

	test('many calls, 20 at a time, through faults: the true outcome of each, and nobody is called twice', async () => {
		const make = call(
			'Make call',
			'makeCall',
			{
				agentId: byId('agent_0001'),
				toNumber: '={{ $json.phone }}',
				waitForResult: true,
				options: { parallelRequests: 20, timeout: 3 },
			},
			{ executeOnce: false },
		);
		const rows = numbers.map((phone) => ({ phone }));
		const { execution, requests, calls } = await during(
			chain('Wait for calls', [...items('People', rows), make]),
			[
				...READ_FAULTS.map((fault) => ({ method: 'GET', path: '^/calls', ...fault })),
				...CALL_FAULTS.map((fault) => ({ method: 'POST', path: '^/calls/make-call', ...fault })),
			],
		);
		expectSuccess(execution);
		expect(calls.map(({ to_number }) => to_number).sort()).toEqual([...numbers].sort());

		world().faults.faults = [];
		const byNumber = await detailsOf(calls);
		const output = rowsOf(execution, 'Make call');
		expect(output.map(({ contact_number }) => contact_number)).toEqual(numbers);
		for (const row of output) {
			const own = byNumber.get(String(row.contact_number));
			expect(FINAL).toContain(own?.status);
			expect(row).toMatchObject({
				call_id: own?.call_id,
				status: own?.status,
				is_over: true,
				outcome: own?.analysis?.outcome ?? null,
				summary: own?.analysis?.summary ?? null,
				duration_seconds: own?.duration_seconds ?? null,
			});
			expect(String(row.transcript_start ?? '')).toContain(
				own?.transcript?.[0]?.text.slice(0, 30) ?? '',
			);
			expect(row).not.toHaveProperty('waited_seconds');
		}

		const lists = countOf(requests, 'GET', /\/calls$/);
		const details = countOf(requests, 'GET', /\/calls\/[^/]+$/);
		expect(requests.filter(({ fault }) => fault).length).toBeGreaterThan(0);
		expect(lists + details).toBeLessThan(numbers.length * 4 + 20);
	});

	if (!isFull) return;

	test('a campaign of 188 contacts: Start waits until it is finished', async () => {
		const contacts = callable.map(({ number }) => ({ phone_number: number }));
		const create = campaign('Create campaign', 'create', {
			campaignName: 'Waited for',
			agentId: byId('agent_0001'),
			contactsFrom: 'json',
			contactsJson: JSON.stringify(contacts),
		});
		const start = campaign('Start campaign', 'start', {
			campaignId: byId('={{ $json.campaign_id }}'),
			waitForResult: true,
			options: { timeout: 3 },
		});
		const { execution, requests, calls } = await during(
			chain('Wait for a campaign', [create, start]),
			READ_FAULTS.map((fault) => ({ method: 'GET', path: '^/campaigns', ...fault })),
		);
		expectSuccess(execution);
		const [row] = rowsOf(execution, 'Start campaign');
		expect(row).toMatchObject({
			name: 'Waited for',
			contacts_total: 188,
			contacts_done: 188,
			is_finished: true,
		});
		expect(row).not.toHaveProperty('waited_seconds');
		expect(new Set(calls.map(({ to_number }) => to_number)).size).toBe(188);
		expect(calls.every(({ status }) => FINAL.includes(status))).toBe(true);
		expect(countOf(requests, 'PATCH', /\/start$/)).toBe(1);
	});
}
