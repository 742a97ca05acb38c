import { rowsOf } from '../../n8n/executions.mts';
import { countBy, countText, differs, isOver, lostRows, repeats } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

export const callAList: SampleTrial = {
	id: 'sampleCallAList',
	isRunTwice: true,
	judge({ executions: [execution], calls: placed }: During) {
		const calls = rowsOf(execution, 'Get call');
		const over = calls.filter((call) => call.is_over);
		const counts = { calls: calls.length, refused: rowsOf(execution, 'Row and reason').length };
		return {
			...counts,
			progress: `${over.length} of ${calls.length} over`,
			outcomes: countText(countBy(calls, (call) => call.outcome ?? call.status)),
			disagreements: [
				...lostRows(rowsOf(execution, 'Rows').length, counts),
				...differs('calls', calls.length, placed.length),
				...differs('calls that are over', over.length, placed.filter(isOver).length),
				...repeats(placed),
			],
		};
	},
};
