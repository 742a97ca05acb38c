import type { Companion, ListEnvelope, SingleEnvelope } from './manners.mts';
import { ORGANIZATION_ID } from './rows.mts';
import type { Thing } from './things.mts';
import type { Written } from './written.mts';

/*
 * What a platform puts around rows and objects.
 */

/** What a page says beside its rows. */
export interface PageFacts {
	total?: number | string;
	/** The next page; null on the last one. */
	nextLink: string | null;
	hasMore?: boolean;
	/** For HAL, which has names of its own for all of this. */
	offset: number;
}

const COMPANIONS: Record<Companion, () => Written> = {
	errors: () => ({ errors: [] }),
	warnings: () => ({ warnings: [] }),
	warningTexts: () => ({ warnings: ['The parameter sort is deprecated'] }),
	filters: () => ({ filters: [{ name: 'status', value: 'any' }] }),
	sort: () => ({ sort: ['-created_at'] }),
	columns: () => ({ columns: ['id', 'status', 'created_at'] }),
	columnObjects: () => ({
		columns: [
			{ key: 'id', label: 'ID' },
			{ key: 'status', label: 'Status' },
		],
	}),
	facets: () => ({
		facets: [
			{ value: 'completed', count: 3 },
			{ value: 'failed', count: 1 },
		],
	}),
	included: () => ({
		included: [{ type: 'teams', id: 'team_1', attributes: { name: 'Support' } }],
	}),
	relatedAgents: () => ({
		agents: [
			{ agent_id: 'agent_a', name: 'Reception' },
			{ agent_id: 'agent_b', name: 'Sales' },
		],
	}),
	organization: () => ({ organization: { id: ORGANIZATION_ID, name: 'Example' } }),
	/** Simple values under names that a call has too: they are about the account and the request. */
	account: () => ({ credits: 480, duration: 12, direction: 'up' }),
	/** The request has an identifier and fields of a row, and is none. */
	request: () => ({ id: 'request_1', credits: 2, duration: 12 }),
	success: () => ({ success: true, status: 'success', error: null }),
	message: () => ({ message: 'OK', code: 200 }),
	timestamp: () => ({ timestamp: '2026-03-02T18:00:00Z', request_id: 'request_1' }),
	links: () => ({ _links: { self: { href: '/self' } } }),
};

const merged = (companions: readonly Companion[]): Written =>
	Object.assign({}, ...companions.map((name) => COMPANIONS[name]())) as Written;

const ordered = (content: Written, beside: Written, companionsFirst: boolean): Written =>
	companionsFirst ? { ...beside, ...content } : { ...content, ...beside };

/** `{ meta: { next: … } }` for `meta.next` */
const atPath = (path: string, value: unknown): Written =>
	path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Written;

const isObject = (value: unknown): value is Written =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts one object into another, level by level. */
function blended(target: Written, more: Written): Written {
	const result = { ...target };
	for (const [name, value] of Object.entries(more)) {
		const known = result[name];
		result[name] = isObject(known) && isObject(value) ? blended(known, value) : value;
	}
	return result;
}

/** The total, and whether more follows, in the places of this platform. */
function facts(page: PageFacts, envelope: ListEnvelope): Written {
	const { totalName, totalPlace } = envelope;
	let told: Written = {};
	if (page.total !== undefined) {
		const place = totalPlace === 'beside' ? totalName : `${totalPlace}.${totalName}`;
		told = blended(told, atPath(place, page.total));
	}
	if (page.hasMore !== undefined) told.has_more = page.hasMore;
	return told;
}

export const nameOfRows = ({ name }: ListEnvelope, { plural }: Thing): string =>
	name === 'plural' ? plural : name === 'unusual' ? 'payload' : name;

/** The fields under which a row may have its identifier. */
export const idNames = ({ ownId }: Thing): string[] => [
	'id',
	ownId,
	ownId.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
];

/** The body of one page. */
export function listBody(
	rows: readonly Written[],
	page: PageFacts,
	{ envelope, thing }: { envelope: ListEnvelope; thing: Thing },
): unknown {
	const name = nameOfRows(envelope, thing);
	const beside = blended(merged(envelope.companions), facts(page, envelope));
	const plain = rows.map((row) => (thing.areTexts === true ? row.value : row));
	const around = (content: Written) => ordered(content, beside, envelope.companionsFirst);
	const { total, nextLink } = page;

	switch (envelope.kind) {
		case 'array':
			return plain;
		case 'named':
			return around({ [name]: plain });
		case 'nested': {
			const outer = name === 'data' ? 'result' : 'data';
			return ordered(
				{ [outer]: { [name]: plain, ...facts(page, envelope) } },
				merged(envelope.companions),
				envelope.companionsFirst,
			);
		}
		case 'success':
			return { success: true, errors: [], data: around({ [name]: plain }) };
		case 'response':
			return { response: { data: around({ [name]: plain }) } };
		case 'django':
			return {
				count: total ?? null,
				next: nextLink,
				previous: null,
				results: plain,
			};
		case 'hal':
			return around({
				_embedded: {
					[thing.plural]: rows.map((row) => ({
						...row,
						_links: { self: { href: `/${thing.plural}/x` } },
					})),
				},
				...(total !== undefined && { page: { totalElements: total, number: page.offset } }),
			});
		case 'groups':
			return plain.map((row, index) => ({
				date: `2026-03-${10 + (index % 9)}`,
				[thing.plural]: [row],
			}));
	}
}

