import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8n } from '../n8n/n8n.mts';
import type { PostgresAddress } from '../postgres/postgres.mts';
import { root } from '../project/project.mjs';

/** What the sample workflows refer to; on another n8n the user is asked to choose a credential. */
export const SAMPLE_CREDENTIAL = { id: 'voiceAgentSandbox', name: 'Voice Agent sandbox' };
/** Of the model that the sample with an AI Agent talks to. */
export const SAMPLE_MODEL_CREDENTIAL = { id: 'sampleModel', name: 'Sample model' };
/** Who has its token may use the phone of the sample for AI programs. */
export const SAMPLE_PHONE_CREDENTIAL = {
	id: 'samplePhoneAccess',
	name: 'Sample access to the phone',
};
export const SAMPLE_PHONE_TOKEN = 'sample-phone-token';
export const SAMPLE_DATABASE_CREDENTIAL = { id: 'sampleCrmDatabase', name: 'Sample CRM database' };

/** The database of its PostgreSQL. */
export const SAMPLE_DATABASE = 'postgres';

const FOLDER = 'workflows';

export interface SampleWorkflow {
	id: string;
	name: string;
	nodes: Array<{ name: string; type: string; parameters: Record<string, unknown> }>;
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
}

/** In a trial, nobody waits 26 hours for the next try. A wait for a person has no amount. */
const withShortWait = <T extends SampleWorkflow['nodes'][number]>(node: T): T =>
	node.type === 'n8n-nodes-base.wait' && 'amount' in node.parameters
		? { ...node, parameters: { ...node.parameters, amount: 1, unit: 'seconds' } }
		: node;

/** The workflows of the project as the sandbox runs them, in the order of the numbers in their names. */
export function sampleWorkflows(): SampleWorkflow[] {
	return readdirSync(join(root, FOLDER))
		.filter((name) => name.endsWith('.json'))
		.map((name): SampleWorkflow => JSON.parse(readFileSync(join(root, FOLDER, name), 'utf8')))
		.map((sample) => ({ ...sample, nodes: sample.nodes.map(withShortWait) }))
		.sort((a, b) => Number.parseInt(a.name) - Number.parseInt(b.name));
}

/** The node that *Execute workflow* starts a sample with. */
export function startOf({ name, nodes }: SampleWorkflow): string {
	const start = nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!start) throw new Error(`Nothing can start the sample "${name}"`);
	return start.name;
}

/** The type of this package's credential. */
export const VOICE_AGENT_API = 'voiceAgentApi';

export interface SampleCredential {
	id: string;
	name: string;
	/** Its type in n8n; `voiceAgentApi` by default. */
	type?: string;
	data: Record<string, string | number>;
}

/** The credential that the samples use, for a sandbox at this address. */
export const sandboxCredential = (baseUrl: string): SampleCredential => ({
	...SAMPLE_CREDENTIAL,
	data: { baseUrl, email: 'owner@example.com', password: 'sandbox-password', mfa: 'none' },
});

/** The credential of the sample's PostgreSQL at this address. */
export const databaseCredential = (address: PostgresAddress): SampleCredential => ({
	...SAMPLE_DATABASE_CREDENTIAL,
	type: 'postgres',
	data: {
		...address,
		database: SAMPLE_DATABASE,
		maxConnections: 5,
		ssl: 'disable',
	},
});

/** The credential of the sample's model at this address. */
export const modelCredential = (url: string): SampleCredential => ({
	...SAMPLE_MODEL_CREDENTIAL,
	type: 'openAiApi',
	data: { apiKey: 'no-key-needed', url },
});

export const phoneCredential: SampleCredential = {
	...SAMPLE_PHONE_CREDENTIAL,
	type: 'httpBearerAuth',
	data: { token: SAMPLE_PHONE_TOKEN },
};

/** Puts the sample lists where workflows may read them. A list that a workflow has changed since is kept. */
export async function copyLists(n8n: N8n): Promise<void> {
	const lists = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.csv'));
	for (const name of lists) {
		const list = readFileSync(join(root, FOLDER, name));
		const place = join(n8n.filesFolder, name);
		const copy = async () => writeFileSync(place, list);
		if (!existsSync(place)) await copy();
		await unlessDone(n8n, `copied-${name}`, list.toString(), copy);
	}
}

/** Does this work for an n8n, unless it was done before for the same thing. What failed or broke off is done again. */
export async function unlessDone(
	n8n: N8n,
	name: string,
	thing: unknown,
	work: () => Promise<unknown>,
): Promise<void> {
	const done = join(n8n.userFolder, name);
	const hash = createHash('sha256').update(JSON.stringify(thing)).digest('hex');
	if (existsSync(done) && readFileSync(done, 'utf8') === hash) return;
	await work();
	writeFileSync(done, hash);
}
