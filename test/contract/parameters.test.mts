import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import {
	differencesOf,
	parameterLines,
	parametersIn,
	parametersOf,
} from '../../scripts/generators/parameters.mts';
import { nodeTypes, triggers } from '../support/nodeTypes.mts';

/*
 * Workflows are saved with the names, types, defaults and choices of parameters. From 1.0 on, a workflow that any version saved must be read
 * by every later one. `npm run release:files` keeps the parameters of a release in RELEASED.
 */

const FOLDER = 'test/contract/parameters';
const RELEASED = 'test/contract/released';

const descriptions = [
	...Object.values(nodeTypes).map(({ description }) => description),
	...triggers.map(({ description }) => description),
];
const parametersOfFile = (file: string) =>
	parametersIn(existsSync(file) ? readFileSync(file, 'utf8') : '');

test('each node has its file, and no other', () => {
	const names = descriptions.map(({ name }) => `${name}.txt`);
	expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
});

describe.each(descriptions.map((description) => [description.name, description] as const))(
	'%s',
	(name, description) => {
		test('reads workflows of every earlier version: a parameter that was there stays as it was', () => {
			const released = parametersOfFile(join(RELEASED, `${name}.txt`));
			expect(differencesOf(released, parametersOf(description)).broken).toEqual([]);
		});

		test('has the parameters that are written down (npm run generate writes them)', () => {
			const written = parametersOfFile(join(FOLDER, `${name}.txt`));
			expect(differencesOf(written, parametersOf(description))).toEqual({ broken: [], added: [] });
		});
	},
);

describe('a change is noticed:', () => {
	const field = (more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		options: [
			{ name: 'A', value: 'a' },
			{ name: 'B', value: 'b' },
		],
		default: 'a',
		displayOptions: { show: { resource: ['call'], operation: ['get', 'getAll'], other: [true] } },
		...more,
	});
	const changes = (before: INodeProperties[], now: INodeProperties[]) =>
		differencesOf(
			parametersIn(parameterLines(parametersOf({ properties: before }))),
			parametersOf({ properties: now }),
		);
	const text: INodeProperties = { displayName: 'X', name: 'x', type: 'string', default: '' };

	const show = { resource: ['call'], operation: ['get', 'getAll'] };
	const fewer = { ...show, operation: ['getAll'], other: [true] };
	test.each<[string, Partial<INodeProperties>, RegExp]>([
		['another type', { type: 'multiOptions' }, /when .* was .* and is /],
		['another default', { default: 'b' }, /when .* was .* and is /],
		['a choice less', { options: [{ name: 'A', value: 'a' }] }, /when .* = "b" is not there/],
		['an operation less', { displayOptions: { show: fewer } }, /when .* is not there/],
		['another condition', { displayOptions: { show } }, /when .* is not there/],
		['several values', { typeOptions: { multipleValues: true } }, /when .* was/],
		['another name', { name: 'sort' }, /when .* is not there/],
	])('%s', (_what, change, message) => {
		const [broken] = changes([field()], [field(change)]).broken;
		expect(broken).toMatch(/^call get: kind /);
		expect(broken).toMatch(message);
	});

	test('what is new breaks nothing, and is named', () => {
		const more = field({ options: [...(field().options ?? []), { name: 'C', value: 'c' }] });
		expect(changes([field()], [more, text])).toEqual({
			broken: [],
			added: [
				...['get', 'getAll'].map((name) => `call ${name}: kind when {"other":[true]} = "c"`),
				'x',
			],
		});
	});
});
