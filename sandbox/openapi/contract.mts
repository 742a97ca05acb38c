import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dereference, parse } from '@apidevtools/json-schema-ref-parser';
import type { JsonObject } from '../common/json.mts';
import { type Operation, operationsOf } from './operations.mts';

/*
 * The openapi room: the contract of the API in YAML, and how requests and answers are held against it. The server
 * reads it to make its routes; the control API uses its validators. It knows no handler and nothing of the platform.
 *
 * The files of `paths/` leave out what is the same everywhere:
 *
 * - the `tags` of an operation, if they are those of the file
 * - the parameters that the path names, and `limit` and `offset` of an `x-list`
 * - what is around the JSON schema of a body or of a successful answer; and around the schema of a row, the page of an `x-list`
 * - the answer to a request that is refused
 * - `type: object` of a schema with `properties`, and its `required`, if it has all of them
 */

const DOCUMENT = join(import.meta.dirname, 'openapi.yaml');
const FOLDER = 'paths';
const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * The contract in one piece: `openapi.yaml` with every path of `paths/*.yaml`, every reference replaced by what it points at, and
 * everything added that the short form leaves out.
 *
 * @throws when two files have the same path, or a reference points at nothing or at itself
 */
export async function loadContract(): Promise<JsonObject> {
	const document = await parse<JsonObject>(DOCUMENT);
	const paths: Record<string, { $ref: string }> = {};
	const tagsByPath = new Map<string, string[]>();
	for (const file of (await readdir(join(import.meta.dirname, FOLDER))).sort()) {
		const address = `${FOLDER}/${file}`;
		const content = await parse<JsonObject>(join(import.meta.dirname, address));
		// The other keys are parts that the paths refer to.
		for (const path of Object.keys(content).filter((key) => key.startsWith('/'))) {
			if (path in paths) throw new Error(`${address}: ${path} is also in ${paths[path].$ref}`);
			paths[path] = { $ref: `${address}#/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` };
			tagsByPath.set(path, content.tags);
		}
	}
	const contract = await dereference<JsonObject>(
		DOCUMENT,
		{ ...document, paths },
		{ dereference: { circular: false } },
	);
	for (const { path, definition } of operationsOf(contract)) {
		definition.tags ??= tagsByPath.get(path);
		complete(path, definition, contract.components);
	}
	completeSchemas(contract, new Set());
	return contract;
}

/** Adds what the short form of an operation leaves out. */
function complete(
	path: string,
	definition: Operation['definition'],
	{ parameters: { Limit, Offset }, responses: { Error } }: JsonObject,
): void {
	const { parameters = [], requestBody, responses } = definition;
	const inPath = [...path.matchAll(PLACEHOLDER)].map(([, name]) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string', minLength: 1 },
	}));
	const isList = definition['x-list'];
	definition.parameters = [...inPath, ...parameters, ...(isList ? [Limit, Offset] : [])];
	if (requestBody && !requestBody.content)
		definition.requestBody = { required: true, content: { 'application/json': requestBody } };
	const answers = Object.entries<JsonObject>(responses).map(([status, answer]) => {
		const schema = isList ? pageOf(answer) : answer;
		const description = answer.description ?? definition.summary;
		const full = { description, content: { 'application/json': { schema } } };
		return [status, answer.content ? answer : full];
	});
	definition.responses = { ...Object.fromEntries(answers), '4XX': Error };
}

const pageOf = (row: JsonObject): JsonObject => ({
	properties: {
		items: { type: 'array', items: row },
		total: { type: 'integer', minimum: 0 },
		limit: { type: 'integer' },
		offset: { type: 'integer' },
	},
});

/** Adds `type` and `required` to every schema with properties. References share schemas, so each is visited once. */
function completeSchemas(node: unknown, visited: Set<object>): void {
	if (typeof node !== 'object' || node === null || visited.has(node)) return;
	visited.add(node);
	const schema = node as JsonObject;
	if (typeof schema.properties === 'object') {
		schema.type ??= 'object';
		schema.required ??= Object.keys(schema.properties);
	}
	for (const [name, child] of Object.entries(schema))
		if (name !== 'example') completeSchemas(child, visited);
}
