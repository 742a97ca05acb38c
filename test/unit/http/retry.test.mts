import fc from 'fast-check';
import type { IHttpRequestMethods } from 'n8n-workflow';
import { RequestFailure } from '../../../nodes/shared/http';
import type { FailureDetails, Arrival } from '../../../nodes/shared/http/failures/requestFailure';
import {
	finalFailure,
	mayRepeat,
	retryAfterSeconds,
	retryDelay,
} from '../../../nodes/shared/http/retry';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

const failure = (details: FailureDetails) => new RequestFailure('It failed', 'Do this', details);

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('finalFailure', () => {
	const unread = { arrival: 'answered', final: true, isUnreadable: true } as const;

	test.each<[IHttpRequestMethods[], FailureDetails, isUnknown: boolean]>([
		[['POST', 'PATCH'], { arrival: 'unknown', status: 200 }, true],
		[['POST', 'PATCH'], { arrival: 'answered', status: 500, retryAfterSeconds: 3 }, true],
		[['POST', 'PATCH', 'PUT', 'DELETE'], unread, true],
		[['GET'], { arrival: 'unknown' }, false],
		[['GET'], { arrival: 'answered', status: 500 }, false],
		[['GET'], unread, false],
		[['POST'], { arrival: 'notSent', status: 503 }, false],
		[['POST'], { arrival: 'answered' }, false],
		[['POST'], { arrival: 'answered', status: 499 }, false],
	])('%j that ended as %j may have worked: %p', (methods, details, isUnknown) => {
		for (const method of methods) {
			const original = failure(details);
			const final = finalFailure(method, 'Make a call', original);
			if (!isUnknown) expect(final).toBe(original);
			else expect(final.details).toMatchObject({ ...details, arrival: 'unknown' });
		}
	});
});

describe('retryAfterSeconds', () => {
	test('of a date is the time until then', () => {
		jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 1e8 }), (seconds) => {
				const date = new Date(Date.now() + seconds * 1000);
				expect(retryAfterSeconds(date.toUTCString())).toBe(seconds);
			}),
			runs('values'),
		);
		expect(retryAfterSeconds(new Date(Date.now() - 1000).toUTCString())).toBeUndefined();
	});

	test.each([
		undefined,
		null,
		'',
		...phrases`0 | 0.0 | -5 | soon | 5 seconds | in 5 | 1e3 | May 5 2030`,
	])('of %j is nothing', (header) => {
		expect(retryAfterSeconds(header)).toBeUndefined();
	});
});

describe('retryDelay', () => {
	const delay = (attempt: number, drawn: number, retryAfter?: number) => {
		jest.spyOn(Math, 'random').mockReturnValue(drawn);
		return retryDelay(attempt, failure({ arrival: 'notSent', retryAfterSeconds: retryAfter }));
	};

	test.each([
		[0, 250, 500],
		[1, 500, 1_000],
		[2, 1_000, 2_000],
		[5, 8_000, 16_000],
		[6, 15_000, 30_000],
		[19, 15_000, 30_000],
	])('before repetition %i: from %i to %i milliseconds', (attempt, least, most) => {
		expect(delay(attempt, 0)).toBe(least);
		expect(delay(attempt, 1)).toBe(most);
	});

	test('is what the platform asks for, if it asks', () => {
		expect(delay(3, 0.5, 1.5)).toBe(1_500);
		expect(delay(0, 0.5, 100)).toBe(100_000);
	});
});

/** The three ways a request can end are the whole of it. */
const arrivals: Record<Arrival, true> = { answered: true, notSent: true, unknown: true };

test('an action is repeated only if it is certain that nothing happened, and reading also if nobody knows', () => {
	const statuses = [undefined, ...Array.from({ length: 400 }, (_entry, index) => 200 + index)];
	const cases = (['GET', 'PUT', 'DELETE', 'POST', 'PATCH'] as const).flatMap((method) =>
		(Object.keys(arrivals) as Arrival[]).flatMap((arrival) =>
			statuses.flatMap((status) =>
				[undefined, false, true].map((final) => ({ method, arrival, status, final })),
			),
		),
	);
	const isWrong = ({ method, ...details }: (typeof cases)[number]) => {
		const { arrival, status = 0, final } = details;
		const isCertain = arrival === 'notSent' || status === 429;
		const isAction = method === 'POST' || method === 'PATCH';
		const isOpen = arrival === 'unknown' || status >= 500 || status === 408;
		const mayHelp = isCertain || (!isAction && isOpen);
		return mayRepeat(method, failure(details)) !== (mayHelp && final !== true);
	};
	expect(cases.filter(isWrong)).toEqual([]);
});
