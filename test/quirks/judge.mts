import type { IDataObject } from 'n8n-workflow';
import { ordinaryCallId } from '../../sandbox/control/quirks/bigIds.mts';
import type { Manner } from './manners.mts';
import type { Seen } from './probes.mts';

/** What became of a probe in one manner. */
export interface Cell {
	verdict: 'right' | 'refused' | 'wrong';
	/** The error of a refusal, or what is wrong. */
	message?: string;
}

/** What a probe came to. */
export type Outcome = { seen: Seen } | { error: Error };

/** The errors of n8n, which a user can read. */
const CLEAR_ERRORS = ['NodeApiError', 'NodeOperationError'];
/** How far the clock of local times is behind UTC. */
const LOCAL_SECONDS = 5 * 3600;
const UNKNOWN_WORDS = ['unknown', 'absent'];

/** What a manner hides: columns that may be null then. */
function hides({ quirk, value }: Manner, column: string): boolean {
	if (quirk === 'timestamps' && ['missing', 'mixed'].includes(String(value)))
		return column.endsWith('_at');
	if (quirk === 'statusWords' && UNKNOWN_WORDS.includes(String(value)))
		return ['status', 'is_over', 'is_finished'].includes(column);
	return false;
}

const wordOf = (value: unknown) =>
	String(value)
		.replace(/(?<=[a-z])(?=[A-Z])/g, '_')
		.toLowerCase();
const secondOf = (value: unknown) => Math.floor(Date.parse(String(value)) / 1000);

const withoutQuotes = (text: unknown) => String(text).replaceAll(/"(-?\d+(\.\d+)?)"/g, '$1');

/** Whether a cell of a simplified row says the same, as far as the manner lets anybody know it. */
function isSame(manner: Manner, column: string, row: IDataObject, wanted: unknown): boolean {
	const got = row[column];
	if (JSON.stringify(got) === JSON.stringify(wanted)) return true;
	if (got === null) return hides(manner, column);
	const { quirk, value } = manner;
	if (quirk === 'bigIds' && column === 'call_id') return ordinaryCallId(String(got)) === wanted;
	if (quirk === 'statusWords' && column === 'status')
		return value === 'unknown' ? /^state_\d+$/.test(String(got)) : wordOf(got) === wanted;
	// The values that users chose are texts then too.
	if (quirk === 'numbersAsStrings' && ['custom_fields', 'variables'].includes(column))
		return withoutQuotes(got) === wanted;
	// A clock without a zone is read as UTC, and nobody can know better.
	if (quirk === 'timestamps' && value === 'isoLocal' && column.endsWith('_at'))
		return secondOf(got) === secondOf(wanted) - LOCAL_SECONDS;
	// These have no milliseconds.
	if (quirk === 'timestamps' && column.endsWith('_at') && value === 'seconds')
		return secondOf(got) === secondOf(wanted);
	return false;
}

const shown = (value: unknown) => String(JSON.stringify(value)).slice(0, 160);

/** What is wrong with a row, if anything. */
function rowFault(manner: Manner, got: IDataObject, wanted: IDataObject): string | undefined {
	for (const [column, value] of Object.entries(wanted)) {
		if (!isSame(manner, column, got, value))
			return `${column} is ${shown(got[column])} instead of ${shown(value)}`;
	}
	const added = Object.keys(got).find((column) => !(column in wanted));
	return added && `there is a column ${added}: ${shown(got[added])}`;
}

const keyOf = ({ call_id, campaign_id, contact_id, session_id }: IDataObject) =>
	ordinaryCallId(String(contact_id ?? call_id ?? campaign_id ?? session_id));

/** The rows in an order of their own. */
function sorted(rows: IDataObject[]): IDataObject[] {
	return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function tableFault(
	manner: Manner,
	rows: IDataObject[],
	wanted: IDataObject[],
): string | undefined {
	const known = new Set(wanted.map(keyOf));
	// A call whose status nobody knows may be in progress, and its row says that it is not clear.
	const got = rows.filter(
		(row) => known.has(keyOf(row)) || !(row.is_over === null && hides(manner, 'is_over')),
	);
	if (got.length !== wanted.length) return `${got.length} rows instead of ${wanted.length}`;
	const expected = sorted(wanted);
	return sorted(got)
		.map((row, index) => rowFault(manner, row, expected[index] ?? {}))
		.find((fault) => fault !== undefined);
}

function idsFault(got: string[], wanted: string[]): string | undefined {
	const ids = got.map(ordinaryCallId);
	const different = new Set(ids);
	if (different.size !== ids.length)
		return `${ids.length} rows, of which only ${different.size} are different`;
	if (ids.length !== wanted.length) return `${ids.length} rows instead of ${wanted.length}`;
	const missing = wanted.find((id) => !different.has(id));
	return missing && `${missing} is missing; there is ${ids.find((id) => !wanted.includes(id))}`;
}

function faultOf(manner: Manner, seen: Seen, truth: Seen): string | undefined {
	if (seen.kind === 'ids' && truth.kind === 'ids') return idsFault(seen.ids, truth.ids);
	if (seen.kind === 'table' && truth.kind === 'table')
		return tableFault(manner, seen.rows, truth.rows);
	if (seen.kind === 'file' && truth.kind === 'file')
		return seen.content === truth.content ? undefined : `another file: ${shown(seen.content)}`;
	return seen.kind === 'accepted' ? `an item: ${shown(seen.rows)}` : 'something else';
}

/** What the user was told, in one line. */
export function messageOf(error: Error): string {
	const { message, description } = error as Error & { description?: string | null };
	return [message, description].filter(Boolean).join(' · ').replaceAll(/\s+/g, ' ');
}

/**
 * Judges what a probe came to in one manner.
 *
 * @param truth what the same probe came to while the platform answers as usual
 */
export function judge(manner: Manner, outcome: Outcome, truth: Outcome): Cell {
	if ('error' in outcome) {
		const { error } = outcome;
		const message = messageOf(error);
		if (!CLEAR_ERRORS.includes(error.constructor.name))
			return { verdict: 'wrong', message: `${error.constructor.name}: ${message}` };
		return 'error' in truth ? { verdict: 'right' } : { verdict: 'refused', message };
	}
	if ('error' in truth)
		return { verdict: 'wrong', message: faultOf(manner, outcome.seen, outcome.seen) };
	const fault = faultOf(manner, outcome.seen, truth.seen);
	return fault === undefined ? { verdict: 'right' } : { verdict: 'wrong', message: fault };
}
