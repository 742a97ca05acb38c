/** A parameter or input row that cannot be sent. Raised before anything reaches the network. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		message: string,
		/** What to do about it. */
		readonly description: string,
	) {
		super(message);
	}
}
