import type { IDataObject } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import { BERLIN, TOKYO, add, adding, create } from '../../support/callers.mts';
import { json, run } from '../../support/fakeContext.mts';

/*
 * Create is executed a second time, and its people were sent before: the campaign that waits for its start is named.
 */

const WAITS =
	'Campaign "Renewals" (k1) of this agent waits for its start. If it has these people, choose it in \'Campaign\' of the operation Start.';

const K1 = { campaign_id: 'k1', name: 'Renewals', agent_id: 'a1', status: 'pending' };
const ADA = { phone: BERLIN };

/** What is said of a campaign after the first run, and after the second, and the paths that are read. */
async function twice(
	listed: unknown,
	{ operation = create, second = [ADA], ...more }: IDataObject & { operation?: typeof create } = {},
) {
	const processed = new ProcessedDataTable();
	const runWith = async (people: IDataObject[]) => {
		const setting = adding(people, {}, { mode: 'manual', ...more, processed });
		const { hints, urls, error, sent } = await run(operation, setting, (_number, { method }) =>
			method === 'GET' ? listed : json(200, K1),
		);
		expect(error).toBeUndefined();
		const said = hints.map(({ message }) => message).filter((message) => /waits/.test(message));
		return { said, urls, sent: sent.filter(({ options: { method } }) => method !== 'GET') };
	};
	const first = await runWith([ADA]);
	expect(first.said).toEqual([]);
	expect(first.sent).toHaveLength(1);
	return await runWith(second as IDataObject[]);
}

test('is named after one read, and nothing is sent', async () => {
	const { said, urls, sent } = await twice(
		json(200, [{ ...K1, campaign_id: 'k0', name: 'B' }, K1]),
	);
	expect(said).toEqual([WAITS]);
	expect(urls).toEqual(['/campaigns/']);
	expect(sent).toEqual([]);
});

test('is named if a wrong row is beside who was sent before', async () => {
	const { said, urls } = await twice(json(200, [K1]), { second: [{ phone: 'nobody' }, ADA] });
	expect([said, urls]).toEqual([[WAITS], ['/campaigns/']]);
});

test.each<[why: string, listed: unknown]>([
	['has been started', json(200, [{ ...K1, status: 'active' }])],
	['has an unknown status', json(200, [{ ...K1, status: 'Zephyr' }])],
	['is of another agent', json(200, [{ ...K1, agent_id: 'a2' }])],
	['has another name', json(200, [{ ...K1, name: 'Renewals 2' }])],
	['is one of two', json(200, [K1, { ...K1, campaign_id: 'k2' }])],
	['is not there', json(200, [])],
	['cannot be read', json(500, {})],
])('is not named if it %s', async (_why, listed) => {
	const { said, sent } = await twice(listed);
	expect([said, sent]).toEqual([[], []]);
});

test.each<[when: string, more: IDataObject]>([
	['somebody is sent', { second: [ADA, { phone: TOKYO }] }],
	['nobody sees it: in production', { mode: 'trigger' }],
	['contacts are added to a campaign that is chosen', { operation: add as never }],
])('nothing is read if %s', async (_when, more) => {
	const { said, urls } = await twice(json(200, [K1]), more);
	expect(said).toEqual([]);
	expect(urls.filter((url) => url === '/campaigns/')).toHaveLength(more.second ? 1 : 0);
});
