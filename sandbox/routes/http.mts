import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Fault } from '../control/behaviour.mts';
import type { Row } from '../data/database.mts';
import type { Json, JsonObject } from '../common/json.mts';
import type { RequestRecord } from '../data/traffic.mts';

/** What a route knows about itself from the contract. */
export interface RouteOperation {
	operationId: string;
	isPublic: boolean;
	isWrite: boolean;
	/** Asks for the role owner or admin. */
	isAdmin: boolean;
	/** Uploaded files are measured as they arrive and not kept. */
	isStreamed: boolean;
	isList: boolean;
	idField: string | undefined;
	/** Those of the parameters `from` and `to` that the operation has. */
	dateFilters: string[];
	successStatus: number;
	/** Content types the request body may have; none when the operation has no body. */
	bodyTypes: string[];
	/** Form fields that hold JSON text. */
	jsonFields: string[];
	/** Validators of the JSON answers by status (`200`, `4XX`), null where the answer is no JSON. */
	answers: Map<string, ValidateFunction | null>;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		operation?: RouteOperation;
	}
	interface FastifyRequest {
		record: RequestRecord;
		fault: Fault | undefined;
		user: Row;
	}
}

/** A request after validation: its parts have the shapes the contract gives them. */
export type ApiRequest = Omit<FastifyRequest, 'params' | 'query' | 'body'> & {
	params: Record<string, string>;
	query: JsonObject;
	body: Json;
};
export type Handler = (request: ApiRequest, reply: FastifyReply) => unknown;
/** Handlers by operationId. */
export type Handlers = Record<string, Handler>;
