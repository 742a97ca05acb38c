import type { HttpRequest, Policy } from '../../nodes/shared/http';
import { Client, RequestFailure } from '../../nodes/shared/http';
import { BASE_URL, fakeCaller } from './fakeCaller.mts';

/** A client with fake answers, and what its requests are. The clock is jest's. */
export const policy: Policy = { timeoutMs: 5_000, maxRetries: 3, maxRetryTimeMs: 60_000 };
export const get: HttpRequest = { method: 'GET', path: '/calls', subject: 'Get calls' };
export const post: HttpRequest = {
	method: 'POST',
	path: '/calls/make-call',
	body: { to_number: '+12125550123' },
	subject: 'Make a call',
};
export const bodyOf = ({ body }: { body: unknown }) => body;

/** Runs the work to its end while the clock goes on by itself. */
export async function outcome<T>(
	work: Promise<T>,
): Promise<{ value?: T; error?: unknown; ms: number }> {
	const startedAt = Date.now();
	let ended: { value?: T; error?: unknown } | undefined;
	void work.then(
		(value) => (ended = { value }),
		(error: unknown) => (ended = { error }),
	);
	for (let step = 0; step < 2_000 && !ended; step += 1) await jest.advanceTimersByTimeAsync(250);
	if (!ended) throw new Error('The work came to no end');
	return { ...ended, ms: Date.now() - startedAt };
}

/** The failure in which the work must end. */
export const failureOf = async (work: Promise<unknown>): Promise<RequestFailure> => {
	const { error } = await outcome(work);
	expect(error).toBeInstanceOf(RequestFailure);
	return error as RequestFailure;
};

/** A client that gets these answers, one after the other; the last again and again. */
export function clientWith(
	answers: unknown[],
	more: { policy?: Partial<Policy>; caller?: object } = {},
) {
	const { caller, sent, stored, session, logins } = fakeCaller((number) => {
		const answer = answers[Math.min(number, answers.length - 1)];
		if (answer instanceof Error) throw answer;
		return answer;
	}, more.caller);
	const client = new Client(caller, BASE_URL, { ...policy, ...more.policy }, session);
	return { client, sent, stored, logins };
}

/** For every test of a file: a clock that goes on only while `outcome` waits, and no chance in the waits. */
export function withFakeClock(): void {
	beforeEach(() => {
		jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}
