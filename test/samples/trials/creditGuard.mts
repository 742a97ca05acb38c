import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { GUARDED, addGuardedCampaigns } from '../guardedCampaigns.mts';
import { listOf } from '../../../harness/samples/platform.mts';
import type { During, SampleTrial } from './trial.mts';

/** How the sample says that it has paused a campaign. */
const PAUSED = /Paused: ([^.]+)\./g;

const inOrder = (names: readonly string[]) => [...names].sort().join(', ');

/** Names of the campaigns with this status, as the platform has them. */
async function namesOf(platform: AxiosInstance, wanted: string): Promise<string> {
	const campaigns = await listOf<{ name: string; status: string }>(platform, '/campaigns/');
	return inOrder(campaigns.filter(({ status }) => status === wanted).map(({ name }) => name));
}

const expected = (isMeant: (campaign: (typeof GUARDED)[number]) => boolean) =>
	inOrder(GUARDED.filter(isMeant).map(({ name }) => name));

export const creditGuard: SampleTrial = {
	id: 'sampleCreditGuard',
	prepare: async ({ sandbox }) => await addGuardedCampaigns(sandbox),
	async facts({ rows, platform, world }: During) {
		const written = readFileSync(join(world.n8n.filesFolder, 'credit-guard.txt'), 'utf8');
		const messages = inOrder([...written.matchAll(PAUSED)].map(([, name]) => String(name)));
		return {
			progress: `paused: ${messages}`,
			outcomes: rows('Over a limit?').map(() => 'over a limit'),
			claims: [
				['messages', messages, expected(({ isCaught }) => isCaught)],
				[
					'paused campaigns',
					expected(({ after }) => after === 'paused'),
					await namesOf(platform, 'paused'),
				],
				[
					'campaigns that continue',
					expected(({ after }) => after === 'active'),
					await namesOf(platform, 'active'),
				],
			],
		};
	},
};
