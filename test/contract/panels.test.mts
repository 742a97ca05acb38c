import { NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { events } from '../../nodes/VoiceAgentTrigger/events';
import { endpointsOf } from '../../nodes/shared/operation';
import { nodeTypes, triggers } from '../support/nodeTypes.mts';
import { everyOperation } from '../support/operations.mts';

/*
 * What n8n's guidelines ask of every panel, for all nodes and all operations at once.
 */

const trigger = new VoiceAgentTrigger();
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
function chosenOf({ node, resource, operation }: (typeof operations)[number][1], more = {}) {
	const description = (nodeTypes[node] as INodeType).description;
	const chosen = { resource: resource.value, operation: operation.value, ...more };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		chosen,
		true,
		false,
		{ typeVersion: 1 },
		description,
	) as INodeParameters;
	return { description, values };
}

/** The fields that the editor shows for an operation with the defaults, in its order. */
function panelOf(listed: (typeof operations)[number][1], more = {}) {
	const { description, values } = chosenOf(listed, more);
	return description.properties.filter(
		(field) =>
			!['resource', 'operation'].includes(field.name) &&
			NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, description),
	);
}

const SMALL_WORDS = [
	'a',
	'an',
	'and',
	'as',
	'by',
	'for',
	'from',
	'in',
	'of',
	'or',
	'per',
	'the',
	'to',
	'with',
];
const isTitleCase = (name: string) =>
	name
		.replace(/[()]/g, '')
		.split(' ')
		.every((word, index) => (index > 0 && SMALL_WORDS.includes(word)) || /^[A-Z\d+]/.test(word));

/** Lists whose order everybody knows. */
const IN_THEIR_OWN_ORDER = ['weekdays'];

/** The names of the lists that are not in alphabetical order. */
const unsortedIn = (fields: readonly INodeProperties[]): string[] =>
	fields
		.filter(({ type }) => ['options', 'multiOptions', 'collection'].includes(type))
		.filter(({ name }) => !IN_THEIR_OWN_ORDER.includes(name))
		.filter(({ options = [] }) => {
			const names = options.map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			const sorted = names.toSorted((one, other) => one.localeCompare(other));
			return names.join('\n') !== sorted.join('\n');
		})
		.map(({ name }) => name);

test('the lists of the credential are in alphabetical order', () => {
	expect(unsortedIn(new VoiceAgentApi().properties)).toEqual([]);
	const [first, ...others] = new VoiceAgentApi().properties.find(({ name }) => name === 'mfa')!
		.options as INodePropertyOptions[];
	const turned = { name: 'mfa', type: 'options', options: [...others, first] } as INodeProperties;
	expect(unsortedIn([turned])).toEqual(['mfa']);
});

