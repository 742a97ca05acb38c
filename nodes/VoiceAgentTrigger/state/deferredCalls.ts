/** A call that is not ready to be emitted. All times are milliseconds since 1970. */
export interface Deferred {
	id: string;
	/** When the platform says the call was made; 0 if it does not. */
	time: number;
	/** When it was seen first. */
	since: number;
	/** When it was seen to be over, if it is. */
	over?: number;
	/** When the platform was last asked about it. */
	asked?: number;
}

/** The calls that are not ready to be emitted, by their keys. */
export class DeferredCalls {
	constructor(private readonly saved: Record<string, Deferred> = {}) {}

	static isSaved(saved: unknown): saved is Record<string, Deferred> {
		return typeof saved === 'object' && saved !== null && !Array.isArray(saved);
	}

	toJSON(): Record<string, Deferred> {
		return this.saved;
	}

	has(key: string): boolean {
		return Object.hasOwn(this.saved, key);
	}

	get(key: string): Readonly<Deferred> | undefined {
		return this.has(key) ? this.saved[key] : undefined;
	}

	entries(): Array<readonly [key: string, call: Readonly<Deferred>]> {
		return Object.entries(this.saved);
	}

	/** Keeps a call until it is ready. One that is deferred already stays as it is. */
	add({ key, id, time = 0 }: { key: string; id: string; time?: number }, now: number): void {
		this.saved[key] ??= { id, time, since: now };
	}

	/** The platform was asked about a deferred call. The first time that it is over counts. */
	noteAsked(key: string, now: number, isOver: boolean): void {
		const deferred = this.saved[key];
		if (!deferred) return;
		deferred.asked = now;
		if (isOver) deferred.over ??= now;
	}

	delete(key: string): void {
		delete this.saved[key];
	}
}
