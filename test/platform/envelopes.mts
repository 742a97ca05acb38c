import type { Companion, ListEnvelope, SingleEnvelope } from './manners.mts';
import type { Thing } from './things.mts';
import { camelCased, type Written } from './written.mts';

/*
 * What a platform puts around rows and objects.
 */

/** What a page says beside its rows. */
export interface PageFacts {
	total?: number;
	/** The next page; null on the last one. */
	nextLink: string | null;
	hasMore?: boolean;
}

const COMPANIONS: Record<Companion, Written> = {
	success: { success: true, status: 'success', error: null },
	message: { message: 'OK', code: 200 },
	relatedAgents: {
		agents: ['agent_a', 'agent_b'].map((agent_id) => ({ agent_id, name: 'Reception' })),
	},
};

const merged = (companions: readonly Companion[]): Written =>
	Object.assign({}, ...companions.map((name) => COMPANIONS[name])) as Written;

/** The total, and whether more follows, in the place of this platform. */
function facts({ total, hasMore }: PageFacts, { totalPlace }: ListEnvelope): Written {
	return {
		...(total !== undefined && (totalPlace === 'meta' ? { meta: { total } } : { total })),
		...(hasMore !== undefined && { has_more: hasMore }),
	};
}

/** The fields under which a row may have its identifier. */
export const idNames = ({ ownId }: Thing): string[] => ['id', ownId, camelCased(ownId)];

/** The body of one page. */
export function listBody(
	rows: readonly Written[],
	page: PageFacts,
	{ envelope, thing }: { envelope: ListEnvelope; thing: Thing },
): unknown {
	const name = envelope.name === 'plural' ? thing.plural : envelope.name;
	const plain = rows.map((row) => (thing.areTexts === true ? row.value : row));
	const content = { [name]: plain, ...facts(page, envelope) };
	switch (envelope.kind) {
		case 'array':
			return plain;
		case 'named':
			return { ...merged(envelope.companions), ...content };
		case 'nested':
			return { ...merged(envelope.companions), [name === 'data' ? 'result' : 'data']: content };
		case 'django':
			return { count: page.total ?? null, next: page.nextLink, previous: null, results: plain };
	}
}

/** The body for a list without rows, in the other forms than the platform's usual envelope. */
export const EMPTY_BODIES = { null: null, emptyObject: {} } as const;

/** What the object of an answer is put into. */
export function singleBody(
	written: Written,
	{ kind, companions }: SingleEnvelope,
	{ singular }: Thing,
): unknown {
	const beside = merged(companions);
	switch (kind) {
		case 'bare':
			return written;
		case 'data':
			return { ...beside, data: written };
		case 'named':
			return { ...beside, [singular]: written };
		case 'dataNamed':
			return { ...beside, data: { [singular]: written } };
		case 'empty':
			return undefined;
	}
}

const REFUSAL_TEXT = 'The credit balance is too low';

/** How a platform says that it did not do it: by the status, or with a status of success by few fields. */
export const REFUSALS = {
	status: [403, { detail: REFUSAL_TEXT }],
	successFalse: [200, { success: false, message: REFUSAL_TEXT }],
	okFalse: [200, { ok: false, error: REFUSAL_TEXT }],
	error: [200, { error: { message: REFUSAL_TEXT } }],
	errors: [200, { errors: [REFUSAL_TEXT] }],
	false: [200, false],
} satisfies Record<string, [status: number, body: unknown]>;
