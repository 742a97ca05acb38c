import type { Client } from '../http';
import { addressOf, pagesFetcher } from '../http';
import { CAMPAIGN, campaignActivity, cellOf, idOf } from '../platform';
import type { PeopleRequest } from './people';

/*
 * Names the campaign that waits for its start, where a second Create sends nobody. The memory does not know which
 * campaign has the numbers, so this says what the platform lists, and leaves it to the user.
 *
 *   Create "Renewals" of agent a1; listed: "Renewals" of a1, pending       -> it is named
 *   two such campaigns; or one of another agent, or that has been started  -> nothing is said
 */

/** How many campaigns are read. */
const LISTED = 100;

/** What the user is told of each request that created nothing. One read. @throws RequestFailure */
export async function waitingCampaigns(
	client: Client,
	requests: readonly PeopleRequest[],
): Promise<string[]> {
	const request = { ...addressOf('GET /campaigns/'), subject: 'Get many campaigns' };
	const { rows } = await pagesFetcher(client, request, { entity: 'campaign' })(LISTED, 0);
	return requests.flatMap(
		({
			callList: {
				caller,
				request: { body },
			},
		}) => {
			const [row, ...others] = rows.filter(
				(listed) =>
					cellOf(CAMPAIGN, listed, 'name') === body?.name &&
					cellOf(CAMPAIGN, listed, 'agent_id') === caller.agentId &&
					campaignActivity(cellOf(CAMPAIGN, listed, 'status')) === 'not_started',
			);
			const id = row ? idOf(row, 'campaign') : '';
			if (id === '' || others.length > 0) return [];
			return [
				`Campaign "${String(body?.name)}" (${id}) of this agent waits for its start. If it has these people, choose it in 'Campaign' of the operation Start.`,
			];
		},
	);
}
