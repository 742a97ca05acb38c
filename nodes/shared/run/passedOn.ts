import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../http';
import { Identity, PageReader, RequestFailure, addressOf, pagesFetcher, pagesOf } from '../http';
import { CAMPAIGN, campaignActivity, cellOf, idOf } from '../platform';
import { readTimestamp } from '../values';
import type { Planned } from './job';
import type { Done } from './outcomes';

/*
 * Input items that say that there is no campaign: they are passed on as they are, and a hint names the campaigns that wait for their start. It
 * starts none of them.
 */

/** The most rows of the list that are read to find campaigns that wait. */
const MAX_ROWS = 2_000;
/** The most campaigns that the hint names. */
const MAX_NAMED = 3;

type Passed = Extract<Planned, { passed: unknown }>;

/** The item, as it came. */
export const passedOn = ({ passed, itemIndexes }: Passed): Done => ({
	items: [{ ...passed, pairedItem: { item: itemIndexes[0] ?? 0 } }],
	isSkipped: true,
});

/** The campaigns that are not started yet, the newest first. @throws RequestFailure */
async function notStartedYet(client: Client): Promise<IDataObject[]> {
	const request = { ...addressOf('GET /campaigns/'), subject: 'Get many campaigns' };
	const reader = new PageReader(pagesFetcher(client, request, { entity: 'campaign' }));
	const found = new Map<string, IDataObject>();
	for await (const { rows, next } of pagesOf(reader, new Identity('campaign'))) {
		for (const row of rows) {
			const isWaiting = campaignActivity(cellOf(CAMPAIGN, row, 'status')) === 'not_started';
			if (isWaiting) found.set(idOf(row, 'campaign'), row);
		}
		if (next > MAX_ROWS) break;
	}
	const createdAt = (row: IDataObject) => readTimestamp(cellOf(CAMPAIGN, row, 'created_at')) ?? 0;
	return [...found.values()].sort((one, other) => createdAt(other) - createdAt(one));
}

const nameOf = (row: IDataObject): string =>
	`"${String(cellOf(CAMPAIGN, row, 'name') ?? '')}" (${idOf(row, 'campaign')})`;

/** Which campaigns wait for their start, in a sentence. */
function waitingInWords(waiting: readonly IDataObject[]): string {
	if (waiting.length === 0) return 'No campaign waits for its start.';
	const named = waiting.slice(0, MAX_NAMED).map(nameOf).join(', ');
	const more = waiting.length - MAX_NAMED;
	const one = waiting.length === 1 ? 'it' : 'one of them';
	return `Not started yet: ${named}${more > 0 ? ` and ${more} more` : ''}. To call its contacts, choose ${one} in 'Campaign': Fixed, then From List.`;
}

/** Says at the output that items were passed on, and which campaigns wait. Older versions of n8n do not show it. */
export async function showPassed(
	context: IExecuteFunctions,
	client: Client,
	planned: readonly Planned[],
): Promise<void> {
	const count = planned.filter((entry) => 'passed' in entry).length;
	if (count === 0 || client.isCancelled) return;
	const waiting = await notStartedYet(client).then(waitingInWords, (error: unknown) => {
		if (!(error instanceof RequestFailure)) throw error;
		return `Which campaigns wait for their start could not be read: ${error.message}.`;
	});
	const items = count === 1 ? '1 item was' : `${count} items were`;
	const message = `${items} passed on unchanged, because no campaign was created: its numbers were skipped or held back, or it was a dry run. ${waiting}`;
	context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
}
