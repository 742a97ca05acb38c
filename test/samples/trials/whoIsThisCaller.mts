import {
	CALLERS,
	type Caller,
	addToTable,
	rowsOfTable,
} from '../../../harness/samples/sampleTables.mts';
import { ask, questionsTo, whileRegistered } from '../askingAgent.mts';
import type { Facts } from '../judge.mts';
import type { During, SampleTrial } from './trial.mts';

/** The sample with the functions. What the calls before have left is played with "Remember the caller". */
export const WHO_IS_THIS = 'sampleWhoIsThis';
export const KNOW = 'who_is_this';
export const DELETE = 'delete_my_data';

const CALLER = '+17185550171';
const ROW = {
	phone: CALLER,
	name: 'Eve',
	last_summary: 'Eve called.',
	open_promise: 'A call on Monday',
	last_call: '2026-01-05T10:00:00Z',
};

export const whoIsThisCaller: SampleTrial = {
	id: WHO_IS_THIS,
	/** Asked before and after the caller has everything deleted. */
	async start(workflow, world) {
		const { rest, ids, sandbox } = world;
		await addToTable(rest, ids[CALLERS] ?? '', [ROW]);
		await whileRegistered(workflow, sandbox, [KNOW, DELETE], async () => {
			for (const [name, session_id] of [
				[KNOW, 'before'],
				[DELETE, 'deleting'],
				[KNOW, 'after'],
			] as const)
				await ask(sandbox.api, name, {}, { session_id, caller: CALLER });
		});
		return await workflow.executions();
	},
	async facts({ world }: During): Promise<Facts> {
		const [before, , after] = await questionsTo(world.sandbox.api);
		const rows = await rowsOfTable<Caller>(world.rest, world.ids[CALLERS]);
		return {
			progress: 'known, deleted, not known',
			claims: [
				['promise', JSON.parse(before?.answer ?? '{}').open_promise, ROW.open_promise],
				['what is known afterwards', after?.answer, '{}'],
				['rows', rows.filter((row) => JSON.stringify(row).includes(CALLER)).length, 0],
			],
		};
	},
};
