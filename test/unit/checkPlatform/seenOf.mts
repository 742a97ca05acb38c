import type { IDataObject } from 'n8n-workflow';
import type { Reply } from '../../../nodes/shared/operation';
import { CHECKED_LISTS } from '../../../nodes/VoiceAgentOrganization/platformCheck/lists';
import type {
	Seen,
	SeenList,
	SeenPage,
	SeenPaging,
} from '../../../nodes/VoiceAgentOrganization/platformCheck/seen';
import { seenPage } from '../../../nodes/VoiceAgentOrganization/platformCheck/seen';

export const ok = (body: unknown, status = 200): Reply => ({ isOk: true, status, body });

export const refused = (status: number, outline = '{ message: text }'): Reply => ({
	isOk: false,
	status,
	problem: `status ${status}`,
	outline,
	hasMessage: outline.includes('message'),
});

/** A list of this name, as one answer shows it; not requested if there is none. */
export function listFrom(name: string, reply?: Reply): SeenList {
	const checked = CHECKED_LISTS.find((list) => list.name === name);
	if (!checked) throw new Error(`There is no list ${name}`);
	const { entity, of } = checked;
	return { name, entity, ...(reply ? seenPage(reply, entity, of !== undefined) : { rows: [] }) };
}

interface Given extends Partial<Omit<Seen, 'lists'>> {
	/** The answer of each list by its name. Every other list is empty. */
	lists?: Record<string, Reply | undefined>;
}

/** What was read from a platform that has nothing but what is given. */
export function seenOf({ lists = {}, ...others }: Given = {}): Seen {
	return {
		missing: refused(404),
		mfa: ok({ enabled: false }),
		balance: ok({ credits: 10 }),
		...others,
		lists: CHECKED_LISTS.map(({ name }) =>
			listFrom(name, name in lists ? lists[name] : ok({ items: [] })),
		),
	};
}

/** Calls from the newest to the oldest. */
export const callRows = (count: number, more: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		call_id: `call_${index + 1}`,
		status: 'completed',
		agent_id: 'agent_1',
		to_number: '+12125550101',
		created_at: new Date(Date.UTC(2026, 8, 1, 9, 60 - index)).toISOString(),
		...more,
	}));

export const calls = (count: number, more: IDataObject = {}): Reply =>
	ok({ items: callRows(count, more) });

/** How a platform pages: the rows that it sends for a limit and an offset, and its answer around them. */
export interface Pages {
	page: (rows: IDataObject[], limit: number, offset: number) => IDataObject[];
	answer?: (rows: IDataObject[], all: IDataObject[]) => unknown;
	refusal?: (limit: number, offset: number) => number | undefined;
}

/** The pages that a check reads of a list of calls. */
export function pagingOf({ page, answer, refusal }: Pages, rows = callRows(12)): SeenPaging {
	const read = (limit: number, offset: number): Reply => {
		const status = refusal?.(limit, offset);
		if (status !== undefined) return refused(status);
		const sent = page(rows, limit, offset);
		return ok(answer ? answer(sent, rows) : { items: sent });
	};
	const seen = (limit: number, offset: number): SeenPage =>
		seenPage(read(limit, offset), 'call', true);
	return {
		list: listFrom('calls', read(5, 0)),
		two: seen(2, 0),
		fromOne: seen(2, 1),
		fromTwo: seen(2, 2),
		large: seen(1000, 0),
		pastEnd: seen(2, 10_000_000),
	};
}
