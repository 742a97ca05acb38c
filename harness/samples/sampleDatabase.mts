import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../postgres/postgres.mts';
import { root } from '../project/project.mjs';
import { SAMPLE_DATABASE } from './samples.mts';

const WORKFLOWS = join(root, 'workflows');

/** Where PostgreSQL keeps its data: a row is valid only with the sandbox that made its call. */
export const databaseFolderIn = (platformFolder: string): string => join(platformFolder, 'crm');

/** A row of the table `slots`. */
export interface SavedSlot {
	/** Such as 2026-03-02. */
	day: string;
	/** Such as 09:00. */
	time: string;
	booked_by: string | null;
	caller_number: string | null;
	session_id: string | null;
}

/** The PostgreSQL with the table of "Receptionist". */
export class SampleDatabase {
	private readonly postgres: Postgres;

	constructor(postgres: Postgres) {
		this.postgres = postgres;
	}

	get address() {
		return this.postgres.address;
	}

	/** Resolves when it has ended, for any reason, with the last lines that it printed. */
	get ended(): Promise<string> {
		return this.postgres.ended;
	}

	/** Every row of the table of "Receptionist", the earliest first. */
	async slots(): Promise<SavedSlot[]> {
		return await this.postgres.query<SavedSlot>(
			SAMPLE_DATABASE,
			`SELECT to_char(day, 'YYYY-MM-DD') AS day, time, booked_by, caller_number, session_id
			FROM slots ORDER BY day, time`,
		);
	}

	async stop(): Promise<void> {
		await this.postgres.stop();
	}
}

export interface SampleDatabaseOptions {
	/** Where the data is kept. Without it, the data is deleted at the end. */
	folder?: string;
	/** Without it, any free port. */
	port?: number;
}

/** Starts it as a process of its own, which also ends when this one does. */
export async function startSampleDatabase(
	options: SampleDatabaseOptions = {},
): Promise<SampleDatabase> {
	const { folder } = options;
	const postgres = await startPostgres(options).catch((error: Error) => {
		const advice = folder ? `\nIf its data is damaged, remove the folder ${folder}` : '';
		throw new Error(`${error.message}${advice}`);
	});
	const tables = readdirSync(WORKFLOWS).filter((name) => name.endsWith('.sql'));
	for (const table of tables)
		await postgres.query(SAMPLE_DATABASE, readFileSync(join(WORKFLOWS, table), 'utf8'));
	return new SampleDatabase(postgres);
}
