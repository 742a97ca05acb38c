import { rowsOf } from '../../../harness/n8n/executions.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import type { RecordedCall } from '../../samples/report.mts';
import { byId, chain, items, stepsOf } from '../../support/n8nSteps.mts';

const call = stepsOf('voiceAgentCall', 'call');

/** Numbers that no other test calls. */
const [ADA, SAM, LIN] = ['+18085550171', '+18085550172', '+18085550173'];
const EVERY_DAY = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const now = () => new Date().getUTCHours();
const hour = (value: number) => `${String((value + 24) % 24).padStart(2, '0')}:00`;

export function callingRulesSuite(world: () => TestN8n): void {
	test('a list of another node, hours in the time zone of each row: one is called, two are held back', async () => {
		const people = [
			{ phone: ADA, tz: 'Etc/UTC' },
			{ phone: SAM, tz: 'Etc/UTC' },
			{ phone: LIN, tz: 'UTC-12:00' },
		];
		const id = await world().createWorkflow(
			chain('Calling rules', [
				...items('Do not call', [{ number: '(808) 555-0172' }, { number: '+49 30 12345601' }]),
				...items('People', people).map((step) => ({
					...step,
					executeOnce: step.type.endsWith('.set'),
				})),
				call(
					'Make call',
					'makeCall',
					{
						agentId: byId('agent_0003'),
						toNumber: '={{ $json.phone }}',
						defaultCountryCode: '1',
						callingRules: {
							callingHours: {
								hours: { weekdays: EVERY_DAY, from: hour(now() - 3), to: hour(now() + 3) },
							},
							doNotCall: "={{ $('Do not call').all().map(item => item.json.number) }}",
							timeZone: '={{ $json.tz }}',
						},
						options: {},
					},
					{ executeOnce: false },
				),
			]),
		);
		const execution = await world().execute(id);
		expect(execution.status).toBe('success');
		expect(rowsOf(execution, 'Make call')).toMatchObject([
			{ contact_number: ADA, call_id: expect.any(String) },
			{
				contact_number: SAM,
				held_back: true,
				rule: 'Do-Not-Call List',
				next_allowed_at: null,
				row: 2,
			},
			{ contact_number: LIN, held_back: true, rule: 'Calling Hours', row: 3 },
		]);
		const { data: calls } = await world().sandbox.api.get<RecordedCall[]>('/calls');
		const numbers = calls.map(({ to_number: number }) => number);
		expect(numbers.filter((number) => [ADA, SAM, LIN].includes(number))).toEqual([ADA]);
	});
}
