import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { RequestFailure, readPage, readResult } from '../../../../nodes/shared/http';
import type { EntityName } from '../../../../nodes/shared/platform';
import { runs } from '../../../scale.mts';

/*
 * Answers of any form around true rows, and around a true thing: what is read is the truth, or an error. It is never a part of the truth, never
 * the rows or the identifier of something else, and never nothing.
 */

const { constant, constantFrom, integer, oneof, record, subarray } = fc;

interface Sample {
	entity: EntityName;
	many: string;
	one: string;
	/** One of its rows. @param id a number that is in its identifier */
	write(id: number, idName: 'own' | 'id'): IDataObject;
}

const sampled = (
	entity: EntityName,
	[many, one, ownId]: readonly [string, string, string],
	more: (id: number) => IDataObject,
): Sample => ({
	entity,
	many,
	one,
	write: (id, idName) => ({ [idName === 'own' ? ownId : 'id']: `${one}_${id}`, ...more(id) }),
});

const SAMPLES: readonly Sample[] = [
	sampled('call', ['calls', 'call', 'call_id'], (id) => ({
		to_number: '+12125550123',
		status: id % 2 ? 'completed' : 'failed',
		error: id % 3 ? null : 'busy',
		analysis: { success: false, data: { id: 'note_1' } },
	})),
	sampled('campaign', ['campaigns', 'campaign', 'campaign_id'], (id) => ({
		name: `Renewals ${id}`,
		agent_id: 'agent_1',
		contacts: [{ id: 'contact_1', phone_number: '+12125550124' }],
	})),
	sampled('agent', ['agents', 'agent', 'agent_id'], () => ({
		name: 'Ada',
		tools: [{ id: 'tool_1', name: 'Transfer' }],
		configuration: { data: [{ id: 'part_1', name: 'x' }] },
	})),
	sampled('booking', ['bookings', 'booking', 'booking_id'], () => ({
		starts_at: '2026-03-02T10:00:00Z',
		call_id: 'call_9',
	})),
	sampled('contact', ['contacts', 'contact', 'contact_id'], () => ({
		phone_number: '+12125550123',
		calls: [{ id: 'call_9', status: 'completed' }],
	})),
];

const OTHER_ROWS = [
	{ id: 'other_1', name: 'Reception', status: 'active' },
	{ id: 'other_2', name: 'Sales', status: 'active' },
];

/** What may be beside the content. `unknown`: names that nobody knows; with them an error is as good. */
const COMPANIONS: Record<string, IDataObject> = {
	meta: { meta: { version: 1, items: OTHER_ROWS } },
	links: { _links: { self: { href: '/self' } }, links: [{ id: 'link_1', name: 'self' }] },
	included: { included: OTHER_ROWS },
	facets: { facets: OTHER_ROWS, filters: [{ name: 'status', id: 'f1' }] },
	noErrors: { errors: [], error: null, warnings: ['old'] },
	success: { success: true, status: 'success', message: 'OK' },
	request: { id: 'request_1', credits: 2, duration: 12 },
	account: { credits: 480, duration: 12, direction: 'up' },
	tools: { tools: OTHER_ROWS },
	organization: { organization: { id: 'org_1', name: 'Example', members: OTHER_ROWS } },
	time: { timestamp: '2026-03-02T18:00:00Z', request_id: 'request_1', took: 3 },
	version: { version: '1.0', api_version: 2 },
	unknown: { hints: OTHER_ROWS, tips: { id: 'tip_1', name: 'x' } },
	empty: { items: [], list: null },
	otherData: { result: { id: 'result_1', name: 'x' } },
};
const FAILURES: Record<string, IDataObject> = {
	errors: { errors: ['one part is missing'] },
	error: { error: { message: 'shard 2 is down' } },
	notSucceeded: { success: false },
};
const ENVELOPES = ['data', 'items', 'results', 'rows', 'records', 'response', 'payload', 'content'];

