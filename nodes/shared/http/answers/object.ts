import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { idOf, knownFields, likenessOf } from '../../platform';
import { isFilled, isObject } from '../../values';
import type { Expected, Place } from './places';
import {
	isCalled,
	isCalledLikeOther,
	isUsualName,
	nameOf,
	pathAdvice,
	pathText,
	placesIn,
	unreadable,
	valueAt,
} from './places';
import { refusalIn } from './confirmation';
import { checkedAtPath, contentOf, opened, withSiblings } from './wrappers';

type Found = Place<IDataObject>;

const WHERE = 'where the result is, for example data.call';

/** How sure it is that an object is the one that is meant. */
enum Fit {
	None,
	/** Two fields at any place, such as `created_by: { id, name }`. It is not opened; two of them are a question. */
	Elsewhere,
	/** It has an identifier, and nothing else that is known, where an answer has its content. */
	Id,
	/** Two fields that such an object has, there. */
	Fields,
	/** Its own identifier, at any place. */
	Own,
	/** The same, and it is called so. */
	Called,
}

function fitOf(place: Found, entity: EntityName): Fit {
	const { path } = place;
	const likeness = likenessOf(opened(place.value, entity), entity);
	const isNamed = isCalled(nameOf(place), entity, 'one');
	if (path.some((name) => isCalledLikeOther(name, entity, 'one'))) return Fit.None;
	if (likeness === 'own') return isNamed ? Fit.Called : Fit.Own;
	const isContent = path.every((name) => isUsualName(name) || isCalled(name, entity, 'one'));
	if (likeness === 'similar') return isContent ? Fit.Fields : Fit.Elsewhere;
	if (!isContent) return Fit.None;
	return path.length > 0 && idOf(place.value, entity) !== '' ? Fit.Id : Fit.None;
}

/** Objects inside a list of one entry are looked at too. */
function objectsIn(answer: unknown): Found[] {
	return placesIn(answer).flatMap((place): Found[] => {
		const { value } = place;
		if (!Array.isArray(value)) return [{ ...place, value }];
		const [only] = value as unknown[];
		return value.length === 1 && isObject(only) ? [{ ...place, value: only }] : [];
	});
}

/** The object that fits best; undefined if none does. @throws RequestFailure if two fit equally */
function bestOf(answer: unknown, entity: EntityName, expected: Expected): Found | undefined {
	const objects = objectsIn(answer).map((place) => ({ place, fit: fitOf(place, entity) }));
	const [root] = objects;
	if (root?.place.path.length === 0 && root.fit >= Fit.Own) return root.place;
	const best = objects.reduce((highest, { fit }) => Math.max(highest, fit), Fit.None);
	if (best === Fit.None) return undefined;
	const all = objects.filter(({ fit }) => fit === best).map(({ place }) => place);
	// Of two that lie one in the other, the inner one is a part of the outer, unless the outer has fields that an envelope may have, and less of it.
	const fields = ({ value }: Found) => knownFields(value, entity);
	const hasId = ({ value }: Found) => idOf(value, entity) !== '';
	const isMore = (inner: Found, outer: Found) =>
		fields(inner) > fields(outer) || (hasId(inner) && !hasId(outer));
	const isEnvelope = (place: Found) =>
		best === Fit.Fields &&
		all.some((inner) => inner.parents.includes(place.value) && isMore(inner, place));
	const isPart = ({ parents }: Found) =>
		all.some((outer) => parents.includes(outer.value) && !isEnvelope(outer));
	const [first, ...others] = all.filter((place) => !isEnvelope(place) && !isPart(place));
	const rival = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
	if (first && rival) {
		throw unreadable(
			'The answer of the platform can be read in two ways',
			answer,
			`The result can be at ${pathText(first.path)} or at ${pathText(rival.path)}. ${pathAdvice(answer, expected, 'the right one')}`,
		);
	}
	return best === Fit.Elsewhere ? undefined : first;
}

/** The content of an envelope such as `{ success: true, data: {…} }`, for an answer whose fields are not known: it has nothing else. */
function innermost(place: Found): Found {
	const { value, path, parents } = place;
	const content = contentOf(value);
	const [name, inner] = content[0] ?? [];
	if (content.length !== 1 || name === undefined || !isObject(inner)) return place;
	if (!isUsualName(name)) return place;
	return innermost({ value: inner, path: [...path, name], parents: [...parents, value] });
}

const innermostOf = (value: IDataObject): Found => innermost({ value, path: [], parents: [] });

function objectAt(answer: unknown, expected: Expected): IDataObject {
	const { path = '', entity } = expected;
	const value = valueAt(answer, path);
	const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	if (isObject(object)) return checkedAtPath([opened(object, entity)], answer, expected)[0] ?? {};
	throw unreadable(
		`The answer of the platform has no object at "${path}"`,
		answer,
		"Correct Advanced → 'Response Path', or remove it",
	);
}

/** An answer in which nothing is recognised: its content, its entries, or its text. @throws RequestFailure if something must be recognised */
function unrecognised(answer: unknown, expected: Expected): IDataObject {
	const { entity, mustFit = false } = expected;
	const isOfOne = Array.isArray(answer) && answer.length === 1;
	// One turn of a transcript is not the thing that has it.
	const object: unknown = entity && entity !== 'transcript' && isOfOne ? answer[0] : answer;
	const found = isObject(object) ? withSiblings(innermostOf(object), entity) : undefined;
	if (entity && mustFit && idOf(found ?? {}, entity) === '') {
		throw unreadable(
			'The answer of the platform cannot be read',
			answer,
			pathAdvice(answer, expected, WHERE),
		);
	}
	if (found) return found;
	if (Array.isArray(answer)) return { items: answer };
	if (!isFilled(answer)) return {};
	return { [entity === 'transcript' ? 'transcript' : 'message']: String(answer) };
}

/**
 * Reads an answer about one thing. Its shape is not shown in the API document, so the object is found by evidence: what it looks like and
 * what it is called.
 *
 * @throws RequestFailure if two objects fit equally, or if none is recognised and one must be
 */
export function readObject(answer: unknown, expected: Expected = {}): IDataObject {
	const { entity, path } = expected;
	if (path) return objectAt(answer, expected);
	const best = entity && bestOf(answer, entity, expected);
	return best ? withSiblings(best, entity) : unrecognised(answer, expected);
}

/** What the result of a request is about, and how an error names the request. */
export interface ResultOf extends Expected {
	subject: string;
	/** Whether the request was to do something. */
	isAction?: boolean;
}

/** As `readObject`. @throws RequestFailure also if the platform says that it refused the request */
export function readResult(answer: unknown, of: ResultOf): IDataObject {
	const { subject, isAction = false, ...expected } = of;
	const refusal = refusalIn(answer, subject, isAction, of.entity);
	if (refusal) throw refusal;
	return readObject(answer, expected);
}

/**
 * Where `readObject` finds the object, as names that lead to it; undefined if the answer is none.
 *
 * @throws RequestFailure if two objects fit equally
 */
export function placeOfObject(answer: unknown, entity?: EntityName): readonly string[] | undefined {
	const best = entity && bestOf(answer, entity, {});
	return (best ?? (isObject(answer) ? innermostOf(answer) : undefined))?.path;
}
