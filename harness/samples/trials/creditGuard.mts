import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../../n8n/executions.mts';
import { GUARDED, addGuardedCampaigns } from '../guardedCampaigns.mts';
import { platformOf } from '../platform.mts';
import { differs } from '../report.mts';
import type { SampleWorld } from '../sampleWorld.mts';
import type { During, SampleTrial } from './trial.mts';

/** How the sample says that it has paused a campaign. */
const PAUSED = /Paused: ([^.]+)\./g;

const inOrder = (names: readonly string[]) => [...names].sort().join(', ');

/** Names of the campaigns with this status, as the platform has them. */
async function namesOf({ sandbox }: SampleWorld, wanted: string): Promise<string> {
	const { data } = await (
		await platformOf(sandbox)
	).get('/campaigns/', { params: { limit: 1000 } });
	const campaigns: Array<{ name: string; status: string }> = data.items;
	return inOrder(campaigns.filter(({ status }) => status === wanted).map(({ name }) => name));
}

const expected = (isMeant: (campaign: (typeof GUARDED)[number]) => boolean) =>
	inOrder(GUARDED.filter(isMeant).map(({ name }) => name));

export const creditGuard: SampleTrial = {
	id: 'sampleCreditGuard',
	prepare: async ({ sandbox }) => await addGuardedCampaigns(sandbox),
	async judge({ executions: [execution], calls, world }: During) {
		const written = readFileSync(join(world.n8n.filesFolder, 'credit-guard.txt'), 'utf8');
		const messages = inOrder([...written.matchAll(PAUSED)].map(([, name]) => String(name)));
		const figures = rowsOf(execution, 'Over a limit?');
		return {
			calls: calls.length,
			refused: 0,
			progress: `paused: ${messages}`,
			outcomes: `over a limit: ${figures.length}`,
			disagreements: [
				...differs(
					'messages',
					messages,
					expected(({ isCaught }) => isCaught),
				),
				...differs(
					'paused campaigns',
					expected(({ after }) => after === 'paused'),
					await namesOf(world, 'paused'),
				),
				...differs(
					'campaigns that continue',
					expected(({ after }) => after === 'active'),
					await namesOf(world, 'active'),
				),
			],
		};
	},
};
