import type { Sandbox } from '../../harness/sandbox.mts';
import { listOf, platformOf } from '../../harness/samples/platform.mts';

/** A campaign for the sample that pauses campaigns, and what must come of it. */
interface Guarded {
	name: string;
	/** How many contacts it has called, and how each call ended. */
	called: number;
	ending: 'completed' | 'no_answer';
	/** Of one more call. */
	credits: number;
	before: 'active' | 'paused';
	after: 'active' | 'paused';
	/** Whether the sample pauses it. */
	isCaught: boolean;
}

const HEALTHY = {
	called: 30,
	ending: 'completed',
	credits: 10,
	before: 'active',
	after: 'active',
	isCaught: false,
} as const;
const CAUGHT = { ...HEALTHY, after: 'paused', isCaught: true } as const;

/** Two over a limit, and for each thing that the sample looks at, one that must not be touched. */
export const GUARDED: readonly Guarded[] = [
	{ ...HEALTHY, name: 'Everything as planned' },
	{ ...HEALTHY, name: 'Only begun', called: 10, ending: 'no_answer' },
	{ ...HEALTHY, name: 'Paused by hand', credits: 400, before: 'paused', after: 'paused' },
	{ ...CAUGHT, name: 'Hardly anybody answers', ending: 'no_answer' },
	{ ...CAUGHT, name: 'Too expensive', credits: 400 },
];

/** Adds these campaigns. None of them has anybody left to call, so they stay as they are. */
export async function addGuardedCampaigns(sandbox: Pick<Sandbox, 'api' | 'url'>): Promise<void> {
	const { api } = sandbox;
	const platform = platformOf(sandbox);
	// Other samples create campaigns at the same time: those that the sandbox adds have a name of their own.
	const idOfLatest = async (): Promise<string> => {
		const campaigns = await listOf<{ name: string; id: string }>(platform, '/campaigns/');
		const added = campaigns.filter(({ name }) => /^Campaign \d+$/.test(name));
		return String(
			added
				.map(({ id }) => id)
				.sort()
				.at(-1),
		);
	};
	for (const { name, called, ending, credits, before } of GUARDED) {
		await api.post('/seed/campaigns', { count: 1 });
		const id = await idOfLatest();
		await platform.put(`/campaigns/${id}`, { name });
		await api.post(`/campaigns/${id}/contacts`, { count: called, status: ending });
		await api.post('/calls', { count: 1, campaign_id: id, credits });
		await api.put(`/campaigns/${id}`, { status: before });
	}
}
