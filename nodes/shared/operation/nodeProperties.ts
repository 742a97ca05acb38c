import type {
	INodeCredentialDescription,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { EntityName } from '../platform';
import {
	baseUrlField,
	downloadFileField,
	executionOptions,
	extraBodyField,
	extraQueryField,
	figuresOutputField,
	linkedFileNameField,
	optionsField,
	outputFieldsOf,
	responsePathOption,
	textField,
} from './fields';
import type { ResourceOperation, Operation, Resource } from './operation';
import { endpointsOf, idsOf, takesPath, takesQuery } from './operation';
import { waitFieldsOf, waitOptionsOf } from './waitFields';

/** The entries of Options. Output is one of them where people are called: there, other fields come first. */
function entriesOfOptions(operation: Operation): INodeProperties[] {
	return [
		...(operation.options ?? []),
		...(operation.kind === 'calls' ? outputFields(operation) : []),
		...waitOptionsOf(waitForOf(operation)),
		...('openBody' in operation && operation.openBody ? [extraBodyField] : []),
		...(takesQuery(operation) ? [extraQueryField] : []),
		...executionOptions,
		...(takesPath(operation) ? [responsePathOption] : []),
	];
}

function outputFields(operation: Operation): readonly INodeProperties[] {
	if ('columns' in operation && operation.columns) return outputFieldsOf(operation.columns);
	return 'figures' in operation && operation.figures ? [figuresOutputField] : [];
}

/** An operation's own fields: those that fill the path, then the others. An ID that is in `fields` is shown there. */
export function operationFields(
	operation: Pick<Operation, 'ids' | 'fields'>,
): readonly INodeProperties[] {
	const { fields = [] } = operation;
	return [...Object.values(idsOf(operation)).filter((field) => !fields.includes(field)), ...fields];
}

const waitForOf = (operation: Operation) =>
	'waitFor' in operation ? operation.waitFor : undefined;

/** Every field of an operation, in the editor's order: its own, the general ones, then Options. */
function shownFieldsOf(operation: Operation): readonly INodeProperties[] {
	if (endpointsOf(operation).length === 0) return operationFields(operation);
	const waitFor = waitForOf(operation);
	const own = operationFields(operation);
	return [
		...(operation.isPublic ? [baseUrlField] : []),
		...own,
		...(operation.kind === 'file' && operation.sent === 'linked'
			? [downloadFileField, linkedFileNameField]
			: []),
		// A switch that the operation has among its own fields keeps its place there.
		...waitFieldsOf(waitFor).filter((field) => !own.includes(field)),
		...(operation.kind === 'calls' ? [] : outputFields(operation)),
		optionsField(entriesOfOptions(operation)),
	];
}

/** A resource as it is written. */
interface WrittenResource {
	name: string;
	value: string;
	/** What the answers of its operations are about. */
	entity?: EntityName;
	operations: readonly Operation[];
}

/** A resource of a node. Keeps with each operation what a run would have to find out again. */
export const resource = ({ name, value, entity, operations }: WrittenResource): Resource => ({
	name,
	value,
	operations: operations.map((operation): ResourceOperation => {
		const own = operation.entity ?? entity;
		return {
			...operation,
			entity: own === 'none' ? undefined : own,
			shown: shownFieldsOf(operation),
		};
	}),
});

/** The value with which the editor says that a model fills in a parameter. Its own has no description. */
function modelValue(
	{ displayName, type }: INodeProperties,
	told: string,
): INodeProperties['default'] {
	const key = displayName.replace(/\W+/g, '_');
	const value = `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${told}\`, 'string') }}`;
	return type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
}

/** A field as a node has it, and as a tool has it if a model fills it in. */
function withToolField(field: INodeProperties, told: string | undefined): INodeProperties[] {
	if (told === undefined) return [field];
	const { show = {}, hide = {} } = field.displayOptions ?? {};
	const inTool = { '@tool': [true] };
	return [
		{ ...field, displayOptions: { show, hide: { ...hide, ...inTool } } },
		{
			...field,
			default: modelValue(field, told),
			displayOptions: { show: { ...show, ...inTool }, hide },
		},
	];
}

const fieldsWithTool = ({ shown, filledByModel = {} }: ResourceOperation): INodeProperties[] =>
	shown.flatMap((field) => withToolField(field, filledByModel[field.name]));

interface ShownField {
	field: INodeProperties;
	operations: string[];
}

/**
 * The fields of all operations of a resource. A field that several share is listed once, which saves two thirds of the
 * description. It is listed again where the order of an operation needs it.
 */
function sharedFields({ operations }: Resource): ShownField[] {
	const shown: Array<ShownField & { key: string }> = [];
	for (const operation of operations) {
		let place = 0;
		for (const field of fieldsWithTool(operation)) {
			const key = JSON.stringify(field);
			const index = shown.findIndex((entry, at) => at >= place && entry.key === key);
			if (index < 0) shown.splice(place, 0, { field, key, operations: [operation.value] });
			else shown[index]?.operations.push(operation.value);
			place = (index < 0 ? place : index) + 1;
		}
	}
	return shown;
}

const resourceProperties = (resource: Resource): INodeProperties[] =>
	sharedFields(resource).map(({ field, operations }) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { resource: [resource.value], operation: operations, ...field.displayOptions?.show },
		},
	}));

