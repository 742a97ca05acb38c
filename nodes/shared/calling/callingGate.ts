import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { RequestFailure, clientFor, paced } from '../http';
import type { CallsOperation, Params, ResourceOperation } from '../operation';
import { hasAll } from '../operation';
import type {
	CallRequest,
	JobResult,
	Ending,
	FoundCall,
	Gate,
	Job,
	Transport,
	Planned,
	RunParameters,
} from '../run';
import { idOf } from '../platform';
import { OutdatedVerdict, isTool, isUnknown } from '../run';
import { ParameterError } from '../values';
import { CreditsLeft } from './creditsLeft';
import { dryRunItems } from './dryRun';
import { Judge, judgeReading } from './judge';
import { PeopleRequest, bodyFor, leftItem, reportFor, sentHint, wrongRowsHint } from './people';
import type { Person } from './person';
import { joinRowsOfNumbers, rowsNotRead } from './readPeople';
import { earlierCalls, refuseRulesOfModels } from './rules';
import { listedCalls } from './listedCalls';
import type { KnownTexts } from './variables';
import { waitingCampaigns } from './waitingCampaign';
import { chooseVariables, placeholderHints, readTexts, textsAfterCalls } from './variables';

const requestOf = ({ calls }: { calls?: CallRequest }): PeopleRequest | undefined =>
	calls instanceof PeopleRequest ? calls : undefined;

/** Of 60 requests, one has an unknown outcome: at most 3 pages of the list of calls are read. None has: two. */
const REQUESTS_PER_PAGE = 20;

/** What the gate knows when it has looked at all requests. */
interface Looked {
	judge: Judge;
	credits: CreditsLeft;
	/** The requests that can be sent, and what the agents say, as far as it was read. */
	requests: readonly PeopleRequest[];
	texts: ReadonlyMap<string, KnownTexts>;
	transport: Transport;
}

/**
 * The gate of a run that calls people: it reads and judges them, and lets requests through to those who may be called.
 */
class CallingGate implements Gate {
	private looked?: Looked;
	/** Rows of requests whose people cannot be read. */
	private readonly notRead: Person[] = [];
	/** Whether the run has started a campaign that it created. */
	private hasStarted = false;
	/** The lists of contacts that were sent. */
	private readonly sentLists = new Set<PeopleRequest>();

	constructor(
		private readonly context: IExecuteFunctions,
		readonly isDry: boolean,
	) {}

	read({ callList, columns }: ResourceOperation<CallsOperation>, params: Params): PeopleRequest {
		// Without a choice of Output, there is no other place to list them.
		return new PeopleRequest(params, callList(params), !columns || hasAll(params));
	}

	noteNotRead(params: Params): void {
		for (const person of rowsNotRead(params)) this.notRead.push(person);
	}

	async look(
		planned: readonly Planned[],
		transport: Transport,
		sentBefore: ReadonlySet<Job>,
	): Promise<void> {
		const { context, isDry } = this;
		const { client, parallel } = transport;
		const all = planned.flatMap((entry) => requestOf(entry) ?? []);
		// A dry run has a hint of its own about all rows.
		if (!isDry) this.show('warning', ...all.flatMap((request) => wrongRowsHint(request) ?? []));
		this.show('warning', ...all.flatMap(({ callList }) => callList.notes ?? []));
		const requests = planned.flatMap((entry) => {
			const request = requestOf(entry);
			if (!request) return [];
			// The rows of a list in JSON are not those of the input, so a reason names the item.
			const [first = 0, ...others] = entry.itemIndexes;
			const item = others.length > 0 ? undefined : first + 1;
			return [{ request, item, isSent: 'job' in entry }];
		});
		await judgeReading(requests);
		joinRowsOfNumbers([...requests.flatMap(({ request }) => request.people), ...this.notRead]);
		const sent = requests.flatMap(({ request, isSent }) => (isSent ? [request] : []));
		const asked = sent.filter(({ variables }) => isDry || variables.needsTexts);
		const lists = asked.map(({ callList }) => callList);
		const texts = await readTexts(client, lists, parallel);
		this.show('info', ...chooseVariables(sent, texts));
		const history = await earlierCalls(client, sent, parallel);
		if (history instanceof RequestFailure && transport.stopOnError) throw history;
		const credits = new CreditsLeft(client, isDry);
		const before = new Set([...sentBefore].map(requestOf));
		const open = sent.filter((request) => !before.has(request));
		const judge = new Judge(context, open, { history, credits, parallel, isDry });
		this.looked = { judge, credits, requests: sent, texts, transport };
	}

