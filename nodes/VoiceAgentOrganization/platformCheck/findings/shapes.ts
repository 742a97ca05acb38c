import { ENTITIES, idNamesOf, nameSet } from '../../../shared/platform';
import {
	RequestFailure,
	outlineOf,
	placeOfObject,
	readObject,
	refusalIn,
} from '../../../shared/http';
import type { Reply } from '../../../shared/operation';
import { isFilled, isObject } from '../../../shared/values';
import type { Check } from '../finding';
import { counted, fails, grouped, holds, shownName, shownPlace, unseen } from '../finding';
import type { Seen, SeenList } from '../seen';
import { attempted, rowsOf } from '../seen';

const isAnswered = ({ reply }: SeenList): boolean => reply?.isOk === true;

/** Where the rows are. Where each list has a name of its own, it is the same place. */
function rowsAt({ place = [], reply, entity }: SeenList): string {
	const last = place.at(-1) ?? '';
	const isOwnName = nameSet(ENTITIES[entity].called.many).has(last);
	const shown = place.map(shownName);
	const path = isOwnName ? [...shown.slice(0, -1), '(name of the rows)'] : shown;
	const body = reply?.isOk ? reply.body : undefined;
	const value = place.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), body);
	const form = Array.isArray(value) ? '' : ', one object for each ID';
	return place.length === 0 ? `The answer is the list${form}` : `Rows at ${path.join('.')}${form}`;
}

export const listShape: Check = ({ lists }) => {
	const answered = lists.filter(isAnswered);
	if (answered.length === 0) return unseen('No list was answered');
	const readable = answered.filter(({ problem }) => problem === undefined);
	const places = readable.flatMap((list): Array<[string, string]> =>
		list.place && list.rows.length > 0 ? [[list.name, rowsAt(list)]] : [],
	);
	const empty = readable.filter(({ rows }) => rows.length === 0).length;
	const bad = answered.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
	const found = [
		...bad,
		...(places.length > 0 ? [grouped(places)] : []),
		...(empty > 0 ? [`${counted(empty, 'list')} without rows`] : []),
	].join('; ');
	if (bad.length > 0) return fails(found);
	return places.length > 0 ? holds(found) : unseen(found);
};

/** An answer about one thing: where its fields are, or why it cannot be read. */
function objectIn(reply: Reply | undefined, entity?: 'call'): { place?: string; problem?: string } {
	if (!reply?.isOk) return {};
	const { body } = reply;
	const object = attempted(() => readObject(body, { entity }, entity !== undefined));
	if (object instanceof RequestFailure) return { problem: `${object.message}: ${outlineOf(body)}` };
	const place = placeOfObject(body, entity);
	return place ? { place: shownPlace(place) } : { problem: outlineOf(body) };
}

export const objectShape: Check = ({ call, balance, mfa }) => {
	const objects = [
		['call', objectIn(call, 'call')],
		['balance', objectIn(balance)],
		['MFA status', objectIn(mfa)],
	] as const;
	const bad = objects.flatMap(([name, { problem }]) => (problem ? [`${name}: ${problem}`] : []));
	const places = objects.flatMap(([name, { place }]): Array<[string, string]> =>
		place === undefined ? [] : [[name, place]],
	);
	const found = [...bad, ...(places.length > 0 ? [grouped(places)] : [])].join('; ');
	if (bad.length > 0) return fails(found);
	return places.length > 0 ? holds(found) : unseen('Nothing was answered');
};

/** A list of one thing that is answered as if the thing did not exist. */
const isNotFound = ({ reply, problem }: SeenList): boolean =>
	reply?.status === 404 && problem !== undefined;

const NOT_FOUND = 'status 404, although what the list belongs to exists';
const NOT_FOUND_ADVICE =
	"These lists are an error if they have no rows. Set Settings → 'On Error' to Continue in their nodes";
/** More shapes than this are a number. */
const MAX_SHAPES = 3;

export const emptyList: Check = ({ lists }) => {
	const shapes = lists.flatMap(({ name, rows, reply, problem }): Array<[string, string]> => {
		if (rows.length > 0 || !reply || problem !== undefined) return [];
		if (!reply.isOk) return [[name, `status ${reply.status}`]];
		const { status, body } = reply;
		const isContent = body !== undefined && body !== '';
		return [[name, isContent ? outlineOf(body) : `status ${status} without content`]];
	});
	const notFound = lists.filter(isNotFound).map(({ name }) => [name, NOT_FOUND] as const);
	if (notFound.length > 0)
		return fails(grouped([...notFound, ...shapes], MAX_SHAPES), NOT_FOUND_ADVICE);
	return shapes.length > 0 ? holds(grouped(shapes, MAX_SHAPES)) : unseen('Every list has rows');
};

