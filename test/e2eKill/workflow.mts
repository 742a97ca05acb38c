import type { AxiosInstance } from 'axios';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import type { PostgresAddress } from '../../harness/postgres/postgres.mts';
import { CALL, shownColumns } from '../../nodes/shared/platform';

/** Columns of a call that are not texts. */
const TYPES: Readonly<Record<string, string>> = {
	call_id: 'text PRIMARY KEY',
	is_over: 'boolean',
	is_success: 'boolean',
	created_at: 'timestamptz',
	started_at: 'timestamptz',
	ended_at: 'timestamptz',
	duration_seconds: 'numeric',
	credits: 'numeric',
};

const COLUMNS = shownColumns(CALL).map((name) => `${name} ${TYPES[name] ?? 'text'},`);

/** The table of calls as a user would create it, all columns of a call and the mark of the trigger; and what the test notes. */
export const CREATE_TABLES = `
	CREATE TABLE calls (
		${COLUMNS.join('\n\t\t')}
		redelivered boolean NOT NULL
	);
	CREATE TABLE deliveries (
		call_id text NOT NULL,
		redelivered boolean NOT NULL,
		execution_id bigint NOT NULL,
		at timestamptz NOT NULL DEFAULT clock_timestamp()
	);
	CREATE INDEX ON deliveries (call_id);
	-- A statement that n8n had sent before it was killed still runs to its end.
	CREATE TABLE crashes (at timestamptz NOT NULL DEFAULT clock_timestamp() + interval '1 second');`;

/**
 * n8n that is killed while it activates a workflow lets this time pass before it, or another one, tries again; two minutes by default. It gives up an
 * activation after 0.7 of it, which leaves the trigger 21 s.
 */
export const SHORT_LEASE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '5000',
};

const ACTIVE_WITHIN_MS = 300_000;
const TRIGGER = 'When a call has ended';

/** n8n refuses a schedule that polls more than once a minute, but takes three of them. */
const THREE_TIMES_A_MINUTE = [0, 20, 40].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** One statement for all items of an execution: what arrives is counted, even if what follows never runs. */
const COUNT_DELIVERIES = `
	INSERT INTO deliveries (call_id, redelivered, execution_id)
	SELECT row->>'call_id', (row->>'redelivered')::boolean, $2::bigint
	FROM jsonb_array_elements($1::jsonb) AS row`;

export interface Credentials {
	platform: string;
	database: string;
}

/** Creates the credentials of the workflow; returns their IDs in n8n. */
export async function createCredentials(
	rest: AxiosInstance,
	platformUrl: string,
	postgres: PostgresAddress,
	database: string,
): Promise<Credentials> {
	const create = async (name: string, type: string, data: object): Promise<string> => {
		const answer = await rest.post('/credentials', { name, type, data });
		return answer.data.data.id;
	};
	return {
		platform: await create('Sandbox', 'voiceAgentApi', {
			baseUrl: platformUrl,
			email: 'owner@example.com',
			password: 'sandbox-password',
			mfa: 'none',
		}),
		database: await create('CRM', 'postgres', { ...postgres, database, ssl: 'disable' }),
	};
}

function workflowFor({ platform, database }: Credentials, batchSize: number) {
	const postgres = (id: string, name: string, y: number, parameters: object) => ({
		id,
		name,
		type: 'n8n-nodes-base.postgres',
		// Earlier ones change how dates are read everywhere in n8n, and its durable scheduler stops if its own data is in PostgreSQL.
		typeVersion: 2.7,
		position: [300, y],
		credentials: { postgres: { id: database, name: 'CRM' } },
		parameters,
	});
	return {
		name: 'Every ended call into a table',
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				id: '6f1f2a34-0c0d-4c6e-9a55-2f3f4b1c0001',
				name: TRIGGER,
				type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
				typeVersion: 1,
				position: [0, 0],
				credentials: { voiceAgentApi: { id: platform, name: 'Sandbox' } },
				parameters: {
					pollTimes: { item: THREE_TIMES_A_MINUTE },
					event: 'callEnded',
					output: 'allColumns',
					options: { batchSize, timeout: 5 },
				},
			},
			{
				...postgres('6f1f2a34-0c0d-4c6e-9a55-2f3f4b1c0002', 'Count deliveries', -100, {
					operation: 'executeQuery',
					query: COUNT_DELIVERIES,
					options: {
						queryReplacement: `={{ [JSON.stringify($('${TRIGGER}').all().map((item) => ({ call_id: item.json.call_id, redelivered: item.json.redelivered }))), $execution.id] }}`,
					},
				}),
				executeOnce: true,
			},
			postgres('6f1f2a34-0c0d-4c6e-9a55-2f3f4b1c0003', 'Insert or update', 100, {
				operation: 'upsert',
				schema: { __rl: true, mode: 'list', value: 'public' },
				table: { __rl: true, mode: 'list', value: 'calls' },
				columns: { mappingMode: 'autoMapInputData', matchingColumns: ['call_id'] },
				options: { outputColumns: ['call_id'] },
			}),
		],
		connections: {
			[TRIGGER]: {
				main: [
					[
						{ node: 'Count deliveries', type: 'main', index: 0 },
						{ node: 'Insert or update', type: 'main', index: 0 },
					],
				],
			},
		},
	};
}

/**
 * Creates the workflow, activates it as saving and publishing in the editor does, and waits until n8n says that its trigger is set up, which comes
 * after the first poll.
 */
export async function activateWorkflow(
	rest: AxiosInstance,
	credentials: Credentials,
	batchSize: number,
): Promise<void> {
	const created = await rest.post('/workflows', workflowFor(credentials, batchSize));
	const { id, versionId } = created.data.data;
	await rest.post(`/workflows/${id}/activate`, { versionId });
	const isSetUp = async () => (await rest.get(`/workflows/${id}`)).data.data.triggerCount > 0;
	if (!(await until(isSetUp, ACTIVE_WITHIN_MS)))
		throw new Error('The workflow does not become active');
}
