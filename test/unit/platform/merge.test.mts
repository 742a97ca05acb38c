import { CALL, callDirection, mergedRow } from '../../../nodes/shared/platform';
import { phrases } from '../../support/phrases.mts';

const merged = (known: object, later: object) =>
	mergedRow(CALL, 'call', known as never, later as never);

test.each([
	['what is later counts', { status: 'queued' }, { status: 'done' }, { status: 'done' }],
	['null hides nothing', { a: 1 }, { a: null }, { a: 1 }],
	[
		'nor does an empty object',
		{ analysis: { x: 1 } },
		{ analysis: { x: null } },
		{ analysis: { x: 1 } },
	],
	['a field of the answer alone', {}, { a: null, b: 2 }, { a: null, b: 2 }],
	['null in the row', { a: null }, { a: 3 }, { a: 3 }],
	[
		'objects are merged',
		{ analysis: { outcome: 'x', summary: 'old' } },
		{ analysis: { outcome: null, summary: 'new', sentiment: 'y' } },
		{ analysis: { outcome: 'x', summary: 'new', sentiment: 'y' } },
	],
	[
		'a value that cannot be read hides none',
		{ ended_at: '2026-03-01T12:00:00Z' },
		{ ended_at: 'unknown' },
		{ ended_at: '2026-03-01T12:00:00Z' },
	],
	['the identifier stays', { id: 'a', x: 1 }, { id: 'b', x: 2 }, { id: 'a', x: 2 }],
	['lists are not merged', { tags: [1, 2] }, { tags: [3] }, { tags: [3] }],
])('%s', (_what, known, later, expected) => {
	expect(merged(known, later)).toEqual(expected);
});

test.each([
	...phrases`Outgoing | outbound-api | OUT`.map((written) => [written, 'outbound']),
	...phrases`inboundPhoneCall | incoming`.map((written) => [written, 'inbound']),
	...['internal', 'outage', 'web', '', 1, null].map((written) => [written, undefined]),
])('the direction %j is %p', (written, expected) => {
	expect(callDirection(written)).toBe(expected);
});
