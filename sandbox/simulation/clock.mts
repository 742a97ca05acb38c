/** The longest wait a timer of Node can hold; a longer one would be over at once. */
const MAX_WAIT = 2 ** 31 - 1;

interface Event {
	at: number;
	action: () => void;
}

/** How a clock runs. */
export interface ClockOptions {
	mode: 'real' | 'manual';
	/** How many seconds of platform time pass while one second is waited. */
	speed: number;
	/** Wraps each batch of due events, so that they can share one transaction. */
	aroundBatch: (runBatch: () => void) => void;
	onError: (error: unknown) => void;
}

/** The only source of time: what `now` says, and when planned events happen. All times are in milliseconds. */
export class Clock {
	readonly mode: 'real' | 'manual';
	readonly speed: number;
	skew = 0;
	#manualTime = Date.now();
	#queue: Event[] = [];
	#timer: NodeJS.Timeout | undefined;
	#aroundBatch: ClockOptions['aroundBatch'];
	#onError: ClockOptions['onError'];

	constructor(options: ClockOptions) {
		this.mode = options.mode;
		this.speed = options.speed;
		this.#aroundBatch = options.aroundBatch;
		this.#onError = options.onError;
	}

	now(): number {
		return Math.floor(this.#base() + this.skew);
	}

	/** Runs the action once that many seconds of platform time have passed; `speed` shortens the wait. */
	after(platformSeconds: number, action: () => void): void {
		const event = {
			at: this.#base() + (platformSeconds * 1000) / this.speed,
			action,
		};
		// Most events are later than those that are planned already.
		const before = this.#queue.findLastIndex(({ at }) => at <= event.at);
		this.#queue.splice(before + 1, 0, event);
		if (this.#queue[0] === event) this.#arm();
	}

	/** Runs an action now, in a batch as planned ones are: for what waited for something that is on no clock. */
	run(action: () => void): void {
		this.#aroundBatch(() => this.#attempt(action));
	}

	/** Moves a manual clock forward through every event that falls due, in order. */
	advance(seconds: number): void {
		const target = this.#manualTime + seconds * 1000;
		this.#runUntil(target, (at) => (this.#manualTime = Math.max(this.#manualTime, at)));
		this.#manualTime = target;
	}

	/** Forgets every planned event. */
	clear(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#queue = [];
	}

	// The skew is left out: setting it must not make a hundred planned events due at once.
	#base(): number {
		return this.mode === 'manual' ? this.#manualTime : Date.now();
	}

	#arm(): void {
		if (this.mode === 'manual' || this.#queue.length === 0) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(
			() => {
				this.#runUntil(Date.now(), () => {});
				this.#arm();
			},
			Math.min(MAX_WAIT, Math.max(1, this.#queue[0].at - Date.now())),
		);
	}

	#runUntil(target: number, arriveAt: (at: number) => void): void {
		if (!(this.#queue[0]?.at <= target)) return;
		this.#aroundBatch(() => {
			while (this.#queue[0]?.at <= target) {
				const event = this.#queue.shift()!;
				arriveAt(event.at);
				this.#attempt(event.action);
			}
		});
	}

	#attempt(action: () => void): void {
		try {
			action();
		} catch (error) {
			this.#onError(error);
		}
	}
}