/** For a node as a tool, n8n's "…Tool" type. */
function noticesOfTool(callingRules: INodeParameters): string[] {
	const { description } = nodeTypes.voiceAgentCall as INodeType;
	const tool = { ...description, name: `${description.name}Tool` };
	const values = { resource: 'call', operation: 'makeCall', callingRules };
	const isShown = (field: INodeProperties, of: typeof tool) =>
		NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, of);
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

	test('names of fields and choices are in Title Case', () => {
		const names = plain.map(({ displayName }) => displayName);
		expect(names.filter((name) => !isTitleCase(name))).toEqual([]);
		const choices = plain
			.filter(({ name, type }) => type === 'options' && name !== 'fields')
			.flatMap(({ options = [] }) => options.map(({ name }) => name));
		expect(choices.filter((name) => !isTitleCase(name))).toEqual([]);
	});

	test('placeholders are examples', () => {
		const texts = plain.flatMap((field) => [
			...(['collection', 'fixedCollection'].includes(field.type) ? [] : [field.placeholder]),
			...(field.modes ?? []).map(({ type, placeholder }) =>
				type === 'list' ? undefined : placeholder,
			),
		]);
		// n8n's lint asks for this one.
		const allowed = (text = 'e.g. a') => /^e\.g\. \S/.test(text) || text === 'name@email.com';
		expect(texts.filter((text) => !allowed(text))).toEqual([]);
	});

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

	test('notices have at most 120 characters', () => {
		const notices = fields.map(({ field }) => field).filter(({ type }) => type === 'notice');
		expect(notices.filter(({ displayName }) => displayName.length > 120)).toEqual([]);
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

	test('a number says how small it may be, and its default is within that', () => {
		const numbers = fields.map(({ field }) => field).filter(({ type }) => type === 'number');
		for (const { default: given, typeOptions } of numbers) {
			expect(typeOptions?.minValue).toBeLessThanOrEqual(given as number);
			expect(typeOptions?.maxValue ?? Infinity).toBeGreaterThan(given as number);
		}
	});

	test('lists to choose from, and to add from, are in alphabetical order', () => {
		expect(unsortedIn(plain)).toEqual([]);
	});

	test('what is chosen at first is in the list', () => {
		const chosen = plain.filter(
			({ type, options = [] }) => type === 'options' && options.length > 0,
		);
		const values = ({ options = [] }: INodeProperties) =>
			options.map((option) => 'value' in option && option.value);
		expect(chosen.filter((field) => !values(field).includes(field.default as string))).toEqual([]);
	});

	test('collections say what they add', () => {
		const collections = plain.filter(({ type }) =>
			['collection', 'fixedCollection'].includes(type),
		);
		expect(collections.filter(({ placeholder = '' }) => !placeholder.startsWith('Add '))).toEqual(
			[],
		);
	});

	test('hints have fewer than 120 characters', () => {
		expect(plain.filter(({ hint = '' }) => hint.length >= 120)).toEqual([]);
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

	test('options that depend on another one are shown with it', () => {
		for (const { field, within } of fields.filter(({ within: outer }) => outer.length === 1)) {
			const siblings = fields
				.filter((other) => other.within.join() === within.join())
				.map((other) => other.field.name);
			const needed = Object.keys(field.displayOptions?.show ?? {}).filter(
				(name) => !name.startsWith('/'),
			);
			expect(needed.filter((name) => !siblings.includes(name))).toEqual([]);
		}
	});
});

test('the trigger asks Trigger On without an explanation beside it', () => {
	const [field] = trigger.description.properties;
	expect(field).toMatchObject({ displayName: 'Trigger On', name: 'event' });
	expect(field).not.toHaveProperty('description');
});

test('the trigger is described together with the node that n8n merges it with: its text is shown for both', () => {
	expect(trigger.description.description).toMatch(/configure .*agents.*start the workflow/);
});

describe.each(operations)('%s', (_title, listed) => {
	const panel = panelOf(listed);
	const names = panel.map(({ name }) => name);

	test('shows its fields in their order, each once', () => {
		const order = listed.operation.shown.map(({ name }) => name);
		expect(names).toEqual(order.filter((name) => names.includes(name)));
		expect(names).toEqual([...new Set(names)]);
	});

	test('no collection is empty', () => {
		const { description, values } = chosenOf(listed);
		const empty = panel
			.filter(({ type }) => type === 'collection')
			.filter(
				({ name, options = [] }) =>
					!options.some((entry) =>
						NodeHelpers.displayParameterPath(
							values,
							entry as INodeProperties,
							name,
							{ typeVersion: 1 },
							description,
						),
					),
			);
		expect(empty.map(({ name }) => name)).toEqual([]);
	});

	test('no two fields have the same name', () => {
		const shown = panel.map(({ displayName }) => displayName);
		expect(shown).toEqual([...new Set(shown)]);
	});

	test('asks for what is required before Return All', () => {
		const end = names.indexOf('returnAll');
		const late = end < 0 ? [] : panel.slice(end).filter(({ required }) => required);
		expect(late).toEqual([]);
	});

	test('Options is the last, if it sends a request', () => {
		const sends = endpointsOf(listed.operation).length > 0;
		expect(names.at(-1) === 'options').toBe(sends);
	});
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

const withColumns = operations.filter(
	([, { operation }]) => 'columns' in operation && operation.columns,
);
test.each(withColumns)('%s: offers Simplified, Raw and Selected Fields', (_title, listed) => {
	const panel = panelOf(listed);
	const options = panel.find(({ name }) => name === 'options')?.options as INodeProperties[];
	if (listed.operation.kind === 'calls') {
		const entries = options.map(({ name }) => name);
		expect(entries).toEqual(expect.arrayContaining(['output', 'fields']));
		return;
	}
	const output = panel.find(({ name }) => name === 'output');
	const values = (output?.options ?? []).map((option) => 'value' in option && option.value);
	expect(values).toEqual(expect.arrayContaining(['simplified', 'raw', 'selectedFields']));
	const fields = panelOf(listed, { output: 'selectedFields' });
	expect(fields.map(({ name }) => name)).toContain('fields');
	expect(panel.map(({ name }) => name)).not.toContain('fields');
});

describe('the subtitle', () => {
	/** What n8n shows below a node. */
	function subtitleOf(node: INodeType, parameters: INodeParameters): unknown {
		const { description } = node;
		const types = {
			getByName: () => node,
			getByNameAndVersion: () => node,
			getKnownTypes: () => ({}),
		};
		const workflow = new Workflow({
			nodes: [
				{
					id: '1',
					name: 'Node',
					type: description.name,
					typeVersion: 1,
					position: [0, 0],
					parameters,
				},
			],
			connections: {},
			active: false,
			nodeTypes: types as unknown as INodeTypes,
		});
		const placed = workflow.getNode('Node')!;
		const { expression } = workflow;
		return expression.getSimpleParameterValue(placed, description.subtitle, 'internal', {});
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
