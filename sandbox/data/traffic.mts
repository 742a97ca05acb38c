const KEPT_REQUESTS = 10_000;
/** Cutting the log at every request would copy it at every request. */
const SLACK = 1_000;

/** One request; `status` and `bytes` stay null when no answer was sent. */
export interface RequestRecord {
	at: string;
	method: string;
	path: string;
	query: string;
	status: number | null;
	bytes: number | null;
}

/** A defect of the sandbox itself: an answer its contract does not allow, or an error nobody meant to throw. */
export interface Violation {
	at: string;
	operationId: string;
	status: number | null;
	reason: string;
}

/** The log of requests, and of the sandbox's own defects. */
export class Traffic {
	total = 0;
	violations: Violation[] = [];
	#requests: RequestRecord[] = [];

	record(record: RequestRecord): void {
		this.total++;
		this.#requests.push(record);
		if (this.#requests.length > KEPT_REQUESTS + SLACK) this.#requests.splice(0, SLACK);
	}

	latest(): RequestRecord[] {
		return this.#requests.slice(-KEPT_REQUESTS);
	}

	forgetRequests(): void {
		this.#requests = [];
	}

	clear(): void {
		this.total = 0;
		this.violations = [];
		this.forgetRequests();
	}
}
