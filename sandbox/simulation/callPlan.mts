import { scenariosFor } from './scenarios.mts';
import { between, fraction, hash } from './random.mts';

/*
 * The simulation room: the world outside the platform. Time, probability, people who answer or do not and what they say,
 * and the sound of it. The domain asks it how a call goes; it decides from the seed,
 * so two runs are the same. It knows no table and no rule of the platform.
 */

/** How a call can end. */
export type Ending = 'completed' | 'no_answer' | 'busy' | 'voicemail' | 'failed';
export const ENDINGS: readonly Ending[] = ['completed', 'no_answer', 'busy', 'voicemail', 'failed'];

/** One change of a call's status, and how many seconds of platform time pass before it. */
export interface CallStep {
	after: number;
	status: 'ringing' | 'in_progress' | Ending;
}

/** How a call will go. It depends on nothing but the seed, the number, the attempt and the agent's use case. */
export interface CallPlan {
	ending: Ending;
	steps: CallStep[];
	talkSeconds: number;
	scenario: number | null;
}

/** How probable each ending is. */
const PROBABILITIES: Array<[Ending, number]> = [
	['completed', 0.7],
	['no_answer', 0.12],
	['busy', 0.08],
	['voicemail', 0.07],
	['failed', 0.03],
];

/** The plan of a call. */
export function planCall(
	seed: number,
	toNumber: string,
	attempt: number,
	useCase: string | null,
): CallPlan {
	const key = `${seed}:${toNumber}:${attempt}`;
	const ending = endingOf(fraction(`${key}:ending`));
	const ringing: CallStep = { after: between(1, 3, `${key}:dial`), status: 'ringing' };
	const silent = { ending, talkSeconds: 0, scenario: null };
	if (ending === 'failed') return { ...silent, steps: [{ after: ringing.after, status: ending }] };
	if (ending === 'busy') return { ...silent, steps: [ringing, { after: 2, status: ending }] };
	if (ending === 'no_answer') return { ...silent, steps: [ringing, { after: 30, status: ending }] };

	const talkSeconds =
		ending === 'voicemail' ? between(20, 35, `${key}:talk`) : between(20, 240, `${key}:talk`);
	return {
		ending,
		talkSeconds,
		scenario: ending === 'completed' ? scenarioFor(key, useCase) : null,
		steps: [
			ringing,
			{ after: between(4, 18, `${key}:ring`), status: 'in_progress' },
			{ after: talkSeconds, status: ending },
		],
	};
}

/** Credits are counted per started minute of talk. */
export function creditsFor(talkSeconds: number): number {
	return Math.ceil(talkSeconds / 60);
}

/** The scenario that belongs to that key. The key's ending must stay: it decides what every seed has always given. */
export function scenarioFor(key: string, useCase: string | null): number {
	const candidates = scenariosFor(useCase);
	return candidates[hash(`${key}:story`) % candidates.length];
}

function endingOf(fractionOfAll: number): Ending {
	let upTo = 0;
	for (const [ending, probability] of PROBABILITIES) {
		upTo += probability;
		if (fractionOfAll < upTo) return ending;
	}
	return 'failed';
}
