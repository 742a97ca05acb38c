import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { GUARDED, addGuardedCampaigns } from '../guardedCampaigns.mts';
import { type Claim, sorted } from '../facts.mts';
import { listOf } from '../../../harness/samples/platform.mts';
import type { During, SampleTrial } from './trial.mts';

/** How the sample says that it has paused a campaign. */
const PAUSED = /Paused: ([^.]+)\./g;

/** Names of the campaigns with this status, as the platform has them. */
async function namesOf(platform: AxiosInstance, wanted: string): Promise<string> {
	const campaigns = await listOf<{ name: string; status: string }>(platform, '/campaigns/');
	return sorted(campaigns.filter(({ status }) => status === wanted).map(({ name }) => name));
}

const expected = (isMeant: (campaign: (typeof GUARDED)[number]) => boolean) =>
	sorted(GUARDED.filter(isMeant).map(({ name }) => name));

export const creditGuard: SampleTrial = {
	id: 'sampleCreditGuard',
	prepare: async ({ sandbox }) => await addGuardedCampaigns(sandbox),
	async facts({ rows, platform, world }: During) {
		const written = readFileSync(join(world.n8n.filesFolder, 'credit-guard.txt'), 'utf8');
		const messages = sorted([...written.matchAll(PAUSED)].map(([, name]) => String(name)));
		return {
			progress: `paused: ${messages}`,
			outcomes: rows('Over a limit?').map(() => 'over a limit'),
			claims: [
				['messages', messages, expected(({ isCaught }) => isCaught)],
				...(await Promise.all(
					['paused', 'active'].map(async (status): Promise<Claim> => [
						`${status} campaigns`,
						expected(({ after }) => after === status),
						await namesOf(platform, status),
					]),
				)),
			],
		};
	},
};
