import { Part, shown } from './part.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';

/** Webhooks of the caller that an agent may use while it speaks. */
export class CustomFunctions extends Part {
	/** The function of that agent, or the 404 a client gets. */
	require(id: string, agent: Row): Row {
		const values = { id, agent_id: agent.agent_id };
		return this.rowOr404('custom_functions', values, `Custom function ${id}`);
	}

	/** The function of that agent with that name, or the 404 a client gets. */
	requireNamed(name: string, { agent_id: agentId }: Row): Row {
		const values = { agent_id: agentId, name };
		return this.rowOr404('custom_functions', values, `Custom function ${name}`);
	}

	/** The functions of an agent, in the order in which they were made. */
	of(agentId: string): Row[] {
		return this.database.all(
			'SELECT * FROM custom_functions WHERE agent_id = ? ORDER BY seq',
			agentId,
		);
	}

	create(agent: Row, fields: Row): Row {
		this.#refuseDuplicate(agent.agent_id, fields.name);
		return this.insertNew('custom_functions', 'id', 'function', {
			agent_id: agent.agent_id,
			name: fields.name,
			description: fields.description ?? null,
			url: fields.url,
			method: fields.method ?? 'POST',
			headers: JSON.stringify(fields.headers ?? {}),
			parameters: JSON.stringify(fields.parameters ?? {}),
			updated_at: this.clock.now(),
		});
	}

	change(before: Row, agent: Row, fields: Row): Row {
		const { name = before.name } = fields;
		if (name !== before.name) this.#refuseDuplicate(agent.agent_id, name);
		const { description = before.description, url = before.url, method = before.method } = fields;
		return this.updated('custom_functions', before, {
			name,
			description,
			url,
			method,
			headers: fields.headers ? JSON.stringify(fields.headers) : before.headers,
			parameters: fields.parameters ? JSON.stringify(fields.parameters) : before.parameters,
			updated_at: this.clock.now(),
		});
	}

	remove({ seq }: Row): void {
		this.database.run('DELETE FROM custom_functions WHERE seq = ?', seq);
	}

	#refuseDuplicate(agentId: string, name: string): void {
		if (this.first('custom_functions', { agent_id: agentId, name }))
			throw new ApiError(409, `The agent already has a function named ${name}`);
	}
}

/** A custom function as the API shows it. */
export function functionView(row: Row): Row {
	return {
		...shown(row),
		headers: JSON.parse(row.headers),
		parameters: JSON.parse(row.parameters),
	};
}
