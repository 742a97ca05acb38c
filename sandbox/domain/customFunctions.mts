import type { Clock } from '../simulation/clock.mts';
import type { Database, Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { without } from '../common/json.mts';

/** Webhooks of the caller that an agent may use while it speaks. */
export class CustomFunctions {
	#database: Database;
	#clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	/** The function of that agent, or the 404 a client gets. */
	require(id: string, agent: Row): Row {
		const found = this.#database.get(
			'SELECT * FROM custom_functions WHERE id = ? AND agent_id = ?',
			id,
			agent.agent_id,
		);
		if (!found) throw new ApiError(404, `Custom function ${id} not found`);
		return found;
	}

	/** The function of that agent with that name, or the 404 a client gets. */
	requireNamed(name: string, { agent_id: agentId }: Row): Row {
		const found = this.#database.get(
			'SELECT * FROM custom_functions WHERE agent_id = ? AND name = ?',
			agentId,
			name,
		);
		if (!found) throw new ApiError(404, `The agent has no function named ${name}`);
		return found;
	}

	/** The functions of an agent, in the order in which they were made. */
	of(agentId: string): Row[] {
		return this.#database.all(
			'SELECT * FROM custom_functions WHERE agent_id = ? ORDER BY seq',
			agentId,
		);
	}

	create(agent: Row, fields: Row): Row {
		this.#refuseDuplicate(agent.agent_id, fields.name);
		const { seq, id } = this.#database.identity('custom_functions', 'function');
		const now = this.#clock.now();
		this.#database.insert('custom_functions', {
			seq,
			id,
			agent_id: agent.agent_id,
			name: fields.name,
			description: fields.description ?? null,
			url: fields.url,
			method: fields.method ?? 'POST',
			headers: JSON.stringify(fields.headers ?? {}),
			parameters: JSON.stringify(fields.parameters ?? {}),
			created_at: now,
			updated_at: now,
		});
		return this.require(id, agent);
	}

	createMany(agent: Row, count: number): void {
		this.#database.transaction(() => {
			// Not their count: names would come back after a deletion.
			const { before } = this.#database.get(
				'SELECT COALESCE(MAX(seq), 0) AS before FROM custom_functions',
			)!;
			for (let index = 0; index < count; index++)
				this.create(agent, {
					name: `sample_function_${before + index + 1}`,
					url: `https://example.com/functions/${before + index + 1}`,
				});
		});
	}

	change(before: Row, agent: Row, fields: Row): Row {
		const { name = before.name } = fields;
		if (name !== before.name) this.#refuseDuplicate(agent.agent_id, name);
		const { description = before.description, url = before.url, method = before.method } = fields;
		this.#database.update('custom_functions', before.seq, {
			name,
			description,
			url,
			method,
			headers: fields.headers ? JSON.stringify(fields.headers) : before.headers,
			parameters: fields.parameters ? JSON.stringify(fields.parameters) : before.parameters,
			updated_at: this.#clock.now(),
		});
		return this.require(before.id, agent);
	}

	remove({ seq }: Row): void {
		this.#database.run('DELETE FROM custom_functions WHERE seq = ?', seq);
	}

	#refuseDuplicate(agentId: string, name: string): void {
		const found = this.#database.get(
			'SELECT 1 FROM custom_functions WHERE agent_id = ? AND name = ?',
			agentId,
			name,
		);
		if (found) throw new ApiError(409, `The agent already has a function named ${name}`);
	}
}

/** A custom function as the API shows it. */
export function functionView(row: Row): Row {
	return {
		...without(row, 'seq'),
		headers: JSON.parse(row.headers),
		parameters: JSON.parse(row.parameters),
		created_at: new Date(row.created_at).toISOString(),
		updated_at: new Date(row.updated_at).toISOString(),
	};
}
