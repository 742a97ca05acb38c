import type {
	INodeCredentialDescription,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import {
	baseUrlField,
	downloadFileField,
	executionOptions,
	extraBodyField,
	extraQueryField,
	figuresOutputField,
	linkedFileNameField,
	optionsField,
	outputFieldOf,
	responsePathOption,
} from './fields';
import type { Operation, Resource } from './operation';
import { fieldsOf } from './operation';

/** Fields in the order n8n shows them: the operation's own, then the general ones, Options last. */
function fieldGroups(operation: Operation): ReadonlyArray<readonly INodeProperties[]> {
	const readsPath = operation.answer !== 'file' && !operation.report;
	const options = [
		...(operation.options ?? []),
		...executionOptions,
		...(readsPath ? [responsePathOption] : []),
	];
	return [
		operation.isPublic ? [baseUrlField] : [],
		fieldsOf(operation),
		operation.linkedFile ? [downloadFileField, linkedFileNameField] : [],
		operation.columns ? [outputFieldOf(operation.columns)] : [],
		operation.figures ? [figuresOutputField] : [],
		operation.openQuery ? [extraQueryField] : [],
		operation.openBody ? [extraBodyField] : [],
		[optionsField(options)],
	];
}

/** A field that several operations share is listed once and shown for all of them. This makes the description a third of its size. */
/** Every field that the screen shows for an operation. */
export const shownFieldsOf = (operation: Operation): INodeProperties[] =>
	fieldGroups(operation).flat();

function resourceProperties(resource: Resource): INodeProperties[] {
	const shown = new Map<string, { field: INodeProperties; group: number; operations: string[] }>();
	for (const operation of resource.operations) {
		fieldGroups(operation).forEach((fields, group) => {
			for (const field of fields) {
				const key = JSON.stringify(field);
				const entry = shown.get(key) ?? { field, group, operations: [] };
				entry.operations.push(operation.value);
				shown.set(key, entry);
			}
		});
	}
	const inOrder = [...shown.values()].sort((a, b) => a.group - b.group);
	return inOrder.map(({ field, operations }) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { resource: [resource.value], operation: operations, ...field.displayOptions?.show },
		},
	}));
}

/** A drop-down that decides what else is shown; its first choice is the default. */
function selector(
	displayName: string,
	name: string,
	choices: readonly INodePropertyOptions[],
): INodeProperties {
	const defaultValue = choices[0]?.value;
	const options = [...choices].sort((a, b) => a.name.localeCompare(b.name));
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

/** The whole `properties` of a node: selectors, then the fields of every operation. */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [
		selector(
			'Resource',
			'resource',
			resources.map(({ name, value }) => ({ name, value })),
		),
		...resources.map(operationSelector),
		...resources.flatMap(resourceProperties),
	];
}

/** The `credentials` of a node: required by every operation except the public ones. */
export function credentialsOf(resources: readonly Resource[]): INodeCredentialDescription[] {
	const publicOperations = resources
		.flatMap(({ operations }) => operations)
		.filter(({ isPublic }) => isPublic)
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
