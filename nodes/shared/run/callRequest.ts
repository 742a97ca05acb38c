import type { RequestParts } from '../operation';

/** Whom one request calls. The run knows no more of them than this. */
export interface CallRequest {
	/** What is sent beside them, and where to. */
	readonly request: RequestParts;
	/** Why it cannot be sent. */
	readonly problem?: Error;
	/** Whether it is certain already that nobody of it is called. Then it needs no address. */
	readonly isLeft: boolean;
	/** Whether something is wrong with single rows. */
	readonly hasWrongRows: boolean;
	/** True: the request itself places the call. False: the platform calls later, as it does for a campaign. */
	readonly placesCall: boolean;
	/** What is sent of its people. Another try of the same request is known by it. */
	readonly content: unknown;
}
