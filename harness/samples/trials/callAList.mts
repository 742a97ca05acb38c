import { rowsOf } from '../../n8n/executions.mts';
import { countBy, countText, differs, isOver, lostRows, repeats } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

export const callAList: SampleTrial = {
	id: 'sampleCallAList',
	isRunTwice: true,
	judge({ executions: [execution], calls: placed }: During) {
		const rows = rowsOf(execution!, 'Result');
		const called = rows.filter(({ outcome }) => outcome !== 'not called');
		const over = placed.filter(isOver);
		const counts = { calls: called.length, refused: rows.length - called.length };
		return {
			...counts,
			progress: `${over.length} of ${called.length} over`,
			outcomes: countText(countBy(called, ({ outcome }) => outcome)),
			disagreements: [
				...lostRows(rowsOf(execution!, 'Rows').length, counts),
				...differs('calls', called.length, placed.length),
				...differs('calls that are over', over.length, placed.length),
				...repeats(placed),
			],
		};
	},
};
