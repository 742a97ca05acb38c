import {
	CALLERS,
	type Caller,
	addToTable,
	rowsOfTable,
} from '../../../harness/samples/sampleTables.mts';
import { ask, questionsTo, whileRegistered } from '../askingAgent.mts';
import type { Facts } from '../facts.mts';
import type { During, SampleTrial } from './trial.mts';

/** The sample with the functions. What the calls before have left is played with "Remember the caller". */
export const WHO_IS_THIS = 'sampleWhoIsThis';
export const KNOW = 'who_is_this';
export const DELETE = 'delete_my_data';

const ROW = {
	phone: '+17185550171',
	name: 'Eve',
	last_summary: 'Eve called.',
	open_promise: 'A call on Monday',
	last_call: '2026-01-05T10:00:00Z',
};

export const whoIsThisCaller: SampleTrial = {
	id: WHO_IS_THIS,
	/** By itself, for a row that somebody has entered. */
	async start(workflow, { rest, ids, sandbox }) {
		await addToTable(rest, ids[CALLERS] ?? '', [ROW]);
		const place = { session_id: 'by itself', caller: ROW.phone };
		await whileRegistered(workflow, sandbox, [KNOW, DELETE], async () => {
			await ask(sandbox.api, KNOW, {}, place);
			await ask(sandbox.api, DELETE, {}, place);
		});
		return await workflow.executions();
	},
	async facts({ world }: During): Promise<Facts> {
		const [known] = await questionsTo(world.sandbox.api);
		const rows = await rowsOfTable<Caller>(world.rest, world.ids[CALLERS]);
		return {
			progress: 'known, deleted',
			claims: [
				['promise', JSON.parse(known?.answer ?? '{}').open_promise, ROW.open_promise],
				['rows', rows.filter((row) => JSON.stringify(row).includes(ROW.phone)).length, 0],
			],
		};
	},
};