/** All answers that were read. */
const repliesOf = ({ lists, paging, filters, call, missing, mfa, balance }: Seen): Reply[] => {
	const pages = [
		...lists,
		...(paging ? [paging.two, paging.fromOne, paging.fromTwo, paging.large, paging.pastEnd] : []),
		...(filters
			? [filters.from, filters.to, ...(filters.callId ? [filters.callId.page] : [])]
			: []),
	];
	return [...pages.map(({ reply }) => reply), call, missing, mfa, balance].flatMap((reply) =>
		reply ? [reply] : [],
	);
};

export const refusal: Check = (seen) => {
	const answered = repliesOf(seen).filter((reply) => reply.isOk);
	const refused = answered.filter(({ body }) => refusalIn(body, '', false)).length;
	if (refused === 0) return unseen('No answer is a refusal');
	return holds(`${refused} of ${counted(answered.length, 'answer')}: refused with status 200`);
};

export const errorMessage: Check = ({ missing }) => {
	if (missing.isOk) {
		if (refusalIn(missing.body, '', false))
			return holds(
				`A call that does not exist: status ${missing.status}, ${outlineOf(missing.body)}`,
			);
		return fails(
			`A call that does not exist was answered with status ${missing.status}: ${outlineOf(missing.body)}`,
			'Check the ID before you use the answer of Get',
		);
	}
	const { status, outline = missing.problem, hasMessage } = missing;
	if (status === undefined || status < 400) return unseen(missing.problem);
	const found = `A call that does not exist: status ${status}, ${outline}`;
	return hasMessage
		? holds(found)
		: fails(
				`${found}. No message was found in it`,
				'Nothing can be set. Errors show the status and what it usually means',
			);
};

export const permissions: Check = ({ lists }) => {
	const requested = lists.filter(({ reply }) => reply !== undefined);
	const refused = requested.filter(
		(list) => list.reply?.isOk === false && list.problem !== undefined && !isNotFound(list),
	);
	const skipped = lists.length - requested.length;
	const note = skipped > 0 ? `; ${counted(skipped, 'list')} of things that do not exist` : '';
	if (refused.length === 0)
		return holds(`This user may read all of ${counted(requested.length, 'list')}${note}`);
	const reasons = refused.map(({ name, problem = '' }) => [name, problem] as const);
	const isOnlyRole = refused.every(({ reply }) => reply?.status === 403);
	const found = `${grouped(reasons)}${note}`;
	return isOnlyRole
		? unseen(found, 'Run this check as a user who may read these lists')
		: fails(found, 'Open the operations of these lists to see the full message');
};

/** The name of the field that identifies the rows, and what speaks against it. */
function identifierOf(seen: Seen, { name, entity }: SeenList): string | undefined {
	const rows = rowsOf(seen, name);
	const { ids, mayBeText } = ENTITIES[entity];
	if (rows.length === 0 || ids.length === 0) return undefined;
	if (mayBeText && rows.every((row) => Object.keys(row).join() === 'value')) return undefined;
	const field = idNamesOf(entity).find((id) => rows.every((row) => isFilled(row[id])));
	if (field === undefined) return 'none';
	const contents = new Map<string, string>();
	for (const row of rows) {
		const id = JSON.stringify(row[field]);
		const content = JSON.stringify(row);
		if ((contents.get(id) ?? content) !== content) return `${field} (the same in different rows)`;
		contents.set(id, content);
	}
	return field;
}

export const identifiers: Check = (seen) => {
	const found = seen.lists.flatMap((list): Array<[string, string]> => {
		const field = identifierOf(seen, list);
		return field === undefined ? [] : [[list.name, field]];
	});
	if (found.length === 0) return unseen('No list has rows');
	const isBad = found.some(([, field]) => field === 'none' || field.includes(' '));
	return isBad ? fails(grouped(found)) : holds(grouped(found));
};

export const choices: Check = ({ lists }) => {
	const read = lists.filter(({ entity, rows }) => entity === 'choice' && rows.length > 0);
	if (read.length === 0) return unseen('No industry and no use case was read');
	const forms = read.map(({ name, rows }): [string, string] => {
		const [row = {}] = rows;
		const isText = Object.keys(row).join() === 'value' && !isObject(row.value);
		const field = idNamesOf('choice').find((id) => rows.every((each) => isFilled(each[id])));
		return [name, isText ? 'texts' : `objects, identified by ${field ?? 'nothing'}`];
	});
	const isBad = forms.some(([, form]) => form.endsWith('nothing'));
	return isBad ? fails(grouped(forms)) : holds(grouped(forms));
};
