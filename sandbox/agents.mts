import type { Clock } from './clock.mts';
import type { Database, Row } from './database.mts';
import { without } from './json.mts';

const NAMED_COLUMNS = [
	'name',
	'industry',
	'use_case',
	'voice_id',
	'instructions',
	'language',
	'phone_number',
];
/** Fields the platform sets; a body that names them does not overrule it. */
const OWN_COLUMNS = ['agent_id', 'version', 'created_at', 'updated_at', 'configuration', 'seq'];
const LINES_PER_AREA = 100;

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

export class Agents {
	#database: Database;
	#clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	find(agentId: string): Row | undefined {
		return this.#database.get('SELECT * FROM agents WHERE agent_id = ?', agentId);
	}

	/** Adds an agent; fields the table has no column for are kept as its configuration. */
	create(fields: Row): Row {
		const seq = this.#database.nextSeq('agents');
		const now = this.#clock.now();
		const others = Object.entries(fields).filter(
			([name]) => !NAMED_COLUMNS.includes(name) && !OWN_COLUMNS.includes(name),
		);
		const columns = NAMED_COLUMNS.map((name) => [name, fields[name] ?? null]);
		const number = String(seq).padStart(4, '0');
		const agentId = `agent_${number}`;
		this.#database.insert('agents', {
			seq,
			agent_id: agentId,
			...Object.fromEntries(columns),
			name: fields.name ?? `Agent ${number}`,
			phone_number: fields.phone_number ?? lineNumber(seq),
			configuration: JSON.stringify(Object.fromEntries(others)),
			created_at: now,
			updated_at: now,
		});
		return this.find(agentId)!;
	}

	createMany(count: number, fields: Row): Row[] {
		return this.#database.transaction(() =>
			Array.from({ length: count }, () =>
				this.create({ voice_id: VOICES[0].id, language: 'en-US', ...fields }),
			),
		);
	}
}

export function agentView(row: Row): Row {
	return {
		...JSON.parse(row.configuration),
		...without(row, 'seq', 'configuration'),
		created_at: new Date(row.created_at).toISOString(),
		updated_at: new Date(row.updated_at).toISOString(),
	};
}

// The range 555-0100 to 555-0199 is reserved for examples, so more agents need more area codes.
function lineNumber(seq: number): string {
	const area = 202 + (Math.floor(seq / LINES_PER_AREA) % 700);
	return `+1${area}55501${String(seq % LINES_PER_AREA).padStart(2, '0')}`;
}
