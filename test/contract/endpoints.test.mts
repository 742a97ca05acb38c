import { readFileSync } from 'node:fs';
import { loadContract, operationsOf } from '../../sandbox/contract.mts';
import { endpointsOf } from '../../nodes/shared/operation';
import { placeholdersOf } from '../../nodes/shared/path';
import { everyOperation } from '../support/operations.mts';

const documented = (
	JSON.parse(readFileSync('sandbox/endpoints.json', 'utf8')) as Array<{
		method: string;
		path: string;
	}>
).map(({ method, path }) => `${method} ${path}`);
const specified = operationsOf(loadContract()).map(({ method, path }) => `${method} ${path}`);
const operations = everyOperation();

test.each(operations.map((entry) => [entry.title, entry] as const))(
	'%s: its endpoints stand in the document and in the OpenAPI contract, letter for letter',
	(_title, { operation }) => {
		for (const endpoint of endpointsOf(operation)) {
			expect(documented).toContain(endpoint);
			expect(specified).toContain(endpoint);
			const filled = Object.keys(operation.ids ?? {});
			expect(placeholdersOf(endpoint).filter((name) => !filled.includes(name))).toEqual([]);
		}
	},
);

test('every endpoint of calls and campaigns is reached by exactly one operation', () => {
	const reached = operations.flatMap(({ operation }) => [...endpointsOf(operation)]);
	const wanted = documented.filter((endpoint) => /^\w+ \/(calls|campaigns)(\/|$)/.test(endpoint));
	expect(reached.filter((endpoint, index) => reached.indexOf(endpoint) !== index)).toEqual([]);
	expect([...reached].sort()).toEqual([...wanted].sort());
});

test.each(operations.map((entry) => [entry.title, entry] as const))(
	'%s: reads well in the editor',
	(_title, { operation }) => {
		expect(operation.description.length).toBeGreaterThan(10);
		expect(operation.action).toMatch(/^[A-Z][^A-Z]+$/);
		for (const field of [...(operation.fields ?? []), ...(operation.options ?? [])]) {
			const explains =
				(field.description ?? '').length > 0 ||
				['fixedCollection', 'collection', 'resourceLocator'].includes(field.type);
			expect({ field: field.name, explains }).toEqual({ field: field.name, explains: true });
		}
	},
);
