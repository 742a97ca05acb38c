import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { N8n } from '../n8n/n8n.mts';
import { PublishedWorkflow } from '../n8n/publishedWorkflow.mts';
import { bringTables } from './sampleTables.mts';
import {
	type SampleCredential,
	VOICE_AGENT_API,
	copyLists,
	sampleWorkflows,
	unlessDone,
} from './samples.mts';

/** The ID that n8n has given to each sample and to each of their credentials, by the ID that it has in `workflows/`. */
export type SampleIds = Record<string, string>;

/** IDs of an earlier start with the same user folder. */
class KnownIds {
	private readonly file: string;
	readonly ids: SampleIds;

	constructor({ userFolder }: N8n) {
		this.file = join(userFolder, 'sample-ids.json');
		this.ids = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {};
	}

	/** Those of `workflows/` are tried first: n8n takes those of workflows, if they are new. */
	of(sampleId: string): string {
		return this.ids[sampleId] ?? sampleId;
	}

	keep(sampleId: string, id: string): void {
		this.ids[sampleId] = id;
		writeFileSync(this.file, JSON.stringify(this.ids));
	}
}

/** What this n8n has. */
async function idsOf(rest: AxiosInstance, kind: 'credentials' | 'workflows'): Promise<Set<string>> {
	const { data } = await rest.get<{ data: Array<{ id: string }> }>(`/${kind}`);
	return new Set(data.data.map(({ id }) => id));
}

/** Puts other IDs in the place of those of credentials and data tables. */
export const renamed = <T,>(nodes: T, ids: SampleIds): T =>
	JSON.parse(
		JSON.stringify(nodes, (key, value) =>
			key === 'id' || key === 'value' ? (ids[value] ?? value) : value,
		),
	);

/** Lets these workflows use the new credential or data table in place of one that was deleted, also what is published. */
export async function useInstead(
	rest: AxiosInstance,
	workflowIds: Iterable<string>,
	lost: string,
	id: string,
): Promise<void> {
	for (const workflowId of workflowIds) {
		const { data } = await rest.get(`/workflows/${workflowId}`);
		const { nodes, connections, versionId, active } = data.data;
		const changed = renamed(nodes, { [lost]: id });
		if (JSON.stringify(changed) === JSON.stringify(nodes)) continue;
		await rest.patch(`/workflows/${workflowId}`, { nodes: changed, connections, versionId });
		if (active) await new PublishedWorkflow(rest, workflowId).publish();
	}
}

/**
 * Gives these credentials the data and names that they have here, whatever the user did with them since: what a password was changed to cannot be read.
 * One that is not there, or was deleted, is created.
 */
async function bringCredentials(
	rest: AxiosInstance,
	known: KnownIds,
	credentials: readonly SampleCredential[],
): Promise<void> {
	const existing = await idsOf(rest, 'credentials');
	for (const { id: sampleId, ...given } of credentials) {
		const credential = { type: VOICE_AGENT_API, ...given };
		const before = known.of(sampleId);
		if (existing.has(before)) {
			await rest.patch(`/credentials/${before}`, credential);
			continue;
		}
		const { data } = await rest.post('/credentials', credential);
		known.keep(sampleId, data.data.id);
		await useInstead(rest, await idsOf(rest, 'workflows'), before, data.data.id);
	}
}

/** Creates every sample, in place of what was imported before. The first is created last: n8n lists what was changed last first. */
async function replaceWorkflows(rest: AxiosInstance, known: KnownIds): Promise<void> {
	const existing = await idsOf(rest, 'workflows');
	for (const {
		id: sampleId,
		name,
		nodes,
		connections,
		settings,
	} of sampleWorkflows().toReversed()) {
		const before = known.of(sampleId);
		if (existing.has(before)) {
			// n8n deletes only what is in its archive.
			await rest.post(`/workflows/${before}/archive`, {});
			await rest.delete(`/workflows/${before}`);
		}
		// n8n 1 must be told that it is not active, and takes no ID.
		const created = {
			name,
			nodes: renamed(nodes, known.ids),
			connections,
			settings,
			active: false,
		};
		const { data } = await rest.post('/workflows', { id: sampleId, ...created });
		known.keep(sampleId, data.data.id);
	}
}

/**
 * Brings the samples, their lists and credentials into an n8n that runs. If these very samples were imported before, what the user changed in them since
 * is kept.
 *
 * @param platform says which sandbox they work with; the state of a trigger is of no use for another one
 */
export async function importSamples(
	n8n: N8n,
	rest: AxiosInstance,
	credentials: readonly SampleCredential[],
	platform = '',
): Promise<SampleIds> {
	await copyLists(n8n);
	const known = new KnownIds(n8n);
	await bringCredentials(rest, known, credentials);
	const tables = await bringTables(n8n, rest, platform);
	for (const [sampleId, id] of Object.entries(tables)) known.keep(sampleId, id);
	await unlessDone(
		n8n,
		'samples-imported',
		[sampleWorkflows(), tables, platform],
		async () => await replaceWorkflows(rest, known),
	);
	const ids = [...credentials, ...sampleWorkflows()].map(({ id }) => [id, known.of(id)]);
	return { ...tables, ...Object.fromEntries(ids) };
}