/** A drop-down that decides what else is shown, in alphabetical order. The first choice given is its default. */
function selector(
	displayName: string,
	name: string,
	choices: readonly INodePropertyOptions[],
): INodeProperties {
	const defaultValue = choices[0]?.value;
	const options = choices.toSorted((a, b) => a.name.localeCompare(b.name));
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options,
		default: defaultValue,
	};
}

function operationSelector({ value, operations }: Resource): INodeProperties {
	const choices = operations.map((operation) => ({
		name: operation.name,
		value: operation.value,
		action: operation.action,
		description: operation.description,
	}));
	return {
		...selector('Operation', 'operation', choices),
		displayOptions: { show: { resource: [value] } },
	};
}

const toolDescriptionField = (text: string): INodeProperties =>
	textField(
		'Tool Description',
		'toolDescription',
		'What the AI model is told about this tool. If it is empty, n8n tells the operation.',
		{
			typeOptions: { rows: 2 },
			default: text,
			placeholder: 'e.g. Look up what was said in a call',
		},
	);

/**
 * What an AI model is told of an operation. A node with this field gets no field of this name from n8n, which would say
 * the action alone.
 */
function toolFields(resources: readonly Resource[]): INodeProperties[] {
	const all = resources.flatMap(({ operations }) => operations);
	if (all.every(({ toolDescription }) => toolDescription === undefined)) return [];
	const fieldFor = (text: string, resource: string, operations: string[]) => ({
		...toolDescriptionField(text),
		displayOptions: { show: { '@tool': [true], resource: [resource], operation: operations } },
	});
	return resources.flatMap(({ value, operations }) => {
		const silent = operations.filter(({ toolDescription }) => toolDescription === undefined);
		return [
			...operations.flatMap(({ value: operation, toolDescription }) =>
				toolDescription === undefined ? [] : [fieldFor(toolDescription, value, [operation])],
			),
			...(silent.length > 0
				? [
						fieldFor(
							'',
							value,
							silent.map((operation) => operation.value),
						),
					]
				: []),
		];
	});
}

/** The whole `properties` of a node: selectors, then the fields of every operation. */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [
		...toolFields(resources),
		selector(
			'Resource',
			'resource',
			resources.map(({ name, value }) => ({ name, value })),
		),
		...resources.map(operationSelector),
		...resources.flatMap(resourceProperties),
	];
}

/** The `subtitle` of a node: what it does, as a sentence. n8n shows it below the node. */
export function subtitleOf(resources: readonly Resource[]): string {
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}.${operation.value}`, operation.action]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** The `credentials` of a node: required by every operation except the public ones and those that send no request. */
export function credentialsOf(resources: readonly Resource[]): INodeCredentialDescription[] {
	const publicOperations = resources
		.flatMap(({ operations }) => operations)
		.filter((operation) => endpointsOf(operation).length === 0 || operation.isPublic)
		.map(({ value }) => value)
		.sort();
	return [
		{
			name: 'voiceAgentApi',
			required: true,
			...(publicOperations.length > 0 && {
				displayOptions: { hide: { operation: publicOperations } },
			}),
		},
	];
}
