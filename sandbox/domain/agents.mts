import { type Base, Part, shown } from './part.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { without } from '../common/json.mts';
import type { PhoneNumbers } from './phoneNumbers.mts';

const NAMED_COLUMNS = ['name', 'industry', 'use_case', 'voice_id', 'instructions', 'language'];
/** Fields the platform sets; a body that names them does not overrule it. */
const OWN_COLUMNS = [
	'seq',
	'agent_id',
	'organization_id',
	'phone_number',
	'configuration',
	'analysis',
	'version',
	'created_at',
	'updated_at',
	'deleted_at',
];

/** The voices of the platform. */
export const VOICES = [
	{ id: 'voice_ada', name: 'Ada', gender: 'female', language: 'en-GB' },
	{ id: 'voice_ben', name: 'Ben', gender: 'male', language: 'en-GB' },
	{ id: 'voice_cleo', name: 'Cleo', gender: 'female', language: 'en-US' },
	{ id: 'voice_dan', name: 'Dan', gender: 'male', language: 'en-US' },
	{ id: 'voice_emma', name: 'Emma', gender: 'female', language: 'de-DE' },
	{ id: 'voice_finn', name: 'Finn', gender: 'male', language: 'de-DE' },
	{ id: 'voice_gia', name: 'Gia', gender: 'female', language: 'it-IT' },
	{ id: 'voice_sam', name: 'Sam', gender: 'neutral', language: 'en-US' },
].map((voice) => ({ ...voice, preview_audio: `https://cdn.example.com/voices/${voice.id}.mp3` }));

/** Who changed an agent, and how; it becomes a line of the change history. */
export interface Change {
	what: string;
	by: string | null;
}

/** The agents of every organization, with their versions. */
export class Agents extends Part {
	#numbers: PhoneNumbers;

	constructor(base: Base, numbers: PhoneNumbers) {
		super(base);
		this.#numbers = numbers;
	}

	/** The agent, also one that is deleted: its calls still refer to it. */
	find(agentId: string): Row | undefined {
		return this.first('agents', { agent_id: agentId });
	}

	/** The agent, or the 404 a client gets for one that is deleted or belongs to another organization. */
	require(agentId: string, organizationId: string): Row {
		const agent = this.find(agentId);
		if (!agent || agent.deleted_at !== null || agent.organization_id !== organizationId)
			throw new ApiError(404, `Agent ${agentId} not found`);
		return agent;
	}

	/** Some agents of the organization for sample data to refer to; one is made if there is none. */
	some(organizationId: string): Row[] {
		const agents = this.database.all(
			'SELECT * FROM agents WHERE organization_id = ? AND deleted_at IS NULL ORDER BY seq LIMIT 3',
			organizationId,
		);
		return agents.length > 0 ? agents : this.createMany(organizationId, 1, {});
	}

	/** Adds an agent; fields the table has no column for are kept as its configuration. */
	create(organizationId: string, fields: Row, by: string | null = null): Row {
		return this.database.transaction(() => {
			const { seq, id } = this.database.identity('agents', 'agent');
			const now = this.clock.now();
			const columns = NAMED_COLUMNS.map((name) => [name, fields[name] ?? null]);
			this.database.insert('agents', {
				seq,
				agent_id: id,
				organization_id: organizationId,
				...Object.fromEntries(columns),
				name: fields.name ?? `Agent ${id.replace('agent_', '')}`,
				phone_number: this.#numbers.addLineOf({
					seq,
					agent_id: id,
					organization_id: organizationId,
				}),
				configuration: JSON.stringify(without(fields, ...NAMED_COLUMNS, ...OWN_COLUMNS)),
				created_at: now,
				updated_at: now,
			});
			const agent = this.find(id)!;
			this.#remember(agent, { what: 'Created', by });
			return agent;
		});
	}

	createMany(organizationId: string, count: number, fields: Row): Row[] {
		return this.database.transaction(() =>
			Array.from({ length: count }, () =>
				this.create(organizationId, { voice_id: VOICES[0].id, language: 'en-US', ...fields }),
			),
		);
	}

	/** Changes the named fields and leaves the rest; every change makes a version. */
	change(agent: Row, fields: Row, change: Change): Row {
		const columns = NAMED_COLUMNS.filter((name) => name in fields).map((name) => [
			name,
			fields[name],
		]);
		const others = without(fields, ...NAMED_COLUMNS, ...OWN_COLUMNS);
		return this.#rewrite(
			agent,
			{
				...Object.fromEntries(columns),
				configuration: JSON.stringify({ ...JSON.parse(agent.configuration), ...others }),
			},
			change,
		);
	}

	/** The agent as it was at a version, or the 404 a client gets. */
	requireVersion(agent: Row, version: string): Row {
		const number = /^\d{1,9}$/.test(version) ? Number(version) : 0;
		const values = { agent_id: agent.agent_id, version: number };
		return this.rowOr404('agent_versions', values, `Version ${version} of ${agent.agent_id}`);
	}

	/** Makes a version once more the latest one. */
	restore(agent: Row, version: Row, by: string): Row {
		return this.#rewrite(agent, JSON.parse(version.configuration), {
			what: `Restored version ${version.version}`,
			by,
		});
	}

	changeAnalysis(agent: Row, analysis: Row): Row {
		return this.updated('agents', agent, { analysis: JSON.stringify(analysis) });
	}

	/** Takes the agent out of the organization and gives up its numbers. */
	remove(agent: Row): void {
		this.database.transaction(() => {
			this.#numbers.releaseAllOf(agent.agent_id);
			this.database.update('agents', agent.seq, { deleted_at: this.clock.now() });
		});
	}

	#rewrite(agent: Row, columns: Row, change: Change): Row {
		return this.database.transaction(() => {
			const changed = this.updated('agents', agent, {
				...columns,
				version: agent.version + 1,
				updated_at: this.clock.now(),
			});
			this.#remember(changed, change);
			return changed;
		});
	}

	#remember(agent: Row, change: Change): void {
		const columns = [...NAMED_COLUMNS, 'configuration'].map((name) => [name, agent[name]]);
		this.database.insert('agent_versions', {
			seq: this.database.nextSeq('agent_versions'),
			agent_id: agent.agent_id,
			version: agent.version,
			change: change.what,
			changed_by: change.by,
			configuration: JSON.stringify(Object.fromEntries(columns)),
			created_at: agent.updated_at,
		});
	}
}

/** An agent as the API shows it. */
export function agentView(row: Row): Row {
	return {
		...JSON.parse(row.configuration),
		...shown(row, 'configuration', 'analysis', 'deleted_at'),
	};
}

/** A version of an agent as the API shows it. */
export function versionView(row: Row): Row {
	const { configuration, ...columns } = JSON.parse(row.configuration);
	return {
		...shown(row),
		configuration: { ...JSON.parse(configuration), ...columns },
	};
}
