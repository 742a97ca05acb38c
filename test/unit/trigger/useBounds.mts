import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';

/** Other bounds for the tests around the call, mostly smaller ones. */
export function useBounds(others: Partial<Record<keyof typeof bounds, number>>): void {
	const usual = { ...bounds };
	beforeEach(() => Object.assign(bounds, others));
	afterEach(() => Object.assign(bounds, usual));
}
