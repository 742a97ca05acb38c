import { endedCall } from '../../../harness/samples/platform.mts';
import type { During, SampleTrial } from './trial.mts';

/** The sample to try first. */
export const CALL_ME = 'sampleCallMe';

export const callMe: SampleTrial = {
	id: CALL_ME,
	async facts({ rows, calls, platform }: During) {
		const said = rows('What was said');
		const [ended] = await Promise.all(calls.map(({ call_id }) => endedCall(platform, call_id)));
		return {
			progress: String(said[0]?.summary),
			outcomes: said.map(({ outcome }) => outcome),
			claims: [
				['calls', said.length, calls.length],
				['summary', said[0]?.summary, ended?.analysis.summary],
				[
					'lines of the transcript',
					String(said[0]?.transcript).split('\n').length,
					ended?.transcript.length,
				],
			],
		};
	},
};
