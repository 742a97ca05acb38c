import type { Clock } from '../../nodes/shared/calling/memory/workflowLock';

/** Reproducible numbers from 0 to 1. */
export { drawsFrom as randomFrom } from '../../harness/draws.mts';

interface Event {
	at: number;
	go: () => void;
}

/**
 * Several processes in a time of their own: each wait is an event, the events happen in the order of their times, and any of them can be
 * the last of its process.
 */
export class Timeline {
	now = 0;
	private events: Event[] = [];

	/** Resolves after so long. */
	async wait(milliseconds: number): Promise<void> {
		await new Promise<void>((go) => this.events.push({ at: this.now + milliseconds, go }));
	}

	/** Lets everything happen, until nothing is left or this much time has passed. */
	async run(limitMs: number): Promise<void> {
		for (;;) {
			// What the last event set off comes to its next wait.
			await new Promise((resolve) => setImmediate(resolve));
			const next = this.events.reduce<Event | undefined>(
				(first, event) => (first && first.at <= event.at ? first : event),
				undefined,
			);
			if (!next || next.at > limitMs) return;
			this.events = this.events.filter((event) => event !== next);
			this.now = next.at;
			next.go();
		}
	}
}

/** A process that can be killed: then none of its waits ends. */
export class Process {
	isKilled = false;

	constructor(private readonly timeline: Timeline) {}

	get clock(): Clock {
		const sleep = async (milliseconds: number) => await this.wait(milliseconds);
		return { now: () => this.timeline.now, sleep };
	}

	async wait(milliseconds: number): Promise<void> {
		await this.timeline.wait(milliseconds);
		if (this.isKilled) await new Promise(() => undefined);
	}
}
