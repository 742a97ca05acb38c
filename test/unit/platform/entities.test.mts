import { ENTITIES, idNamesOf, idOf, labelOf } from '../../../nodes/shared/platform';
import type { EntityName } from '../../../nodes/shared/platform';

const everyEntity = Object.keys(ENTITIES) as EntityName[];

describe('idOf', () => {
	test.each([
		[{ callId: 7 }, 'call', '7'],
		[{ phoneNumberId: 7, id: 1 }, 'phoneNumber', '7'],
		[{ _id: 'x' }, undefined, 'x'],
		[{ uuid: 'x' }, undefined, 'x'],
		[{ id: 'a', _id: 'b', uuid: 'c' }, undefined, 'a'],
		[{ id: 0 }, undefined, '0'],
		[{ call_id: 'c1' }, undefined, ''],
		[{ call_id: { $oid: 1 } }, 'call', ''],
		[{ id: true }, undefined, ''],
		[{}, 'call', ''],
	] as const)('of %j as %j is %j', (row, entity, expected) => {
		expect(idOf(row, entity)).toBe(expected);
	});

	test.each(everyEntity)(
		'knows a %s by each of its names, its own before the general ones',
		(entity) => {
			const names = idNamesOf(entity);
			expect(names.slice(-3)).toEqual(['id', '_id', 'uuid']);
			expect(names).toEqual(expect.arrayContaining([...ENTITIES[entity].ids]));
			for (const name of names) {
				expect(name).not.toBe('');
				expect(idOf({ [name]: 'x' }, entity)).toBe('x');
			}
			const all = Object.fromEntries(names.map((name) => [name, name]));
			expect(idOf(all, entity)).toBe(names[0]);
		},
	);
});

describe('labelOf', () => {
	test.each([
		[{ name: 'Renewals', status: 'running' }, 'campaign', 'Renewals (running)'],
		[{ name: 'Renewals' }, 'campaign', 'Renewals'],
		[{ campaign_id: 'c1', status: '' }, 'campaign', 'c1'],
		[{ title: 'Renewals', campaign_name: 'First' }, 'campaign', 'First'],
		[{ email: 'a@example.com', name: 'Ada', role: 'admin' }, 'user', 'a@example.com (admin)'],
		[{ to_number: '+15550100', started_at: 'today' }, 'call', '+15550100 (today)'],
		[{ version: 0, created_at: 5 }, 'version', '0 (5)'],
		[{ name: 'Prices' }, 'document', 'Prices'],
		[{ name: { en: 'Ada' }, agent_id: 'a1' }, 'agent', 'a1'],
		[{}, 'agent', ''],
	] as const)('of %j as %s is %j', (row, entity, expected) => {
		expect(labelOf(row, entity)).toBe(expected);
	});
});
