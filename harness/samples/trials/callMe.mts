import { rowsOf } from '../../n8n/executions.mts';
import { endedCall, platformOf } from '../platform.mts';
import { countBy, countText, differs } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

/** The sample to try first. */
export const CALL_ME = 'sampleCallMe';

export const callMe: SampleTrial = {
	id: CALL_ME,
	async judge({ executions: [execution], calls, world }: During) {
		const said = rowsOf(execution!, 'What was said');
		const platform = await platformOf(world.sandbox);
		const [ended] = await Promise.all(calls.map(({ call_id }) => endedCall(platform, call_id)));
		return {
			calls: calls.length,
			refused: 0,
			progress: String(said[0]?.summary),
			outcomes: countText(countBy(said, ({ outcome }) => outcome)),
			disagreements: [
				...differs('calls', said.length, calls.length),
				...differs('summary', said[0]?.summary, ended?.analysis.summary),
				...differs(
					'lines of the transcript',
					String(said[0]?.transcript).split('\n').length,
					ended?.transcript.length,
				),
			],
		};
	},
};
