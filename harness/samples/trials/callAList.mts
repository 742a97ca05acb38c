import { rowsOf } from '../../n8n/executions.mts';
import { isOver } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

export const callAList: SampleTrial = {
	id: 'sampleCallAList',
	isRunTwice: true,
	facts({ executions: [execution], calls: placed }: During) {
		const rows = rowsOf(execution!, 'Result');
		const called = rows.filter(({ outcome }) => outcome !== 'not called');
		const over = placed.filter(isOver);
		return {
			calls: called.length,
			refused: rows.length - called.length,
			progress: `${over.length} of ${called.length} over`,
			outcomes: called.map(({ outcome }) => outcome),
			rows: rowsOf(execution!, 'Rows').length,
			once: placed,
			claims: [
				['calls', called.length, placed.length],
				['calls that are over', over.length, placed.length],
			],
		};
	},
};
