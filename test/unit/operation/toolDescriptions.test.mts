import type { FromAIArgument, INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers, traverseNodeParameters } from 'n8n-workflow';
import { mainColumns } from '../../../nodes/shared/platform';
import { nodeTypes, resourcesByNode } from '../../support/nodeTypes.mts';
import { phrases } from '../../support/phrases.mts';

/*
 * What an AI model is told of an operation that it has as a tool, and of the parameters that it fills in. n8n itself tells it the action, and of a
 * parameter its name.
 */

const all = Object.entries(resourcesByNode).flatMap(([node, resources]) =>
	resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			title: `${node}: ${operation.action}`,
			node,
			resource,
			operation,
		})),
	),
);

const described = all.filter(({ operation }) => operation.toolDescription !== undefined);

test('Make Call, and what tells of calls, is described', () => {
	const values = described.map(({ resource, operation }) => `${resource.value}.${operation.value}`);
	expect(values.sort()).toEqual(
		phrases`call.get | call.getAll | call.getTranscript | call.makeCall | callback.create`,
	);
});

const asksForNumber = described.filter(({ operation }) =>
	operation.shown.some(({ name }) => ['toNumber', 'phoneNumber'].includes(name)),
);

test.each(asksForNumber)('$title says how a phone number is written', ({ operation }) => {
	expect(operation.toolDescription).toContain('+12125550123');
});

/** Columns of an item in place of a call. */
const IN_PLACE_OF_A_CALL = ['skipped', 'held_back', 'reason'];

test.each(described)('$title names only what the item has', ({ operation }) => {
	const named = String(operation.toolDescription).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
	const columns = 'columns' in operation ? operation.columns : undefined;
	const tables = [columns, columns?.whenOver].filter((table) => table !== undefined);
	const has = [...tables.flatMap(mainColumns), ...IN_PLACE_OF_A_CALL];
	expect(has).toEqual(expect.arrayContaining(named));
});

/** What a model fills in if nobody has entered anything, as n8n reads it from the node: the names of its arguments and what it is told of them. */
function filledIn({ node, resource, operation }: (typeof all)[number]) {
	const { description } = nodeTypes[node] ?? {};
	if (!description) throw new Error(`There is no node ${node}`);
	const type = { ...description, name: `${description.name}Tool` };
	const entered = { resource: resource.value, operation: operation.value };
	const settings: INode = {
		...{ id: '1', name: 'Node', type: type.name, typeVersion: 1, position: [0, 0] },
		parameters: entered,
	};
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		entered,
		true,
		false,
		settings,
		type,
	);
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters as INodeParameters, found);
	return found.map(({ key, description: text }) => [key, text]);
}

const filled = all.filter(({ operation }) => operation.filledByModel !== undefined);

test('a model fills in whom to call and which call it is about, and never which agent calls', () => {
	const told = filled.map((entry) => [
		`${entry.resource.value}.${entry.operation.value}`,
		...filledIn(entry).map(([key]) => key),
	]);
	expect(told).toEqual([
		['call.makeCall', 'Phone_Number'],
		['call.get', 'Call'],
		['call.getTranscript', 'Session'],
		['callback.create', 'Phone_Number', 'Time'],
	]);
});

test.each(filled)('$title: as a tool, each of these has its description', (entry) => {
	const { filledByModel = {}, shown } = entry.operation;
	const names = shown.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(Object.keys(filledByModel)));
	const texts = filledIn(entry).map(([, text]) => text);
	expect(texts.sort()).toEqual(Object.values(filledByModel).sort());
});