/** The body for a list without rows, in the other forms than the platform's usual envelope. */
export const EMPTY_BODIES = {
	array: () => [],
	null: () => null,
	emptyObject: () => ({}),
	nullRows: (name: string) => ({ [name]: null }),
	nullRowsAndTotal: (name: string) => ({ [name]: null, total: 0 }),
	/** As HAL does it. */
	noRows: () => ({ _links: { self: { href: '/self' } }, page: { totalElements: 0, number: 0 } }),
} satisfies Record<string, (name: string) => unknown>;

/** Every name under which a thing says whether it is over. */
const ABOUT_END = new Set([
	...['status', 'call_status', 'campaign_status', 'state'],
	...['ended_at', 'endedAt', 'end_time', 'finished_at', 'finishedAt'],
]);

/** What the object of an answer is put into. */
export function singleBody(
	written: Written,
	{ kind, companions, companionsFirst }: SingleEnvelope,
	thing: Thing,
): unknown {
	const around = (content: Written) => ordered(content, merged(companions), companionsFirst);
	const named = { [thing.singular]: written };
	switch (kind) {
		case 'bare':
			return written;
		case 'noStatus':
			return Object.fromEntries(Object.entries(written).filter(([name]) => !ABOUT_END.has(name)));
		case 'data':
			return around({ data: written });
		case 'dataMeta':
			return around({ data: written, meta: { version: 1 }, links: { self: '/self' } });
		case 'named':
			return around(named);
		case 'namedMeta':
			return around({ ...named, meta: { request_id: 'request_1' } });
		case 'success':
			return {
				success: true,
				status: 'success',
				error: null,
				data: written,
				timestamp: '2026-03-02T18:00:00Z',
			};
		case 'result':
			return around({ result: written });
		case 'response':
			return { response: { data: written } };
		case 'dataNamed':
			return around({ data: named });
		case 'array':
			return [written];
		case 'dataArray':
			return around({ data: [written] });
		case 'split': {
			const { transcript = null, analysis = null, ...rest } = written;
			return around({ [thing.singular]: rest, transcript, analysis });
		}
		case 'receipt':
			return { success: true, message: 'Done', ...written };
		case 'unusual':
			return around({ payload: { content: written } });
		case 'twoEqual':
			return { old: written, new: { ...written, updated: true } };
		case 'empty':
			return undefined;
		case 'words':
			return { message: UNCLEAR_TEXT };
	}
}

/** Whom a platform does not take that refuses one of several people. */
export const REFUSED_NUMBER = '+12125550124';

/** What a platform says of an action, and nobody can tell whether it was done. */
export const UNCLEAR_TEXT = 'See the log';

const REFUSED_PERSON = { phone_number: REFUSED_NUMBER, message: 'The number is not in service' };

/** How a platform says that it took the people on a list but this one. */
export const PARTLY: Record<SingleEnvelope['refuses'], (taken: string) => Written> = {
	nobody: () => ({}),
	counted: () => ({ imported: 1, skipped: 1, errors: [REFUSED_PERSON] }),
	listed: () => ({ rejected: [REFUSED_PERSON] }),
	each: (taken) => ({
		results: [
			{ phone_number: taken, status: 'accepted' },
			{ ...REFUSED_PERSON, status: 'rejected' },
		],
	}),
};

/** What a platform says with status 200 when it did not do it. */
export const REFUSAL_TEXT = 'The credit balance is too low';

/** How a platform says with status 200 that it did not do it. */
export const REFUSALS = {
	successFalse: () => ({ success: false, message: REFUSAL_TEXT }),
	okFalse: () => ({ ok: false, error: REFUSAL_TEXT }),
	error: () => ({ error: { message: REFUSAL_TEXT } }),
	successZero: () => ({ success: 0, message: REFUSAL_TEXT }),
	successNo: () => ({ success: 'no', reason: REFUSAL_TEXT }),
	errorMessage: () => ({ error_message: REFUSAL_TEXT }),
	nested: () => ({ response: { error: { message: REFUSAL_TEXT } } }),
	dataNull: (name: string) => ({ success: false, error: { message: REFUSAL_TEXT }, [name]: null }),
} satisfies Record<string, (name: string) => unknown>;