	async admit(job: Job): Promise<Job | JobResult> {
		const request = requestOf(job);
		if (!request) return job;
		await this.afterLook.judge.judge(request);
		if (request.isAllLeft) {
			const json = leftItem(request, (job.itemIndexes[0] ?? 0) + 1);
			return { items: [{ json }], notSent: request.isAnyHeld ? 'held back' : 'skipped' };
		}
		const body = bodyFor(request, job.draft.body);
		return { ...job, draft: { ...job.draft, body, report: reportFor(request) } };
	}

	beforeItLeaves(job: Job): void {
		const request = requestOf(job);
		if (request && this.afterLook.judge.isOutdated(request)) throw new OutdatedVerdict();
	}

	beforeItStarts(job: Job): void {
		const request = requestOf(job);
		if (request && this.afterLook.judge.isHeldNow(request)) throw new OutdatedVerdict();
	}

	settle(job: Job, ending: Ending): void {
		const request = requestOf(job);
		if (!request) return;
		this.afterLook.judge.settle(request, ending);
		if (ending !== 'done') return;
		this.hasStarted ||= job.startsCreated === true;
		if (!request.isOfOne && !request.isFile) this.sentLists.add(request);
	}

	async findCalls(...[planned, results = []]: Parameters<Gate['findCalls']>) {
		const { judge, requests, transport } = this.afterLook;
		const { policy } = transport;
		const asked = planned.flatMap((entry, index) => {
			const request = 'job' in entry ? requestOf(entry) : undefined;
			const isAsked = request?.isAllLeft || isUnknown(results[index]);
			const maxMs = policy.timeoutMs + policy.maxRetryTimeMs;
			const call = request && isAsked && judge.callToFind(request, maxMs);
			// A dry run shows no call: it needs to know only whether there was one.
			if (!call || (this.isDry && !call.isUnknown)) return [];
			return [{ index, request, call, line: (entry.itemIndexes[0] ?? 0) + 1 }];
		});
		if (asked.length === 0) return new Map();
		const client = await clientFor(this.context, { ...policy, maxRetries: 0 });
		const calls = asked.map(({ call }) => call);
		const isAnyUnknown = asked.some(({ call }) => call.isUnknown);
		// The second page proves the end of a list that has calls of today alone.
		const pages = isAnyUnknown ? Math.ceil(requests.length / REQUESTS_PER_PAGE) : 2;
		const rows = await listedCalls(client, calls, pages);
		const found = asked.flatMap(({ index, request, line }, place): Array<[number, FoundCall]> => {
			const call = rows[place];
			if (!call) return [];
			judge.noteListed(request, idOf(call, 'call'));
			return [[index, { call, ...(request.isAllLeft && { left: leftItem(request, line) }) }]];
		});
		return new Map(found);
	}

	async end(): Promise<void> {
		await this.afterLook.judge.end();
	}

	async showHints(): Promise<void> {
		const { judge, requests, texts, transport } = this.afterLook;
		judge.showHint();
		// Nobody else sees it: in production, no hints are shown.
		if (this.context.getMode() === 'manual') {
			this.show('info', ...[...this.sentLists].flatMap((request) => sentHint(request) ?? []));
			this.show('info', ...(await this.waitingCampaigns()));
			await this.showNoCredits(transport);
		}
		const all = await textsAfterCalls(this.context, requests, texts, transport);
		this.show('warning', ...placeholderHints(requests, all));
	}

