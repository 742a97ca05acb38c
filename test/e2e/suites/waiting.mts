import type { Fault } from '../../../harness/faultProxy.mts';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand } from '../../../harness/n8n/publishedWorkflow.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import { recordedCalls } from '../../samples/report.mts';
import { scaleOf } from '../../scale.mts';
import { byId, chain, items, stepsOf } from '../../support/n8nSteps.mts';

const WITHIN_MS = 280_000;
const FINAL = ['completed', 'no_answer', 'busy', 'voicemail', 'failed'];

/** What the platform itself says of a call. */
interface Detail {
	call_id: string;
	status: string;
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
const FAULTS: Fault[] = [
	...[
		{ status: 401, probability: 0.05 },
		{ status: 429, retryAfter: 1, probability: 0.05 },
	].flatMap((fault) => [
		{ method: 'GET', path: '^/calls', ...fault },
		{ method: 'POST', path: '^/calls/make-call', ...fault },
	]),
	{ method: 'GET', path: '^/calls', status: 500, probability: 0.05 },
	{ method: 'GET', path: '^/calls', kind: 'hang', probability: 0.03 },
	{ method: 'GET', path: '^/calls', kind: 'truncate', probability: 0.03 },
];

const call = stepsOf('voiceAgentCall', 'call');

export function waitingSuite(world: () => TestN8n): void {
	afterEach(async () => {
		world().faults.faults = [];
	});

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
		const { faults: proxy, sandbox, rest } = world();
		const rows = numbers.map((phone) => ({ phone }));
		const workflow = chain('Wait for calls', [...items('People', rows), make]);
		const id = await world().createWorkflow(workflow);
		const before = (await recordedCalls(sandbox.api)).length;
		proxy.reset();
		proxy.faults = FAULTS;
		const execution = await executeByHand(rest, id, 'Start by hand', WITHIN_MS);
		const requests = [...proxy.requests];
		proxy.faults = [];
		const calls = (await recordedCalls(sandbox.api)).slice(before);
		const { error } = execution.data.resultData;
		expect([execution.status, error?.message]).toEqual(['success', undefined]);
		expect(calls.map(({ to_number }) => to_number).sort()).toEqual([...numbers].sort());

		// Each of these calls as the platform has it, read without the package.
		const platform = platformOf(sandbox);
		const byNumber = new Map<string, Detail>();
		for (const { call_id, to_number } of calls)
			byNumber.set(to_number, (await platform.get<Detail>(`/calls/${call_id}`)).data);

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

		const read = requests.filter(
			({ method, path }) => method === 'GET' && /\/calls(\/[^/]+)?$/.test(path),
		);
		expect(requests.filter(({ fault }) => fault).length).toBeGreaterThan(0);
		expect(read.length).toBeLessThan(numbers.length * 4 + 20);
	});
}
