import { NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { events } from '../../nodes/VoiceAgentTrigger/events';
import { nodeTypes, triggers } from '../support/nodeTypes.mts';
import { type ListedOperation, everyOperation } from '../support/operations.mts';

/*
 * What n8n's guidelines ask of every panel, for all nodes and all operations at once.
 */

const trigger = new VoiceAgentTrigger();
const ONE = { typeVersion: 1 };
const nodes: ReadonlyArray<[name: string, node: INodeType]> = [
	...Object.entries(nodeTypes),
	...triggers.map((type): [string, INodeType] => [type.description.name, type]),
];

interface Placed {
	field: INodeProperties;
	/** Names of the collections around it. */
	within: readonly string[];
}

/** All fields, those inside collections too. */
function everyField(fields: readonly INodeProperties[], within: readonly string[] = []): Placed[] {
	return fields.flatMap((field) => {
		const inner = [...within, field.name];
		const entries = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return everyField((option as INodePropertyCollection).values, inner);
			return 'type' in option ? everyField([option as INodeProperties], inner) : [];
		});
		return [{ field, within }, ...entries];
	});
}

const operations = everyOperation().map(
	(entry) => [`${entry.node}, ${entry.title}`, entry] as const,
);

/** The description of a node, and the values of all its parameters for an operation with the defaults. */
function chosenOf({ node, resource, operation }: ListedOperation) {
	const { description } = nodeTypes[node] as INodeType;
	const chosen = { resource: resource.value, operation: operation.value };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		chosen,
		true,
		false,
		ONE,
		description,
	) as INodeParameters;
	return { description, values };
}

/** The fields that the editor shows for an operation with the defaults, in its order. */
function panelOf(listed: ListedOperation) {
	const { description, values } = chosenOf(listed);
	return description.properties.filter(
		(field) =>
			!['resource', 'operation'].includes(field.name) &&
			NodeHelpers.displayParameter(values, field, ONE, description),
	);
}

/** For a node as a tool, n8n's "…Tool" type. */
function noticesOfTool(callingRules: INodeParameters): string[] {
	const { description } = nodeTypes.voiceAgentCall as INodeType;
	const tool = { ...description, name: `${description.name}Tool` };
	const values = { resource: 'call', operation: 'makeCall', callingRules };
	const isShown = (field: INodeProperties, of: typeof tool) =>
		NodeHelpers.displayParameter(values, field, ONE, of);
	const notices = description.properties.filter(({ name }) => name === 'allowedNumbersNotice');
	expect(notices.filter((field) => isShown(field, description))).toEqual([]);
	return notices.filter((field) => isShown(field, tool)).map(({ displayName }) => displayName);
}

test('a tool says that the model can call any number, until the rule Allowed Numbers is added', () => {
	const notice = 'Without the rule Allowed Numbers, the model can call any number in the world.';
	expect(noticesOfTool({})).toEqual([notice]);
	expect(noticesOfTool({ keepCredits: 10 })).toEqual([notice]);
	expect(noticesOfTool({ allowedNumbers: '+1212*' })).toEqual([]);
});

describe.each(nodes)('%s', (_name, { description }) => {
	const fields = everyField(description.properties);
	const plain = fields.map(({ field }) => field).filter(({ type }) => type !== 'notice');

	test('every empty text field shows an example, but for secrets and for pairs of any name and value', () => {
		const isPair = ({ field, within }: Placed) =>
			within.length > 0 && ['name', 'value'].includes(field.name) && !field.description;
		const empty = fields
			.filter((placed) => !isPair(placed))
			.map(({ field }) => field)
			.filter(({ type, default: given }) => type === 'string' && given === '')
			.filter(({ placeholder, typeOptions }) => !placeholder && !typeOptions?.password);
		expect(empty.map(({ name }) => name)).toEqual([]);
	});

	test('a list to choose from says what to choose, with the right article', () => {
		const located = plain.filter(({ type }) => type === 'resourceLocator');
		for (const { modes = [], description = '' } of located) {
			const list = modes.find(({ type }) => type === 'list');
			expect(list?.placeholder).toMatch(/^Choose (an (?!us)[aeiou]|a (us|[^aeiou]))[a-z ]+…$/);
			expect(description).toMatch(
				/^(The \w+ |Choose the [a-z ]+ from the list, or enter (its|the) \w)/,
			);
		}
	});

	test('JSON, and what is sent unchanged, is in a collection or behind a choice', () => {
		const isOpen = ({ field, within }: Placed) =>
			within.length === 0 &&
			(field.type === 'json' || field.name.startsWith('additionalQuery')) &&
			Object.keys(field.displayOptions?.show ?? {}).every((name) =>
				['resource', 'operation'].includes(name),
			);
		expect(fields.filter(isOpen).map(({ field }) => field.name)).toEqual([]);
	});

	test('nobody has to copy an ID where there is a list to choose from', () => {
		const typed = plain.filter(
			({ name, type, displayName }) =>
				type === 'string' && (/Ids?$/.test(name) || /\bIDs?\b/.test(displayName)),
		);
		expect(typed.map(({ name }) => name)).toEqual([]);
	});
});

test.each(operations)('%s: no collection is empty', (_title, listed) => {
	const { description, values } = chosenOf(listed);
	const isShown = (collection: string, entry: unknown) =>
		NodeHelpers.displayParameterPath(
			values,
			entry as INodeProperties,
			collection,
			ONE,
			description,
		);
	const empty = panelOf(listed)
		.filter(({ type }) => type === 'collection')
		.filter(({ name, options = [] }) => !options.some((entry) => isShown(name, entry)));
	expect(empty.map(({ name }) => name)).toEqual([]);
});

/** With the account, Resource and Operation; without notices. */
test.each([
	['voiceAgentCall, Call: Make Call', 11],
	['voiceAgentCampaign, Campaign: Create', 12],
])('%s: at first, at most %i fields', (name, most) => {
	const [, listed] = operations.find(([title]) => title === name) as (typeof operations)[number];
	const fields = panelOf(listed).filter(({ type }) => type !== 'notice');
	expect(fields.map(({ displayName }) => displayName)).toHaveLength(most - 3);
});

describe('the subtitle', () => {
	/** What n8n shows below a node. */
	function subtitleOf(node: INodeType, parameters: INodeParameters): unknown {
		const { name: type, subtitle } = node.description;
		const placed: INode = { id: '1', name: 'Node', type, ...ONE, position: [0, 0], parameters };
		const nodeTypes = { getByNameAndVersion: () => node } as unknown as INodeTypes;
		const { expression } = new Workflow({
			...{ nodes: [placed], connections: {}, active: false, nodeTypes },
		});
		return expression.getSimpleParameterValue(placed, subtitle, 'internal', {});
	}

	test.each(operations)('of %s is its action', (_title, { node, resource, operation }) => {
		const parameters = { resource: resource.value, operation: operation.value };
		expect(subtitleOf(nodeTypes[node] as INodeType, parameters)).toBe(operation.action);
	});

	test.each(events.map(({ name, value }) => [name, value]))(
		'of %s is a sentence',
		(name, event) => {
			const sentence = name.charAt(0) + name.slice(1).toLowerCase();
			expect(subtitleOf(trigger, { event })).toBe(sentence);
		},
	);
});
