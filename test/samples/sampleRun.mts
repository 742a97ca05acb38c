import { type Execution, rowsOf } from '../../harness/n8n/executions.mts';
import { PublishedWorkflow, executeByHand } from '../../harness/n8n/publishedWorkflow.mts';
import { differences, judge } from './facts.mts';
import { platformOf } from '../../harness/samples/platform.mts';
import { type SampleReport, recordedCalls } from './report.mts';
import type { SampleWorld } from '../../harness/samples/sampleWorld.mts';
import { type SampleWorkflow, sampleWorkflows, startOf } from '../../harness/samples/samples.mts';
import { trials } from './trials/index.mts';
import type { SampleTrial } from './trials/trial.mts';

const BY_HAND_WITHIN_MS = 180_000;

/** Runs a sample to its end: as its trial says, or by hand. */
async function run(
	trial: SampleTrial,
	sample: SampleWorkflow,
	world: SampleWorld,
): Promise<Execution[]> {
	const { rest, ids } = world;
	const id = ids[trial.id] ?? '';
	if (!trial.start) {
		const byHand = async () => await executeByHand(rest, id, startOf(sample), BY_HAND_WITHIN_MS);
		return trial.isRunTwice ? [await byHand(), await byHand()] : [await byHand()];
	}
	const published = new PublishedWorkflow(rest, id);
	await published.publish();
	return await trial.start(published, world);
}

/** The sample with what it did, by its own figures and by those of the platform. */
async function reportOf(
	trial: SampleTrial,
	sample: SampleWorkflow,
	world: SampleWorld,
): Promise<SampleReport> {
	const { api } = world.sandbox;
	await trial.prepare?.(world);
	const before = (await recordedCalls(api)).length;
	const executions = await run(trial, sample, world);
	const calls = (await recordedCalls(api)).slice(before);
	const { data: violations } = await api.get<unknown[]>('/violations');
	const [first] = executions;
	const rows = (node: string) => (first ? rowsOf(first, node) : []);
	const platform = platformOf(world.sandbox);
	const facts = await trial.facts({ executions, calls, rows, platform, world });
	const figures = judge(facts, calls);
	const unsuccessful = executions.find(({ status }) => status !== 'success');
	return {
		sample: sample.name,
		status: unsuccessful?.status ?? 'success',
		...figures,
		disagreements: [
			...(executions.length === 0 ? ['it was not started'] : []),
			...figures.disagreements,
			...executions.flatMap(({ data }) => data.resultData.error?.message ?? []),
			...differences([['answers against the contract', 0, violations.length]]),
		],
	};
}

/** A sample that was not judged. */
const notJudged = (
	sample: string,
	status: string,
	progress: string,
	...disagreements: string[]
): SampleReport => ({
	sample,
	status,
	...judge({ progress, claims: [], faults: disagreements }, []),
});

const SKIPPED = 'skipped';

export const isSkipped = ({ status }: SampleReport): boolean => status === SKIPPED;

/** Whether the first version is older. Both are such as 2.41.1. */
const isOlder = (version: string, other: string) =>
	version.localeCompare(other, 'en', { numeric: true }) < 0;

/** Why this version of n8n cannot run the sample, if it cannot. */
export function skippedFor({ needs }: SampleTrial, version: string): string | undefined {
	if (!needs || !isOlder(version, needs.n8n)) return undefined;
	return `needs n8n ${needs.n8n} or newer: ${needs.for}`;
}

/** @throws if a sample has no trial, or a trial no sample */
function workflowsOfTrials(): Array<[SampleTrial, SampleWorkflow]> {
	const workflows = new Map(sampleWorkflows().map((workflow) => [workflow.id, workflow]));
	const pairs = trials.map((trial): [SampleTrial, SampleWorkflow] => {
		const workflow = workflows.get(trial.id);
		if (!workflow) throw new Error(`There is no sample ${trial.id} in workflows/`);
		workflows.delete(trial.id);
		return [trial, workflow];
	});
	const [untried] = workflows.values();
	if (untried) throw new Error(`The sample "${untried.name}" has no trial`);
	return pairs;
}

/** Runs one sample and compares what it says with what the platform recorded. */
async function reportOn(
	trial: SampleTrial,
	sample: SampleWorkflow,
	world: SampleWorld,
): Promise<SampleReport> {
	const { name } = sample;
	const reason = skippedFor(trial, world.n8n.version);
	// This version of n8n cannot run it.
	if (reason) return notJudged(name, SKIPPED, reason);
	world.step(`Running "${name}" …`);
	return await reportOf(trial, sample, world).catch((error: Error) =>
		notJudged(name, 'not run', '', error.message),
	);
}

/** Runs samples one after the other, each once. @param isMeant says which; without it, all */
export async function runSamples(
	world: SampleWorld,
	isMeant: (trial: SampleTrial) => boolean = () => true,
): Promise<SampleReport[]> {
	const reports: SampleReport[] = [];
	for (const [trial, workflow] of workflowsOfTrials())
		if (isMeant(trial)) reports.push(await reportOn(trial, workflow, world));
	return reports;
}

/** What is wrong with what a sample did; nothing if it passed, or was skipped. */
export const problemsOf = (report: SampleReport): string[] => [
	...(report.status === 'success' || isSkipped(report)
		? []
		: [`it ended with the status "${report.status}"`]),
	...report.disagreements,
];
