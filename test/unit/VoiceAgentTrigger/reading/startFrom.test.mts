import { startFrom } from '../../../../nodes/VoiceAgentTrigger/reading';
import { paramsOf } from '../../../support/params.mts';

const entered = (time: string) => startFrom(paramsOf({ options: { startFrom: time } }));

test.each([
	['', undefined],
	['2026-03-02T09:00:00Z', Date.UTC(2026, 2, 2, 9)],
	['1969-07-20T20:00:00Z', Date.UTC(2000, 0, 1)],
])('Start From %j is %j', (time, expected) => {
	expect(entered(time)).toBe(expected);
});

test('a time to come would make the saved state unreadable, so it is an error', () => {
	expect(() => entered('2099-01-01T00:00:00Z')).toThrow(/'Start From' ".*" is a time to come/);
});
