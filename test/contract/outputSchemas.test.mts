import { existsSync, globSync, readFileSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { operationFields } from '../../nodes/shared/operation';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { Fixtures } from '../support/fixtures.mts';
import { campaignFromItems, credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { nodeTypes } from '../support/nodeTypes.mts';
import { everyRequest, type ListedOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * What the editor offers before an operation has run is what its items have then: each operation with columns is played against the sandbox, with the
 * parameters that it has by default, and with Wait for Result. `npm run generate` writes the schemas.
 */

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 100_000_000 });
let fixtures: Fixtures;

beforeAll(async () => {
	fixtures = await Fixtures.of(sandbox);
});

interface Described {
	type: string;
	properties?: Record<string, Described>;
	items?: Described;
}

/** Where n8n looks: by the class and the version of the node, its resource and its operation, letter for letter. */
function schemaPath({ node, resource, operation }: ListedOperation): string {
	const folder = node.replace(/^./, (letter) => letter.toUpperCase());
	const version = `v${String(nodeTypes[node]?.description.version)}.0.0`;
	return `nodes/${folder}/__schema__/${version}/${resource.value}/${operation.value}.json`;
}

const hasColumns = ({ operation }: ListedOperation) =>
	('columns' in operation && operation.columns !== undefined) ||
	('answer' in operation && operation.answer === 'deleted');
const described = everyRequest().filter(hasColumns);

test('every operation with columns has a schema, and no other has one', () => {
	expect(described.length).toBeGreaterThan(15);
	const paths = globSync('nodes/*/__schema__/**/*.json').map((path) => path.replaceAll('\\', '/'));
	expect(paths.sort()).toEqual(described.map(schemaPath).sort());
});

/** The parameters that a user must fill in; the others have their defaults. */
function parametersOf({ resource, operation }: ListedOperation, values: IDataObject): IDataObject {
	const filled = operationFields(operation).map((field) => [
		field.name,
		(field.required ? values[field.name] : undefined) ?? field.default,
	]);
	const isUpdate = operation.value === 'update';
	return {
		resource: resource.value,
		operation: operation.value,
		...Object.fromEntries(filled),
		// Something must be changed.
		...(isUpdate && { options: { additionalFieldsJson: '{"name":"Renewals"}' } }),
	};
}

const ROW = { json: { phone_number: '+12125550104', first_name: 'Ada', last_name: 'Sample' } };
/** Any call, and any campaign, is over after a few of these. */
const A_WHILE = { advanceSeconds: 3600 };

/** The items of an operation; while something is waited for, the time of the platform passes. */
async function itemsOf(listed: ListedOperation, more: IDataObject): Promise<IDataObject[]> {
	forgetProcessed();
	const parameters = { ...parametersOf(listed, await fixtures.valuesFor(listed)), ...more };
	const run = runner(listed.node, credentialFor(sandbox));
	// The second row of a list is a duplicate: it is rejected.
	const isList = parameters.contactsFrom !== undefined;
	let isOver = false;
	const items = run(parameters, isList ? [ROW, ROW] : [ROW]).finally(() => (isOver = true));
	while (more.waitForResult && !isOver) {
		await later(500);
		await sandbox.api.post('/clock', A_WHILE);
	}
	return (await items).map(({ json }) => json);
}

/** A campaign that is over, and some of whose contacts were not reached. */
async function overCampaign(): Promise<IDataObject> {
	const run = runner('voiceAgentCampaign', credentialFor(sandbox));
	const people = Array.from({ length: 40 }, (_, n) => ({ phone: `+1212555${1000 + n}` }));
	const [created] = await run(campaignFromItems, rows(...people));
	const campaignId = locator(String(created?.json.campaign_id));
	await run({ resource: 'campaign', operation: 'start', campaignId, options: {} });
	await sandbox.api.post('/clock', { advanceSeconds: 24 * 3600 });
	return { campaignId };
}

/** Parameters without which there is no item, or with which it has other columns. */
async function variantsOf({ operation }: ListedOperation): Promise<IDataObject[]> {
	if (operation.value === 'getNotReached') return [await overCampaign()];
	const { whenOver } = ('columns' in operation && operation.columns) || {};
	const hasOtherResult = whenOver !== undefined;
	return hasOtherResult ? [{}, { waitForResult: true }] : [{}];
}

/** What these values are, as a schema; values that are null are left out. */
function describedBy(values: readonly unknown[]): Described | undefined {
	const known = values.filter((value) => value !== null);
	const types = new Set(known.map((value) => (Array.isArray(value) ? 'array' : typeof value)));
	if (types.size === 0) return undefined;
	const [type = ''] = types;
	if (types.size > 1) throw new Error(`Values of several types: ${[...types].join()}`);
	if (type === 'array') return { type, items: describedBy(known.flat()) };
	if (type !== 'object') return { type };
	const entries = known.flatMap((value) => Object.entries(value as object));
	const byName = Object.entries(Object.groupBy(entries, ([name]) => name));
	const fields = byName.map(([name, all = []]) => [name, describedBy(all.map(([, own]) => own))]);
	return { type, properties: Object.fromEntries(fields) };
}

/** What of a schema these values do not show, and what of the values it does not have: `columns.outcome`. */
function differences(
	schema: Described | undefined,
	met: Described | undefined,
	path = '',
): string[] {
	if (!schema) return [`${path} is not in the schema`];
	// A column that was empty in every item.
	if (!met) return [];
	if (schema.type !== met.type) return [`${path} is ${met.type}, not ${schema.type}`];
	if (met.type === 'array') return differences(schema.items, met.items, `${path}[]`);
	const [own = {}, others = {}] = [schema.properties, met.properties];
	return [
		...Object.keys(own).flatMap((name) => (name in others ? [] : [`${path}.${name} never comes`])),
		...Object.keys(others).flatMap((name) =>
			differences(own[name], others[name], `${path}.${name}`),
		),
	];
}

test.each(described.map((listed) => [`${listed.node}, ${listed.title}`, listed] as const))(
	'%s: the fields that are offered are those of its items',
	async (_title, listed) => {
		const path = schemaPath(listed);
		if (!existsSync(path)) throw new Error(`${path} is missing: npm run generate writes it`);
		const { version, ...schema } = JSON.parse(readFileSync(path, 'utf8'));
		expect(version).toBe(1);

		const items: IDataObject[] = [];
		for (const more of await variantsOf(listed)) items.push(...(await itemsOf(listed, more)));
		expect(items.length).toBeGreaterThan(0);
		expect(differences(schema, describedBy(items))).toEqual([]);
	},
);
