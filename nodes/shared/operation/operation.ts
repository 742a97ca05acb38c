import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ApiFields, Params } from './params';
import {
	baseUrlField,
	downloadFileField,
	executionOptions,
	extraBodyField,
	extraQueryField,
	filtersField,
	limitField,
	linkedFileNameField,
	optionsField,
	returnAllField,
	simplifyField,
} from './fields';

/** An endpoint as the API document writes it, character for character: `GET /calls/{call_id}`. */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** A file to send as one part of a multipart form. */
export interface Upload {
	/** The binary field of the input item that holds it. */
	binaryField: string;
	/** The form's name for it. */
	partName: string;
	/** Endings the platform can read; any when empty. */
	fileTypes?: readonly string[];
}

/** What an operation makes of its parameters. Pure data: `shared/execute` turns it into HTTP. */
export interface RequestParts {
	/** Which endpoint, where an operation has several. */
	endpoint?: Endpoint;
	query?: IDataObject;
	/** JSON body, or the form's text fields beside an upload. */
	body?: IDataObject;
	upload?: Upload;
	/** Added to the output item: what the user must know beside the server's answer. */
	report?: IDataObject;
	/** Nothing is sent, and `report` is the whole output. */
	skip?: boolean;
}

/** How the answer becomes items. `file`: always binary. `objectOrFile`: as the server declares it. `deleted`: `{ deleted: true }` if it says nothing. */
export type Answer = 'object' | 'list' | 'deleted' | 'file' | 'objectOrFile';

/** Protection against acting twice on the same thing, such as ringing the same number. */
export interface Once {
	/** What the request acts on; equal keys are the same thing. */
	keys: readonly string[];
	/** `execution`: not twice among the items of one run. `ever`: n8n remembers it across executions. */
	within: 'execution' | 'ever';
	/** The request without the keys that were done before, each with the reason to tell the user. */
	without(done: ReadonlyMap<string, string>): RequestParts;
}

/** One thing a user can do: what the screen shows and what goes over the wire, in one object. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Several only where the user's choice of parameters decides which. The first is the default. */
	endpoint: Endpoint | readonly [Endpoint, ...Endpoint[]];
	/** Path template name → parameter that fills it. */
	ids?: Record<string, string>;
	/** Without displayOptions for resource and operation: those are added here. */
	fields?: readonly INodeProperties[];
	/** Entries of the Options collection that only this operation has. */
	options?: readonly INodeProperties[];
	request?(params: Params): RequestParts;
	answer?: Answer;
	/** Gives the Simplify switch, and the flat form of one row. */
	simplify?(row: IDataObject): IDataObject;
	/** Name of the field that identifies a row of a list, where it is not `id`. */
	rowId?: string;
	/** Gives "Additional Fields (JSON)", because the API document does not show every body field. */
	openBody?: boolean;
	/** Gives "Additional Query Parameters", because the API document does not show every filter. */
	openQuery?: boolean;
	/** Works without an account: no credential is used, and the Base URL is a parameter. */
	isPublic?: boolean;
	/** The answer may hold a link to a file: gives the "Download File" switch. Fields that may hold the link, tried in order. */
	linkedFile?: readonly string[];
	/** Input items with the same group become one request; an item without a group is a request of its own. */
	group?(params: Params): string | undefined;
	once?(params: Params, parts: RequestParts): Once | undefined;
}

export interface Resource {
	name: string;
	value: string;
	operations: readonly Operation[];
}

/** The endpoints an operation may call. */
export function endpointsOf({ endpoint }: Operation): readonly Endpoint[] {
	return typeof endpoint === 'string' ? [endpoint] : endpoint;
}

/** The operation of a list endpoint: Return All, Limit, filters and free query parameters come with it. */
export function list(operation: Operation & { filters?: ApiFields }): Operation {
	const { filters = {}, request, ...rest } = operation;
	const filterFields = Object.values(filters);
	return {
		...rest,
		answer: 'list',
		openQuery: true,
		fields: [
			...(rest.fields ?? []),
			returnAllField,
			limitField,
			...(filterFields.length > 0 ? [filtersField(filterFields)] : []),
		],
		request: (params) => {
			const parts = request?.(params) ?? {};
			const query = filterFields.length > 0 ? params.entered('filters', filters) : {};
			return { ...parts, query: { ...query, ...parts.query } };
		},
	};
}

/** Fields in the order n8n shows them: the operation's own, then the general ones, Options last. */
function fieldGroups(operation: Operation): ReadonlyArray<readonly INodeProperties[]> {
	const options = [...(operation.options ?? []), ...executionOptions];
	return [
		operation.isPublic ? [baseUrlField] : [],
		operation.fields ?? [],
		operation.linkedFile ? [downloadFileField, linkedFileNameField] : [],
		operation.simplify ? [simplifyField] : [],
		operation.openQuery ? [extraQueryField] : [],
		operation.openBody ? [extraBodyField] : [],
		[optionsField(options)],
	];
}

/** Fields that several operations share appear once, shown for all of them: a third of the size. */
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

/** @throws Error when a workflow names a resource or operation this version does not have */
export function findOperation(
	resources: readonly Resource[],
	resource: string,
	operation: string,
): Operation {
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (!found)
		throw new Error(
			`This version of the node has no operation "${operation}" for the resource "${resource}"`,
		);
	return found;
}
