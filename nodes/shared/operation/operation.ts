import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint, Upload } from '../http';
import type { EntityName, Table } from '../platform';
import type { Params } from './params';

/** What an operation makes of its parameters. Pure data: `execution` turns it into HTTP. */
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

/** Protection against acting twice on the same thing, such as calling the same number. */
export interface Deduplication {
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
	/** What fills the names in braces of the endpoint's path. The screen shows these fields first. */
	ids?: Readonly<Record<string, INodeProperties>>;
	/** Without displayOptions for resource and operation: `properties.ts` adds them. */
	fields?: readonly INodeProperties[];
	/** Entries of the Options collection that only this operation has. */
	options?: readonly INodeProperties[];
	request?(params: Params): RequestParts;
	answer?: Answer;
	/** Gives the Simplify switch: the columns of the flat form of one row. */
	columns?: Table;
	/** What the rows of a list are, if their identifier may have a name of its own. */
	entity?: EntityName;
	/** Gives "Additional Fields (JSON)", because the API document does not show every body field. */
	openBody?: boolean;
	/** Gives "Additional Query Parameters", because the API document does not show every filter. */
	openQuery?: boolean;
	/** Works without an account: no credential is used, and the Base URL is a parameter. */
	isPublic?: boolean;
	/** The answer may hold a link to a file: gives the "Download File" switch. */
	linkedFile?: boolean;
	/** Input items with the same group become one request; an item without a group is a request of its own. */
	group?(params: Params): string | undefined;
	deduplication?(params: Params, parts: RequestParts): Deduplication | undefined;
}

export interface Resource {
	name: string;
	value: string;
	operations: readonly Operation[];
}

/** The endpoints an operation may call. */
export function endpointsOf({ endpoint }: Operation): readonly [Endpoint, ...Endpoint[]] {
	return typeof endpoint === 'string' ? [endpoint] : endpoint;
}

/** Everything the screen asks for: what fills the path, then the rest. A field of `ids` that stands in `fields` keeps its place there. */
export function fieldsOf({ ids = {}, fields = [] }: Operation): readonly INodeProperties[] {
	return [...Object.values(ids).filter((field) => !fields.includes(field)), ...fields];
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