const companions = subarray(Object.keys(COMPANIONS), { maxLength: 4 });
const failures = oneof(
	{ weight: 6, arbitrary: constant<string[]>([]) },
	{ weight: 1, arbitrary: subarray(Object.keys(FAILURES), { minLength: 1, maxLength: 1 }) },
);
const levels = fc
	.array(
		record({
			name: oneof(constant('own'), constantFrom(...ENVELOPES), constantFrom('outer', 'stuff')),
			beside: oneof(
				{ weight: 2, arbitrary: constant<string[]>([]) },
				{ weight: 1, arbitrary: companions },
			),
			isFirst: fc.boolean(),
		}),
		{ maxLength: 2 },
	)
	.map((around) => {
		// What has an `id` is the thing, and the only list is that of the rows, if the true ones lie under a name that nobody knows.
		const isKnown = around.every(({ name }) => !['outer', 'stuff'].includes(name));
		const besideOf = (names: string[], level: number) =>
			names.filter((one) => {
				// What lies under the own name of a thing, and has an `id`, is the thing.
				const isThing = one === 'request' && around[level - 1]?.name === 'own';
				return !isThing && (isKnown || !['request', 'otherData', 'unknown', 'empty'].includes(one));
			});
		return around.map((level, index) => ({ ...level, beside: besideOf(level.beside, index) }));
	});

/** Puts the content into its envelopes, the innermost last. */
const wrapped = (
	content: unknown,
	around: Array<{ name: string; beside: string[]; isFirst: boolean }>,
	ownName: string,
	failed: IDataObject,
): unknown =>
	around.reduceRight<unknown>((inner, { name, beside, isFirst }, depth) => {
		const others = Object.assign({}, ...beside.map((one) => COMPANIONS[one])) as IDataObject;
		const named = { [name === 'own' ? ownName : name]: inner };
		const all = isFirst ? { ...others, ...named } : { ...named, ...others };
		return { ...all, ...named, ...(depth === 0 ? failed : {}) };
	}, content);

const isRefused = (read: () => unknown): boolean => {
	try {
		read();
		return false;
	} catch (error) {
		if (error instanceof RequestFailure) return true;
		throw error;
	}
};

const shape = {
	sample: constantFrom(...SAMPLES),
	idName: constantFrom('own' as const, 'id' as const),
	around: levels,
	failed: failures,
};
const more = { numRuns: (runs('values').numRuns ?? 100) * 10 };

test('rows are the truth, or an error', () => {
	let read = 0;
	fc.assert(
		fc.property(
			record({ ...shape, count: integer({ min: 0, max: 3 }) }),
			({ sample, idName, around, failed, count }) => {
				const rows = Array.from({ length: count }, (_, id) => sample.write(id, idName));
				const errors = Object.assign({}, ...failed.map((one) => FAILURES[one])) as IDataObject;
				const answer = wrapped(rows, around, sample.many, errors);
				const expected = { entity: sample.entity };
				if (isRefused(() => readPage(answer, expected))) return;
				expect(readPage(answer, expected).rows).toEqual(rows);
				read += 1;
			},
		),
		more,
	);
	expect(read).toBeGreaterThan(0.25 * more.numRuns);
});

test('a thing is the truth, or an error', () => {
	let read = 0;
	fc.assert(
		fc.property(record(shape), ({ sample, idName, around, failed }) => {
			const thing = sample.write(1, idName);
			const errors = Object.assign({}, ...failed.map((one) => FAILURES[one])) as IDataObject;
			const answer = wrapped(thing, around, sample.one, errors);
			const expected = { entity: sample.entity, subject: 'Get' };
			if (isRefused(() => readResult(answer, expected))) return;
			expect(readResult(answer, expected)).toMatchObject(thing);
			read += 1;
		}),
		more,
	);
	expect(read).toBeGreaterThan(0.25 * more.numRuns);
});
