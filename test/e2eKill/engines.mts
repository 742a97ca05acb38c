import { inPostgres } from '../../harness/n8n/inPostgres.mts';
import type { PostgresAddress } from '../../harness/postgres/postgres.mts';

/** A way n8n runs polling triggers, with the database an operator would give it. */
export interface Engine {
	name: 'default' | 'durable';
	/** n8n keeps its own data in PostgreSQL; otherwise in SQLite, the default. */
	usesPostgres: boolean;
	settings: Record<string, string>;
}

export const ENGINES: Engine[] = [
	{
		name: 'default',
		usesPostgres: false,
		settings: {},
	},
	{
		name: 'durable',
		usesPostgres: true,
		settings: {
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
			// Shorter than the 20 s between two polls here: n8n lets a poll run beside one that takes longer.
			N8N_SCHEDULER_POLL_TIMEOUT: '18',
		},
	},
];

const COMMON = {
	// Killed while it activates a workflow, which includes a poll, n8n lets this time pass before it tries again; two minutes by default. It
	// gives up an activation after 0.7 of it, which leaves the trigger 21 s.
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '5000',
};

/** Environment of an n8n with this engine. @param database where it keeps its own data, if it does so in PostgreSQL */
export const environmentOf = (
	{ settings, usesPostgres }: Engine,
	address: PostgresAddress,
	database: string,
): Record<string, string> => ({
	...COMMON,
	...settings,
	...(usesPostgres && inPostgres(address, database)),
});
