import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dereference, parse } from '@apidevtools/json-schema-ref-parser';
import type { JsonObject } from '../common/json.mts';

/*
 * The openapi room: the contract of the API in YAML, and how requests and answers are held against it. The server
 * reads it to make its routes; the control API uses its validators. It knows no handler and nothing of the platform.
 */

const DOCUMENT = join(import.meta.dirname, 'openapi.yaml');
const FOLDER = 'paths';

/**
 * The contract in one piece: `openapi.yaml` with every path of `paths/*.yaml`, and every reference replaced by what it
 * points at.
 *
 * @throws when two files have the same path, or a reference points at nothing or at itself
 */
export async function loadContract(): Promise<JsonObject> {
	const document = await parse<JsonObject>(DOCUMENT);
	const paths: Record<string, { $ref: string }> = {};
	for (const file of (await readdir(join(import.meta.dirname, FOLDER))).sort()) {
		const address = `${FOLDER}/${file}`;
		const content = await parse<JsonObject>(join(import.meta.dirname, address));
		// The other keys are parts that the paths refer to.
		for (const path of Object.keys(content).filter((key) => key.startsWith('/'))) {
			if (path in paths) throw new Error(`${address}: ${path} is also in ${paths[path].$ref}`);
			paths[path] = { $ref: `${address}#/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` };
		}
	}
	return await dereference<JsonObject>(
		DOCUMENT,
		{ ...document, paths },
		{ dereference: { circular: false } },
	);
}
