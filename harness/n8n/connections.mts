import { Agent } from 'node:http';

/**
 * Settings for axios: every request on a connection of its own.
 *
 * Node otherwise keeps a connection for the next request, and a server that is busy for longer than its keep-alive
 * time (five seconds by default) right after an answer resets it: the request that already waits on it fails with
 * ECONNRESET, although the server is there and would have answered.
 */
export const freshConnections = { httpAgent: new Agent({ keepAlive: false }) } as const;
