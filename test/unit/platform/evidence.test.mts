import { hasColumns, knownFields, likenessOf } from '../../../nodes/shared/platform';
import type { EntityName } from '../../../nodes/shared/platform';

test.each<[object, EntityName, string]>([
	[{ call_id: 'c1' }, 'call', 'own'],
	[{ callId: 7 }, 'call', 'own'],
	// No column reads these spellings and values.
	[{ 'CALL-ID': 'c1', CallId: 'c1', TO_NUMBER: '1', Direction: 'x' }, 'call', 'none'],
	[{ call_id: { S: 'c1' }, to_number: { S: '1' } }, 'call', 'none'],
	[{ call_id: null, id: 'x' }, 'call', 'similar'],
	[{ call_id: '', to_number: '1', direction: 'x' }, 'call', 'similar'],
	[{ id: 'x' }, 'call', 'none'],
	[{ id: 'x', to_number: '1' }, 'call', 'similar'],
	[{ uuid: 'x', duration: 1 }, 'call', 'similar'],
	[{ id: null, to_number: '1' }, 'call', 'none'],
	[{ to_number: '1' }, 'call', 'none'],
	[{ to_number: '1', direction: 'x' }, 'call', 'similar'],
	[{ toNumber: '1', createdAt: 'x' }, 'call', 'similar'],
	// Fields that any envelope may have prove nothing.
	[{ id: 'x', status: 'ok', message: 'y', timestamp: 1 }, 'call', 'none'],
	[{ version: '1.0', id: 'x' }, 'version', 'none'],
	[{ version_id: 3 }, 'version', 'own'],
	[{ agent_id: 'a1' }, 'agent', 'own'],
	[{ name: 'x', gender: 'y' }, 'voice', 'similar'],
	[{ name: 'x', language: 'y' }, 'campaign', 'none'],
	[{ contact: {}, analysis: {} }, 'call', 'none'],
	[{ id: 'x', analysis: {} }, 'call', 'similar'],
	[{}, 'call', 'none'],
])('%j as a %s: %s', (object, entity, expected) => {
	expect(likenessOf(object as never, entity)).toBe(expected);
});

test('an entry of a list is no envelope: a status and a version are its own', () => {
	expect(likenessOf({ id: 'x', status: 'done' }, 'call', true)).toBe('similar');
	expect(likenessOf({ version: 3 }, 'version', true)).toBe('own');
});

test('fields are counted by their names', () => {
	expect(knownFields({ call_id: null, to_number: '1', other: 2, status: 'x' }, 'call')).toBe(3);
	expect(knownFields({ id: 'x' }, 'call')).toBe(0);
});

test('the entities whose fields are known from their columns', () => {
	expect((['call', 'campaign', 'contact', 'agent'] as const).map((one) => hasColumns(one))).toEqual(
		[true, true, true, false],
	);
	expect(hasColumns()).toBe(false);
});
