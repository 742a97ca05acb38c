import type { PostgresAddress } from '../../harness/postgres/postgres.mts';
import { inPostgres } from '../../harness/n8n/inPostgres.mts';

/** A way in which n8n runs schedules and polls, and the database in which it keeps its own data. */
export interface Scheduler {
	/** Letters, digits and underscores: the database is named after it. */
	name: string;
	/** In PostgreSQL; otherwise in SQLite, the default. */
	usesPostgres: boolean;
	/** The state of a trigger that polls is saved in one transaction with the execution that the poll starts. */
	savesTogether: boolean;
	settings: Record<string, string>;
}

const SCHEDULES = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const SCHEDULES_AND_POLLS = {
	...SCHEDULES,
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** Timers in memory run schedules and polls: n8n 2.41 as it comes. */
export const IN_MEMORY: Scheduler = {
	name: 'default',
	usesPostgres: false,
	savesTogether: false,
	settings: {},
};

/** The durable scheduler runs schedules and polls. */
export const DURABLE: Scheduler = {
	name: 'durable',
	usesPostgres: true,
	savesTogether: true,
	settings: SCHEDULES_AND_POLLS,
};

/** The same in the database that n8n has by default. */
export const DURABLE_IN_SQLITE: Scheduler = {
	...DURABLE,
	name: 'durable_sqlite',
	usesPostgres: false,
};

/** The durable scheduler runs schedules, and timers in memory run polls. */
export const DURABLE_SCHEDULES: Scheduler = {
	name: 'schedules',
	usesPostgres: true,
	savesTogether: false,
	settings: SCHEDULES,
};

/** The same in the database that n8n has by default. */
export const DURABLE_SCHEDULES_IN_SQLITE: Scheduler = {
	...DURABLE_SCHEDULES,
	name: 'schedules_sqlite',
	usesPostgres: false,
};

/** Environment of an n8n with this scheduler. @param database where it keeps its own data, if it does so in PostgreSQL */
export const environmentOf = (
	{ settings, usesPostgres }: Scheduler,
	address: PostgresAddress,
	database: string,
): Record<string, string> => ({
	...settings,
	...(usesPostgres && inPostgres(address, database)),
});
