import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Poller, PollRun } from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** Within so many polls, everything that came is to be emitted. */
const POLLS = 10;
/** More rows than the trigger knows one by one. */
export const LONG_LIST = 6000;

/** A stranger's platform, and the trigger on it. */
export interface StrangePlatform {
	sandbox: Sandbox;
	/** Sets quirks. */
	behave: (quirks: object) => Promise<unknown>;
	/** What goes wrong from now on. */
	faults: (...faults: object[]) => Promise<unknown>;
	/** Shows these rows otherwise than they are; without a mask, as they are. */
	mask: (ids: string[], mask?: object) => Promise<unknown>;
	/** Adds calls, and returns their ids. */
	insert: (fields: object) => Promise<string[]>;
	change: (callId: string | undefined, fields: object) => Promise<unknown>;
	trigger: (event: string, parameters?: IDataObject, more?: Partial<PollRun>) => Poller;
	/** How many requests the platform got during `run`, without logins. */
	requestsOf: (run: () => Promise<unknown>) => Promise<number>;
	/** Lets time pass for the trigger. */
	wait: (milliseconds: number) => void;
	/** What the trigger takes for the present moment. */
	now: () => number;
	/** Polls as often as it takes, a minute apart, and returns all that was emitted. */
	pollOften: (poller: Poller, times?: number) => Promise<INodeExecutionData[]>;
	/** The first poll; where the platform failed, the ones until it worked. It emits nothing. */
	activate: (poller: Poller) => Promise<void>;
}

/** The sandbox of a test file, as it is new before each test. */
export function useStrangePlatform(): StrangePlatform {
	const sandbox = useSandbox({ tokenLifetime: 1_000_000_000, resetEachTest: true });
	let ahead = 0;
	let tests = 0;
	beforeEach(async () => {
		tests += 1;
		// A reset refuses all tokens. What is to go wrong once must not meet the request that finds it out.
		await triggerFor(credentialFor(sandbox), 'figureCrossesLimit').poll();
		const now = Date.now.bind(Date);
		ahead = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
	});
	afterEach(() => jest.restoreAllMocks());

	const behave = async (quirks: object) => await sandbox.api.patch('/behaviour', quirks);
	const wait = (milliseconds: number) => void (ahead += milliseconds);
	return {
		sandbox,
		behave,
		wait,
		now: () => Date.now(),
		faults: async (...faults) => await behave({ faults }),
		mask: async (ids, mask = {}) => await sandbox.api.put('/masks', { ids, ...mask }),
		insert: async (fields) => (await sandbox.api.post('/calls', fields)).data.call_ids,
		change: async (id, fields) => await sandbox.api.put(`/calls/${id}`, fields),
		trigger: (event, parameters, more) =>
			triggerFor(credentialFor(sandbox), event, parameters, {
				budgetMs: 20_000,
				// What the trigger learned about a slow platform holds for one workflow.
				workflowId: `workflow-${tests}`,
				...more,
			}),
		async requestsOf(run) {
			await sandbox.api.delete('/requests');
			await run();
			const { data } = await sandbox.api.get<Array<{ path: string }>>('/requests');
			return data.filter(({ path }) => !path.includes('/auth/')).length;
		},
		async pollOften(poller, times = POLLS) {
			const items: INodeExecutionData[] = [];
			for (let poll = 0; poll < times; poll += 1) {
				items.push(...((await poller.poll()) ?? []));
				wait(MINUTE);
			}
			return items;
		},
		async activate(poller) {
			let outcome: INodeExecutionData[] | Error | null;
			let attempt = 0;
			do {
				outcome = await poller.poll().catch((error: Error) => error);
				wait(MINUTE);
				attempt += 1;
			} while (outcome instanceof Error && attempt < POLLS);
			expect(outcome).toBeNull();
		},
	};
}

/** The ids of what was emitted, sorted. */
export const idsOf = (items: readonly INodeExecutionData[] | null): string[] =>
	(items ?? [])
		.map(({ json }) => String(json.booking_id ?? json.call_id ?? json.campaign_id ?? json.id))
		.sort();

/** What the trigger said without failing: a text for each error. */
export const saidBy = ({ errors }: Poller): string[] =>
	errors.map((error) => [error.message, (error as { description?: string }).description].join(' '));
