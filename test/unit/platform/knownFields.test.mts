import { hasKnownField, hasOwnId } from '../../../nodes/shared/platform';
import type { EntityName } from '../../../nodes/shared/platform';

test.each<[object, EntityName, ownId: boolean, field: boolean]>([
	[{ call_id: 'c1' }, 'call', true, false],
	[{ callId: 7 }, 'call', true, false],
	[{ call_id: null, id: 'x' }, 'call', false, false],
	[{ call_id: { S: 'c1' } }, 'call', false, false],
	[{ id: 'x', to_number: '1' }, 'call', false, true],
	[{ toNumber: '1' }, 'call', false, true],
	[{ 'CALL-ID': 'c1', TO_NUMBER: '1' }, 'call', false, false],
	[{ id: 'x', type: 'y' }, 'call', false, false],
	[{ name: 'x', gender: 'y' }, 'voice', false, true],
	// Any answer can have a version.
	[{ version: 3 }, 'version', false, false],
	[{ version_id: 3, agent_id: 'a' }, 'version', true, true],
])('%j as a %s: own identifier %j, known field %j', (object, entity, ownId, field) => {
	expect(hasOwnId(object as never, entity)).toBe(ownId);
	expect(hasKnownField(object as never, entity)).toBe(field);
});
