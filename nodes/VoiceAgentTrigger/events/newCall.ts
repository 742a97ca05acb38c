import type { IDataObject } from 'n8n-workflow';
import { isRaw, outputFieldOf, outputOf } from '../../shared/operation';
import { CALL } from '../../shared/platform';
import type { Found } from '../event';
import type { Filters } from '../filters';
import type { NewRows } from '../incremental';
import { byTime } from '../incremental';
import type { Watch } from '../watch';
import type { Asked, Candidate, Failures } from './callDetails';
import {
	askAll,
	candidateOf,
	checkSent,
	conclude,
	failuresOf,
	isGivenUp,
	knownCall,
	noteDetail,
} from './callDetails';
import { calls, isDecidable, knownOf, matchesFilters, mayMatch } from './calls';
import { listEvent } from './listEvent';

/** How long the details of a call that the platform does not send are waited for, if the list says enough. */
const MAX_WAIT_MS = 10 * 60_000;

type Verdict = Asked &
	(
		| { kind: 'found'; found: Found }
		/** The filters leave it out. */
		| { kind: 'dropped' }
		| { kind: 'givenUp' }
		/** To be asked for again. */
		| { kind: 'setAside' }
		/** As if this poll had not come to it. */
		| { kind: 'left' }
	);

const foundOf = (watch: Watch, { key, time }: Candidate, call: IDataObject): Found => ({
	key,
	time,
	item: { json: outputOf(watch.params, CALL)(call) },
});

/** Whether the list says all that is wanted. */
const needsDetail = (watch: Watch, filters: Filters, { row = {} }: Candidate): boolean =>
	isRaw(watch.params) || !isDecidable(watch, filters, row);

/** Whether a call is emitted as the list has it if the platform fails on its details once more. */
function mayGoWithout(watch: Watch, filters: Filters, candidate: Candidate): boolean {
	const { deferredCalls } = watch.state;
	const { troubled = watch.now } = deferredCalls.get(candidate.key) ?? {};
	const known = knownCall(watch, candidate, { kind: 'none' });
	return watch.now - troubled >= MAX_WAIT_MS && isDecidable(watch, filters, known);
}

function judge(watch: Watch, filters: Filters, asked: Asked, { isLeft }: Failures): Verdict {
	const { candidate, detail } = asked;
	if (detail.kind === 'notReached' || isLeft(asked)) return { ...asked, kind: 'left' };
	if ('failure' in detail && !mayGoWithout(watch, filters, candidate)) {
		return { ...asked, kind: isGivenUp(watch, candidate.key) ? 'givenUp' : 'setAside' };
	}
	const call = knownCall(watch, candidate, detail);
	return matchesFilters(watch, filters, call)
		? { ...asked, kind: 'found', found: foundOf(watch, candidate, call) }
		: { ...asked, kind: 'dropped' };
}

const dueOf = (watch: Watch, filters: Filters, { listed }: NewRows): Candidate[] =>
	watch.state.deferredCalls
		.entries()
		.map(([key, { id, time }]) => ({ key, id, time, row: listed.get(key)?.row }))
		.filter(
			(candidate) =>
				watch.state.deferredCalls.isDue(candidate.key, watch.now) ||
				mayGoWithout(watch, filters, candidate),
		);

/** Notes what became of a call that is not emitted. */
function remember(watch: Watch, verdict: Verdict): void {
	const { state, now } = watch;
	const { kind, candidate } = verdict;
	const { key, row } = candidate;
	if (kind === 'dropped' || kind === 'givenUp') state.markDone(candidate);
	if (kind !== 'setAside') return;
	if (!state.defer(candidate, now)) return state.markDone(candidate);
	noteDetail(watch, verdict);
	if (row) state.deferredCalls.noteKnown(key, knownOf(row));
}

export const newCall = listEvent({
	name: 'New Call',
	value: 'newCall',
	description: 'A call was placed or came in',
	nothingYet: 'There is no call yet',
	filters: ['agentId', 'campaignId', 'direction'],
	output: [outputFieldOf(CALL)],
	stream: calls,
	matches: mayMatch,
	async emit(watch, reading, filters) {
		const due = dueOf(watch, filters, reading).slice(0, Math.ceil(watch.batchSize / 2));
		const candidates = reading.fresh.map(candidateOf);
		const batch = candidates.slice(0, watch.batchSize - due.length);
		const isFetched = (candidate: Candidate) => needsDetail(watch, filters, candidate);
		const asked = await askAll(watch, [...batch.filter(isFetched), ...due]);
		const failures = await failuresOf(watch, asked);
		const verdicts = asked.map((one) => judge(watch, filters, one, failures));
		const found = [
			...batch
				.filter((candidate) => !isFetched(candidate))
				.map((candidate) => foundOf(watch, candidate, candidate.row ?? {})),
			...verdicts.flatMap((verdict) => (verdict.kind === 'found' ? [verdict.found] : [])),
		].sort(byTime);
		if (failures.failure && found.length === 0) throw failures.failure;

		conclude(watch, verdicts, found, remember);
		const isDueOne = new Set(due.map(({ key }) => key));
		const isLeft = verdicts.some(
			({ kind, candidate }) => kind === 'left' && !isDueOne.has(candidate.key),
		);
		reading.finish(batch.length === candidates.length && !isLeft);
		return found;
	},
	async samples(watch, rows, filters) {
		const candidates = rows.map(candidateOf);
		const asked = await askAll(
			watch,
			candidates.filter((candidate) => needsDetail(watch, filters, candidate)),
		);
		checkSent(asked);
		const details = new Map(asked.map(({ candidate, detail }) => [candidate.key, detail]));
		return candidates
			.map((candidate) => ({
				candidate,
				call: knownCall(watch, candidate, details.get(candidate.key) ?? { kind: 'none' }),
			}))
			.filter(({ call }) => matchesFilters(watch, filters, call))
			.map(({ candidate, call }) => foundOf(watch, candidate, call));
	},
});
