import type { Fault } from '../../../harness/faultProxy.mts';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { recordedCalls } from '../../samples/report.mts';
import { byId, chain, items, stepsOf } from '../../support/n8nSteps.mts';

const call = stepsOf('voiceAgentCall', 'call');

/** Numbers that no other test calls. */
const numbersOf = (area: string) => [1, 2, 3, 4, 5].map((index) => `+1${area}555010${index}`);

export function deduplicationSuite(world: () => TestN8n): void {
	/** A workflow that calls these people; what it is tried again with is among its settings. */
	const workflowFor = async (
		name: string,
		numbers: readonly string[],
		options: object,
		settings: object = {},
	) =>
		await world().createWorkflow(
			chain(name, [
				...items(
					'People',
					numbers.map((phone) => ({ phone })),
				),
				call(
					'Make call',
					'makeCall',
					{ agentId: byId('agent_0001'), toNumber: '={{ $json.phone }}', options },
					{ executeOnce: false, ...settings },
				),
			]),
		);

	/** Runs it, and returns whom the platform has called meanwhile. */
	async function run(id: string) {
		const { api } = world().sandbox;
		const before = (await recordedCalls(api)).length;
		const execution = await world().execute(id);
		const calls = (await recordedCalls(api)).slice(before);
		return { execution, called: calls.map(({ to_number }) => to_number).sort() };
	}

	test.each([
		['by default, once per day', '307', {}, 'called today'],
		['Once Ever', '505', { repeatedNumbers: 'ever' }, 'called before'],
	])('%s: the second run calls nobody and says why', async (name, area, options, reason) => {
		const numbers = numbersOf(area);
		const id = await workflowFor(name, numbers, options);
		const first = await run(id);
		expect([first.execution.status, first.called]).toEqual(['success', numbers]);
		const second = await run(id);
		expect([second.execution.status, second.called]).toEqual(['success', []]);
		expect(rowsOf(second.execution, 'Make call')).toEqual(
			numbers.map((contact_number) =>
				expect.objectContaining({
					contact_number,
					skipped: true,
					reason,
				}),
			),
		);
	});

	const breakMakeCall = (fault: Fault) => {
		world().faults.faults = [{ method: 'POST', path: '/calls/make-call', times: 1, ...fault }];
	};
	const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 500 };

	afterEach(() => {
		world().faults.faults = [];
	});

	test('Retry On Fail: a refused item is sent again, the calls already placed are not', async () => {
		breakMakeCall({ status: 409 });
		const numbers = numbersOf('406');
		const { execution, called } = await run(await workflowFor('Refused', numbers, {}, RETRIED));
		expect(execution.status).toBe('success');
		expect(called).toEqual(numbers);
		const returned = rowsOf(execution, 'Make call').map((row) => row.contact_number);
		expect(returned).toEqual(numbers);
	});

	test('Retry On Fail: a call of unknown outcome is not placed again, and the error says so', async () => {
		breakMakeCall({ kind: 'resetAfter' });
		world().faults.faults.push({ method: 'GET', path: '/calls', times: 9, status: 500 });
		const numbers = numbersOf('208');
		const { execution, called } = await run(await workflowFor('Reset', numbers, {}, RETRIED));
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/^The call may have been placed: /);
		expect(called).toEqual(numbers);
	});

	test('a call of unknown outcome that the platform lists is the result', async () => {
		breakMakeCall({ kind: 'resetAfter' });
		const numbers = numbersOf('209');
		const { execution, called } = await run(await workflowFor('Listed', numbers, {}));
		expect([execution.status, called]).toEqual(['success', numbers]);
		const [found, ...others] = rowsOf(execution, 'Make call').filter(({ message }) => message);
		expect(found).toMatchObject({ message: expect.stringMatching(/^The call was placed/) });
		expect(others).toEqual([]);
	});
}
