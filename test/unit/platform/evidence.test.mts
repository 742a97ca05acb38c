import { Likeness, hasColumns, knownFields, likenessOf } from '../../../nodes/shared/platform';
import type { EntityName } from '../../../nodes/shared/platform';

test.each<[object, EntityName, keyof typeof Likeness]>([
	[{ call_id: 'c1' }, 'call', 'Own'],
	[{ callId: 7 }, 'call', 'Own'],
	// No column reads these spellings and values.
	[{ 'CALL-ID': 'c1', CallId: 'c1', TO_NUMBER: '1', Direction: 'x' }, 'call', 'None'],
	[{ call_id: { S: 'c1' }, to_number: { S: '1' } }, 'call', 'None'],
	[{ call_id: null, id: 'x' }, 'call', 'FieldsAndId'],
	[{ call_id: '', to_number: '1', direction: 'x' }, 'call', 'Fields'],
	[{ id: 'x' }, 'call', 'Id'],
	[{ id: 'x', to_number: '1' }, 'call', 'FieldsAndId'],
	[{ uuid: 'x', duration: 1 }, 'call', 'FieldsAndId'],
	[{ id: null, to_number: '1' }, 'call', 'None'],
	[{ to_number: '1' }, 'call', 'None'],
	[{ to_number: '1', direction: 'x' }, 'call', 'Fields'],
	[{ toNumber: '1', createdAt: 'x' }, 'call', 'Fields'],
	// Fields that any envelope may have prove nothing.
	[{ id: 'x', status: 'ok', message: 'y', timestamp: 1 }, 'call', 'Id'],
	[{ version: '1.0', id: 'x' }, 'version', 'Id'],
	[{ version_id: 3 }, 'version', 'Own'],
	[{ agent_id: 'a1' }, 'agent', 'Own'],
	[{ name: 'x', gender: 'y' }, 'voice', 'Fields'],
	[{ name: 'x', language: 'y' }, 'campaign', 'None'],
	[{ contact: {}, analysis: {} }, 'call', 'None'],
	[{ id: 'x', analysis: {} }, 'call', 'FieldsAndId'],
	[{}, 'call', 'None'],
])('%j as a %s: %s', (object, entity, expected) => {
	expect(Likeness[likenessOf(object as never, entity)]).toBe(expected);
});

test('an entry of a list is no envelope: a status and a version are its own', () => {
	expect(likenessOf({ id: 'x', status: 'done' }, 'call', true)).toBe(Likeness.FieldsAndId);
	expect(likenessOf({ version: 3 }, 'version', true)).toBe(Likeness.Own);
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
