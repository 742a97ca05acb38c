import type { Sandbox } from '../../harness/sandbox.mts';
import { addGuardedCampaigns } from '../../test/samples/guardedCampaigns.mts';
import { WATCHED_AGENT } from '../../test/samples/trials/agentGetsWorse.mts';

const MS_PER_HOUR = 3_600_000;
const CONTACTS = 5;
/** What the sandbox calls its first campaign. */
const CAMPAIGN = 'campaign_0001';

/**
 * Gives a new sandbox calls, bookings, transfers, callbacks and campaigns, so that each event of the trigger and each sample has something to show.
 * Does nothing if there are calls or campaigns already.
 */
export async function addHistory(sandbox: Pick<Sandbox, 'api' | 'url'>): Promise<void> {
	const { api } = sandbox;
	const { data: state } = await api.get<{ calls: number; campaigns: number }>('/state');
	if (state.calls > 0 || state.campaigns > 0) return;
	const hoursAgo = (hours: number) => ({
		count: 3,
		spacingSeconds: 600,
		created_at: Date.now() - hours * MS_PER_HOUR,
	});
	// The week before the one of "Weekly report".
	await api.post('/seed/calls', hoursAgo(10 * 24));
	await api.post('/seed/calls', { ...hoursAgo(5), agent_id: WATCHED_AGENT });
	await api.post('/seed/calls', hoursAgo(4));
	await api.post('/seed/bookings', hoursAgo(3));
	await api.post('/seed/transfer-events', hoursAgo(2));
	await api.post('/seed/callbacks', hoursAgo(1));
	await api.post('/seed/campaigns', { count: 1 });
	await api.put(`/campaigns/${CAMPAIGN}`, { status: 'active' });
	// The dialer calls them, and then finishes the campaign.
	await api.post(`/campaigns/${CAMPAIGN}/contacts`, { count: CONTACTS });
	await addGuardedCampaigns(sandbox);
}
