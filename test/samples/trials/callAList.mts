import { isOver } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

export const callAList: SampleTrial = {
	id: 'sampleCallAList',
	isRunTwice: true,
	facts({ rows, calls: placed }: During) {
		const results = rows('Result');
		const called = results.filter(({ outcome }) => outcome !== 'not called');
		const over = placed.filter(isOver);
		return {
			calls: called.length,
			refused: results.length - called.length,
			progress: `${over.length} of ${called.length} over`,
			outcomes: called.map(({ outcome }) => outcome),
			rows: rows('Rows').length,
			once: placed,
			claims: [
				['calls', called.length, placed.length],
				['calls that are over', over.length, placed.length],
			],
		};
	},
};
