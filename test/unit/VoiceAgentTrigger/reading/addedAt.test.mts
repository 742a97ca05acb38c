import { addedAt } from '../../../../nodes/VoiceAgentTrigger/reading/stream';

const [NINE, TEN] = ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z'];

test.each([
	[{ created_at: TEN, started_at: NINE }, TEN],
	[{ queued_at: NINE, started_at: TEN }, NINE],
	[{ queued_at: TEN, started_at: NINE }, NINE],
	[{ queued_at: 0, started_at: TEN }, TEN],
	[{ ended_at: TEN }, undefined],
])('the call %j was added at %s', (call, time) => {
	expect(addedAt(call, 'call')).toBe(time === undefined ? undefined : Date.parse(time));
});
