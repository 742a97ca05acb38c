import { Identity } from '../../shared/http';
import { ENTITIES, addedAtNamesOf } from '../../shared/platform';
import { readTimestamp } from '../../shared/values';
import type { Check } from './finding';
import { counted, fails, grouped, holds, unseen } from './finding';
import type { Seen, SeenList } from './readPlatform';
import { isRead, rowsOf } from './readPlatform';

const NO_ROWS = 'No list has rows';

export const offset: Check = ({ paging }) => {
	if (!paging) return unseen(NO_ROWS);
	const { name, whole, small = whole } = paging;
	if (!isRead(small)) return fails(`${name}: ${small.problem}`);
	if (small.isPaged) return holds(`${name}: the offset counts rows`);
	return small.isWhole && small.longest > small.size
		? holds(`${name}: no pages, every answer is the whole list`)
		: unseen(`${name}: the pages do not show what the offset counts`);
};

export const end: Check = ({ paging }) => {
	if (!paging) return unseen(NO_ROWS);
	const { name, whole } = paging;
	if (!isRead(whole)) return fails(`${name}: ${whole.problem}`);
	const { rows, isWhole, size, longest, hasTotal, isTotalTrue } = whole;
	const wrong = hasTotal && !isTotalTrue ? '; its total is not that of the rows' : '';
	const found = `limit ${size}, at most ${counted(longest, 'row')} on a page${wrong}`;
	return isWhole
		? holds(`${name}: ${counted(rows.length, 'row')}, read to the end; ${found}`)
		: unseen(`${name}: only the first ${counted(rows.length, 'row')} were read; ${found}`);
};

/** What identifies the rows, and what would by its name and does not; undefined if such rows need no identifier. */
function identifiersOf(seen: Seen, { name, entity }: SeenList) {
	const rows = rowsOf(seen, name);
	if (rows.length === 0 || ENTITIES[entity].ids.length === 0) return undefined;
	if (ENTITIES[entity].mayBeText && rows.every((row) => Object.keys(row).join() === 'value'))
		return { field: 'the text itself', isBad: false };
	const identity = new Identity(entity);
	identity.learn(rows);
	const fields = new Set(rows.map((row) => identity.fieldOf(row) ?? 'none'));
	const shared = identity.falseNames.map((field) => ` (${field} is the same in different rows)`);
	return { field: [...fields].join(' or ') + shared.join(''), isBad: fields.has('none') };
}

export const identifiers: Check = (seen) => {
	const found = seen.lists.flatMap((list) => {
		const of = identifiersOf(seen, list);
		return of ? [{ name: list.name, ...of }] : [];
	});
	if (found.length === 0) return unseen(NO_ROWS);
	const text = grouped(found.map(({ name, field }) => [name, field]));
	return found.some(({ isBad }) => isBad) ? fails(text) : holds(text);
};

/** The lists that the trigger reads. */
const WATCHED = ['calls', 'bookings', 'callbacks', 'transfer events'];

function orderOf(times: readonly number[]): string {
	const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? 0)));
	if (!steps.some((step) => step !== 0)) return 'no order to be seen';
	if (steps.every((step) => step <= 0)) return 'newest first';
	return steps.every((step) => step >= 0) ? 'oldest first' : 'in another order';
}

const UNDATED = 'none in every row';

/** The field that says when the rows were added, and the order in which they come. */
function datesOf(seen: Seen, { name, entity }: SeenList): string {
	const rows = rowsOf(seen, name);
	for (const field of addedAtNamesOf(entity)) {
		const times = rows.flatMap((row) => readTimestamp(row[field]) ?? []);
		if (times.length === rows.length) return `${field}, ${orderOf(times)}`;
	}
	return UNDATED;
}

export const addedAt: Check = (seen) => {
	const found = seen.lists
		.filter(({ name }) => WATCHED.includes(name) && rowsOf(seen, name).length > 0)
		.map((list) => [list.name, datesOf(seen, list)] as const);
	if (found.length === 0) return unseen('The lists that the trigger reads have no rows');
	const text = grouped(found);
	return found.some(([, dates]) => dates === UNDATED) ? fails(text) : holds(text);
};

export const callFilterNames: Check = ({ filters }) => {
	if (filters.length === 0) return unseen('There is no call');
	const found = filters.map(([label, state]) => `${label}: ${state}`).join('; ');
	return filters.every(([, state]) => state === 'known') ? holds(found) : fails(found);
};
