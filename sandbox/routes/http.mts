import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Json, JsonObject } from '../common/json.mts';
import type { Row } from '../data/database.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Whose token the request carries. */
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
/** Scheme, host and port at which the request came in. */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
	return `${protocol}://${host}`;
}

/** Handlers by operationId. */
export type Handlers = Record<string, Handler>;
