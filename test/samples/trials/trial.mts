import type { AxiosInstance } from 'axios';
import type { Execution } from '../../../harness/n8n/executions.mts';
import type { PublishedWorkflow } from '../../../harness/n8n/publishedWorkflow.mts';
import type { Facts } from '../facts.mts';
import type { RecordedCall } from '../report.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';

/** What happened while a sample ran. */
export interface During {
	/** Oldest first; a sample that is run by hand has one, or two with `isRunTwice`. */
	executions: Execution[];
	/** The calls that the platform has recorded since the sample was started. */
	calls: RecordedCall[];
	/** What a node returned in the first execution; nothing if it did not run. */
	rows(node: string): Array<Record<string, unknown>>;
	/** The platform's own API, signed in as the samples are. */
	platform: AxiosInstance;
	world: SampleWorld;
}

/** What the sample with PostgreSQL needs: earlier versions of n8n's Postgres node stop its durable scheduler (docs/internals/how-it-works.md). */
export const POSTGRES_NODE: NonNullable<SampleTrial['needs']> = {
	n8n: '2.32.0',
	for: "version 2.7 of n8n's Postgres node",
};

/** How one sample is run, and what it must have done. */
export interface SampleTrial {
	/** Of the workflow in `workflows/`. */
	id: string;
	/** The oldest n8n that has what the sample is made of. An older one skips it. */
	needs?: { n8n: string; for: string };
	/** Makes what the sample is to find on the platform. */
	prepare?(world: SampleWorld): Promise<void>;
	/**
	 * For a sample that a trigger starts: n8n is running, and the workflow is published. Makes happen what starts it, and returns the executions as
	 * soon as all of them are over. Without it, the sample is run by hand.
	 */
	start?(workflow: PublishedWorkflow, world: SampleWorld): Promise<Execution[]>;
	/** Run by hand a second time. Nobody may be called then: figures are those of the first execution. */
	isRunTwice?: true;
	/** Takes the figures from the executions, and what they are held against from the platform. */
	facts(during: During): Facts | Promise<Facts>;
}
