import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { RequestFailure, paced } from '../http';
import type { CallsOperation, Params, ResourceOperation } from '../operation';
import type { CallRequest, Done, Ending, Gate, Job, Link, Planned, RunParameters } from '../run';
import { NoLongerAllowed, isTool } from '../run';
import { CreditsLeft } from './creditsLeft';
import { dryRunItems, isDryRun } from './dryRun';
import { Judge, judgeReading } from './judge';
import { PeopleRequest, bodyFor, leftItem, reportFor } from './people';
import type { Person } from './person';
import { joinRowsOfNumbers, rowsNotRead } from './reading';
import { earlierCalls, refuseRulesOfModels } from './rules';
import type { KnownTexts } from './variables';
import { textsOfAgents } from './variables';

const peopleIn = ({ calls }: { calls?: CallRequest }): PeopleRequest | undefined =>
	calls instanceof PeopleRequest ? calls : undefined;

/** What the gate knows when it has looked at all requests. */
interface Looked {
	judge: Judge;
	credits: CreditsLeft;
	texts: ReadonlyMap<string, KnownTexts>;
	link: Link;
}

/** The gate of a run that calls people: it reads them, judges them, and lets through the requests for those who may be called. */
class CallingGate implements Gate {
	private looked?: Looked;
	/** Rows of requests whose people cannot be read. */
	private readonly notRead: Person[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		readonly isDry: boolean,
	) {}

	read({ callList }: ResourceOperation<CallsOperation>, params: Params): PeopleRequest {
		return new PeopleRequest(params, callList(params));
	}

	noteNotRead(params: Params): void {
		this.notRead.push(...rowsNotRead(params));
	}

	async look(
		planned: readonly Planned[],
		link: Link,
		sentBefore: ReadonlyMap<Job, boolean>,
	): Promise<void> {
		const { context, isDry } = this;
		const { client, parallel } = link;
		this.showNotes(planned);
		const requests = planned.flatMap((entry) => {
			const request = peopleIn(entry);
			if (!request) return [];
			// The rows of a list in JSON are not those of the input, so a reason names the item.
			const [first = 0, ...others] = entry.itemIndexes;
			const item = others.length > 0 ? undefined : first + 1;
			return [{ request, item, isSent: 'job' in entry }];
		});
		await judgeReading(requests);
		joinRowsOfNumbers([...requests.flatMap(({ request }) => request.people), ...this.notRead]);
		const all = requests.flatMap(({ request, isSent }) => (isSent ? [request] : []));
		const texts = await textsOfAgents(context, all, link, isDry);
		const history = await earlierCalls(client, all, parallel);
		if (history instanceof RequestFailure && link.stopOnError) throw history;
		const credits = new CreditsLeft(client, isDry);
		const before = new Map([...sentBefore].map(([job, called]) => [peopleIn(job), called]));
		const open = all.filter((request) => !before.has(request));
		const judge = new Judge(context, open, { history, credits, parallel, isDry });
		for (const [request, called] of before) if (request && called) judge.settle(request, 'done');
		this.looked = { judge, credits, texts, link };
	}

	async admit(job: Job): Promise<Job | Done> {
		const people = peopleIn(job);
		if (!people) return job;
		await this.afterLook.judge.judge(people);
		if (people.isAllLeft) {
			const json = leftItem(people, (job.itemIndexes[0] ?? 0) + 1);
			return { items: [{ json }], isSkipped: true, isHeldBack: people.isAnyHeld };
		}
		const body = bodyFor(people, job.draft.body);
		return { ...job, draft: { ...job.draft, body, report: reportFor(people) } };
	}

	beforeItLeaves(job: Job): void {
		const people = peopleIn(job);
		if (people && this.afterLook.judge.isOver(people)) throw new NoLongerAllowed();
	}

	settle(job: Job, ending: Ending): void {
		const people = peopleIn(job);
		if (people) this.afterLook.judge.settle(people, ending);
	}

	async end(): Promise<void> {
		await this.afterLook.judge.end();
	}

	showHint(): void {
		this.afterLook.judge.showHint();
	}

	async dryRunItems(planned: readonly Planned[]): Promise<INodeExecutionData[]> {
		const { judge, credits, texts, link } = this.afterLook;
		const failures = new Map<Planned, Error>();
		for await (const entry of paced(planned)) {
			const people = 'job' in entry ? peopleIn(entry) : undefined;
			if (people) await judge.judge(people).catch((error: Error) => failures.set(entry, error));
		}
		const beside = { failures, texts, credits };
		return await dryRunItems(this.context, planned, beside, link.stopOnError);
	}

	private get afterLook(): Looked {
		if (!this.looked) throw new Error('The gate has not looked at the requests yet');
		return this.looked;
	}

	/** Says at the output what the user must know of the lists. Older versions of n8n do not show it. */
	private showNotes(planned: readonly Planned[]): void {
		const notes = planned.flatMap((entry) => peopleIn(entry)?.list.notes ?? []);
		for (const message of new Set(notes)) {
			this.context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
		}
	}
}

/** Makes the gate of a run. @throws ParameterError if a model could decide whom the run calls, or if Dry Run is neither on nor off */
export async function callingGate(
	context: IExecuteFunctions,
	parameters: RunParameters,
): Promise<Gate> {
	refuseRulesOfModels(context.getNode().parameters, isTool(context));
	return new CallingGate(context, await isDryRun(parameters));
}
