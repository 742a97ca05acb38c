import { outlineOf } from '../../shared/http';
import { ENTITIES, balancesIn, nameSet } from '../../shared/platform';
import type { Check, Finding } from './finding';
import { counted, fails, grouped, holds, shownPlace, unseen } from './finding';
import type { SeenList } from './readPlatform';
import { isNotRead, isRead } from './readPlatform';

type Named<T> = readonly [name: string, what: T];

/** How an answer looks whose content cannot be read; undefined if it is refused, or if there is none. */
const unreadable = (seen: object | undefined): string | undefined =>
	isNotRead(seen) && seen.status === undefined ? seen.outline : undefined;

/** Where things are, and how an answer looks in which nothing was found. */
function placesFinding(
	answers: ReadonlyArray<Named<object | undefined>>,
	places: ReadonlyArray<Named<string>>,
	note = '',
): Finding {
	const bad = answers.flatMap(([name, seen]) =>
		isNotRead(seen) && unreadable(seen) !== undefined
			? [`${name}: ${seen.problem}: ${unreadable(seen)}`]
			: [],
	);
	const found = [...bad, grouped(places), note].filter((text) => text !== '').join('; ');
	if (bad.length > 0) return fails(found);
	return places.length > 0 ? holds(found) : unseen(found || 'Nothing was answered');
}

/** Where the rows are. Where each list has a name of its own, it is the same place. */
function rowsAt(place: readonly string[], { entity }: SeenList): string {
	if (place.length === 0) return 'The answer is the list';
	const isOwnName = nameSet(ENTITIES[entity].called.many).has(place.at(-1) ?? '');
	if (!isOwnName) return `Rows at ${shownPlace(place)}`;
	const parent = place.length > 1 ? `${shownPlace(place.slice(0, -1))}.` : '';
	return `Rows at ${parent}(name of the rows)`;
}

export const listShape: Check = ({ lists }) => {
	const pages = lists.flatMap((list) => (isRead(list.page) ? [{ list, ...list.page }] : []));
	const places = pages.flatMap(({ list, rows, place }): Array<Named<string>> =>
		rows.length > 0 && place ? [[list.name, rowsAt(place, list)]] : [],
	);
	const empty = pages.length - places.length;
	return placesFinding(
		lists.map(({ name, page }) => [name, page]),
		places,
		empty > 0 ? `${counted(empty, 'list')} without rows` : '',
	);
};

export const objectShape: Check = ({ call, balance, mfa }) => {
	const objects = Object.entries({ call, balance, 'MFA status': mfa });
	const places = objects.flatMap(([name, seen]): Array<Named<string>> =>
		isRead(seen) ? [[name, shownPlace(seen.place)]] : [],
	);
	return placesFinding(objects, places);
};

/** A list of one thing that is answered as if the thing did not exist. */
const isNotFound = ({ page, of }: SeenList): boolean =>
	of !== undefined && isNotRead(page) && page.status === 404;

export const emptyList: Check = ({ lists }) => {
	const notFound = lists.filter(isNotFound).map(({ name }) => name);
	if (notFound.length > 0)
		return fails(`status 404, although what the list belongs to exists: ${notFound.join(', ')}`);
	const empty = lists.filter(({ page }) => isRead(page) && page.rows.length === 0).length;
	return empty > 0
		? holds(`${counted(empty, 'list')} without rows`)
		: unseen('Every list has rows');
};

export const errorMessage: Check = ({ missing }) => {
	const answered = isNotRead(missing) ? unreadable(missing) : outlineOf(missing.body);
	if (answered !== undefined || !isNotRead(missing))
		return fails(
			`A call that does not exist was answered: ${answered}`,
			'Check the ID before you use the answer of Get',
		);
	const { status = 0, problem, outline, hasMessage } = missing;
	if (status < 400 && !hasMessage) return unseen(problem);
	const found = [`A call that does not exist: ${problem}`, ...(outline ? [outline] : [])].join(
		', ',
	);
	return hasMessage ? holds(found) : fails(`${found}. No message was found in it`);
};

export const permissions: Check = (seen) => {
	const lists = seen.lists.filter(({ page }) => page !== undefined);
	const refused = lists.flatMap((list) =>
		isNotRead(list.page) && unreadable(list.page) === undefined && !isNotFound(list)
			? [{ name: list.name, ...list.page }]
			: [],
	);
	const skipped = seen.lists.length - lists.length;
	const note = skipped > 0 ? `; ${counted(skipped, 'list')} of things that do not exist` : '';
	if (refused.length === 0)
		return holds(`This user may read all of ${counted(lists.length, 'list')}${note}`);
	const found = `${grouped(refused.map(({ name, problem }) => [name, problem]))}${note}`;
	return refused.every(({ status }) => status === 403)
		? unseen(found, 'Run this check as a user who may read these lists')
		: fails(found, 'Open the operations of these lists to see the full message');
};

export const balanceName: Check = ({ balance }) => {
	if (!isRead(balance)) return unseen(balance.problem);
	const count = balancesIn(balance.body).length;
	return count === 0
		? fails(`No number under a known name: ${outlineOf(balance.body)}`)
		: holds(counted(count, 'balance'));
};
