import type { AxiosInstance } from 'axios';
import { type Execution, rowsOf } from '../../n8n/executions.mts';
import { executeByHand, until } from '../../n8n/publishedWorkflow.mts';
import { sampleNumber } from '../files.mts';
import { listOf, platformOf } from '../platform.mts';
import { OPT_OUTS, rowsOfTable } from '../sampleTables.mts';
import type { SampleWorld } from '../sampleWorld.mts';
import { MONDAY_CAMPAIGN } from './mondayCampaign.mts';
import type { During, SampleTrial } from './trial.mts';

/** The trigger looks at once, and then every minute. */
const IN_TABLE_WITHIN_MS = 180_000;
const CAMPAIGN_WITHIN_MS = 180_000;

/** A call as the platform's own list has it. */
interface Call {
	call_id: string;
	to_number: string;
	analysis: { fields: { do_not_call?: boolean } } | null;
}

/** The calls of which the analysis says that the person opted out. */
async function optOuts(platform: AxiosInstance): Promise<Call[]> {
	const calls = await listOf<Call>(platform, '/calls');
	return calls.filter(({ analysis }) => analysis?.fields.do_not_call === true);
}

/** A campaign with the same list on another day: a copy of the sample remembers nobody whom it has called today. */
async function campaignOfNextDay({ rest, ids }: SampleWorld): Promise<Execution> {
	const { data } = await rest.get(`/workflows/${ids[MONDAY_CAMPAIGN]}`);
	const { name, nodes, connections, settings } = data.data;
	const { data: copy } = await rest.post('/workflows', {
		name: `${name}, the next day`,
		nodes,
		connections,
		settings,
		active: false,
	});
	return await executeByHand(rest, copy.data.id, 'Every Monday at 9', CAMPAIGN_WITHIN_MS);
}

const sorted = (values: readonly unknown[]) => values.map(String).sort().join(', ');

export const doNotCall: SampleTrial = {
	id: 'sampleDoNotCall',
	/** Until everybody who opted out in the calls of the other samples is in the list. Then a campaign calls the same people again. */
	async start(workflow, world) {
		const { rest, ids, sandbox } = world;
		const platform = platformOf(sandbox);
		const wanted = await optOuts(platform);
		await until(async () => {
			const listed = await rowsOfTable(rest, ids[OPT_OUTS]);
			return wanted.every((call) => listed.some(({ call_id }) => call_id === call.call_id));
		}, IN_TABLE_WITHIN_MS);
		return [...(await workflow.executions()), await campaignOfNextDay(world)];
	},
	async facts({ executions, calls, world }: During) {
		const { rest, ids, sandbox } = world;
		const recorded = await optOuts(platformOf(sandbox));
		const listed = await rowsOfTable(rest, ids[OPT_OUTS]);
		const campaign = executions.at(-1)!;
		const [created = {}] = rowsOf(campaign, 'Create campaign');
		const placed = calls.filter((call) => call.campaign_id === created.campaign_id);
		const numbers = new Set(recorded.map(({ to_number }) => to_number));
		const left = rowsOf(campaign, 'Rows left out');
		const held = left.filter(({ rule }) => rule === 'Do-Not-Call List');
		const inList = new Set(
			rowsOf(campaign, 'Rows').flatMap(({ phone }) => sampleNumber(String(phone)) ?? []),
		);
		const called = placed.filter(({ to_number }) => numbers.has(to_number));
		return {
			calls: placed.length,
			refused: left.length,
			progress: `${listed.length} opted out, ${held.length} of them not called the next day`,
			rows: rowsOf(campaign, 'Rows').length,
			once: placed,
			claims: [
				[
					'who opted out',
					sorted(listed.map(({ call_id, phone }) => `${call_id} ${phone}`)),
					sorted(recorded.map(({ call_id, to_number }) => `${call_id} ${to_number}`)),
				],
				['calls to them on the next day', called.length, 0],
				[
					'held back',
					sorted([...new Set(held.map(({ contact_number }) => contact_number))]),
					sorted([...numbers].filter((number) => inList.has(number))),
				],
				['contacts', created.contacts_sent, placed.length],
			],
			faults: held.length > 0 ? [] : ['nobody of the list has opted out'],
		};
	},
};
