import type { IDataObject } from 'n8n-workflow';
import { json, networkError, operationOf, rows, run } from '../../support/fakeContext.mts';

/*
 * Errors of actions say why they failed in n8n's own words, as those of the trigger do: `failure`. What may have been carried out says nothing there:
 * n8n is not to wait, and send it again.
 */

const create = operationOf({ request: (params) => ({ body: { name: params.required('name') } }) });
const read = operationOf({ kind: 'read', endpoint: 'GET /things' });
const named = { items: rows({ name: 'Ada' }), parameters: { name: 'Ada' } };
const retries = { options: { maxRetries: 0 } };

const failureOf = async (operation: typeof create, answer: () => unknown, setting = named) => {
	const parameters = { ...setting.parameters, ...retries };
	const { error } = await run(operation, { ...setting, parameters }, answer);
	return (error as IDataObject | undefined)?.failure;
};

const refused = () => {
	throw networkError('ECONNREFUSED');
};

test.each([
	['429', () => json(429, {}, { 'retry-after': '120' }), 'rate-limited', 120_000],
	['402', () => json(402, { detail: 'No credits' }), 'quota-exhausted', undefined],
	['401', () => json(401, {}), 'credential-invalid', undefined],
	['404', () => json(404, {}), 'configuration-invalid', undefined],
	['no connection', refused, 'temporarily-unavailable', undefined],
])('%s: what is not carried out says why', async (_what, answer, cause, retryAfterMs) => {
	const failure = { cause, ...(retryAfterMs && { retryAfterMs }) };
	expect(await failureOf(create, answer)).toEqual(failure);
});

test('a platform that fails while it reads is asked again later; what it may have done has no cause', async () => {
	const fails = () => json(500, {});
	expect(await failureOf(read, fails)).toEqual({ cause: 'temporarily-unavailable' });
	expect(await failureOf(create, fails)).toBeUndefined();
});

test('an item of Continue (using error output) has it, too', async () => {
	const { items } = await run(create, { ...named, node: { onError: 'continueErrorOutput' } }, () =>
		json(402, {}),
	);
	expect(items[0]).toMatchObject({ error: { failure: { cause: 'quota-exhausted' } } });
});
