import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../common/json.mts';

const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** One operation of the contract: an endpoint with what identifies it. */
export interface Operation {
	operationId: string;
	method: string;
	path: string;
	definition: JsonObject;
}

/** `openapi.yaml` with every reference replaced by what it points at. */
export function loadContract(): JsonObject {
	const files = new Map<string, JsonObject>();
	const resolved = new Map<string, unknown>();

	const read = (file: string): JsonObject => {
		if (!files.has(file)) files.set(file, parse(readFileSync(file, 'utf8')));
		return files.get(file)!;
	};

	const follow = (reference: string, fromFile: string): unknown => {
		const [target, pointer] = reference.split('#');
		const file = target ? resolve(dirname(fromFile), target) : fromFile;
		const key = `${file}#${pointer}`;
		if (!resolved.has(key)) {
			const steps = pointer
				.split('/')
				.slice(1)
				.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
			const found = steps.reduce<Json>((node, step) => node?.[step], read(file));
			if (found === undefined)
				throw new Error(`${fromFile} refers to ${reference}, which does not exist`);
			resolved.set(key, expand(found, file));
		}
		return resolved.get(key);
	};

	const expand = (node: unknown, file: string): unknown => {
		if (Array.isArray(node)) return node.map((entry) => expand(entry, file));
		if (typeof node !== 'object' || node === null) return node;
		const { $ref } = node as JsonObject;
		if (typeof $ref === 'string') return follow($ref, file);
		return Object.fromEntries(
			Object.entries(node).map(([name, value]) => [name, expand(value, file)]),
		);
	};

	const entry = fileURLToPath(new URL('openapi.yaml', import.meta.url));
	return expand(read(entry), entry) as JsonObject;
}

/** Every operation of a loaded contract. */
export function operationsOf(contract: JsonObject): Operation[] {
	return Object.entries<JsonObject>(contract.paths).flatMap(([path, item]) =>
		HTTP_METHODS.filter((method) => item[method]).map((method) => ({
			operationId: item[method].operationId,
			method: method.toUpperCase(),
			path,
			definition: item[method],
		})),
	);
}
