import type { PostgresAddress } from '../postgres/postgres.mts';

/** Environment of an n8n that keeps its own data in this database. */
export const inPostgres = (
	{ host, port, user, password }: PostgresAddress,
	database: string,
): Record<string, string> => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_USER: user,
	DB_POSTGRESDB_PASSWORD: password,
	DB_POSTGRESDB_DATABASE: database,
});
