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

test('what is not carried out says why, and for how long the platform wants to be left alone', async () => {
	const busy = () => json(429, {}, { 'retry-after': '120' });
	const failure = { cause: 'rate-limited', retryAfterMs: 120_000 };
	expect(await failureOf(create, busy)).toEqual(failure);
	const refused = () => {
		throw networkError('ECONNREFUSED');
	};
	expect(await failureOf(create, refused)).toEqual({ cause: 'temporarily-unavailable' });
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