	/** Says if there are no credits for a campaign that was to be started: the platform calls it active all the same. */
	private async showNoCredits({ client, policy }: Transport): Promise<void> {
		if (!this.hasStarted || client.isCancelled) return;
		// What fails here must not fail what was done.
		const left = await clientFor(this.context, { ...policy, maxRetries: 0 })
			.then(async (own) => {
				const credits = new CreditsLeft(own, true);
				await credits.renew();
				return credits.left;
			})
			.catch(() => '');
		if (typeof left !== 'number' || left > 0) return;
		const why = `The balance is ${left} credits, and calls need more`;
		this.show('warning', `${why}: a campaign that is started may call nobody.`);
	}

	/** What is said of campaigns that an earlier run has created, instead of this one; nothing if they cannot be read. */
	private async waitingCampaigns(): Promise<string[]> {
		const { requests, transport } = this.afterLook;
		const sentBefore = requests.filter(({ isSentBefore }) => isSentBefore);
		if (sentBefore.length === 0) return [];
		try {
			const client = await clientFor(this.context, { ...transport.policy, maxRetries: 0 });
			return await waitingCampaigns(client, sentBefore);
		} catch {
			return [];
		}
	}

	async dryRunItems(planned: readonly Planned[]): Promise<INodeExecutionData[]> {
		const { judge, credits, requests, texts, transport } = this.afterLook;
		const failures = new Map<Planned, Error>();
		for await (const entry of paced(planned)) {
			const request = 'job' in entry ? requestOf(entry) : undefined;
			if (request) await judge.judge(request).catch((error: Error) => failures.set(entry, error));
		}
		await this.findCalls(planned).catch(() => undefined);
		this.show('warning', ...placeholderHints(requests, texts));
		const beside = { failures, texts, credits };
		const { items, hints } = await dryRunItems(
			this.context,
			planned,
			beside,
			transport.stopOnError,
		);
		for (const { type, message } of hints) this.show(type, message);
		return items;
	}

	private get afterLook(): Looked {
		if (!this.looked) throw new Error('The gate has not looked at the requests yet');
		return this.looked;
	}

	/** Says at the output what the user must know, each sentence once. Older versions of n8n do not show it. */
	private show(type: 'info' | 'warning', ...messages: string[]): void {
		for (const message of new Set(messages)) {
			this.context.addExecutionHints?.({ message, type, location: 'outputPane' });
		}
	}
}

/** @throws ParameterError if it is neither on nor off: nobody may be called by mistake */
function isOn(params: Params): boolean {
	const value = params.addedValue('dryRun');
	const text = String(value ?? '')
		.trim()
		.toLowerCase();
	if (value === undefined || text === 'false') return false;
	if (text === 'true') return true;
	throw new ParameterError(
		`'Dry Run' "${text}" is neither true nor false`,
		'Nothing was sent. Turn it on or off, or check its expression',
	);
}

/** Whether nothing is to be sent. @throws ParameterError if it is not the same for all items */
async function isDryRun(parameters: RunParameters): Promise<boolean> {
	if (parameters.of([0]).addedValue('dryRun') === undefined) return false;
	const choices = new Set<boolean>();
	for await (const index of paced(parameters.items.keys())) {
		choices.add(isOn(parameters.of([index])));
	}
	if (choices.size < 2) return choices.has(true);
	throw new ParameterError(
		"'Dry Run' is on for some items and off for others",
		'Nothing was sent. Choose the same for all items, or separate them with an IF node before this one',
	);
}

/** Makes the gate of a run. @throws ParameterError if a model could decide whom it calls, or Dry Run is not clear */
export async function callingGate(
	context: IExecuteFunctions,
	parameters: RunParameters,
): Promise<Gate> {
	refuseRulesOfModels(context.getNode().parameters, isTool(context));
	return new CallingGate(context, await isDryRun(parameters));
}
