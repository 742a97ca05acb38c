/** Where in the request a refused value is, and why it was refused. */
export interface FieldError {
	loc: Array<string | number>;
	msg: string;
}

/** An answer the platform gives on purpose; everything else that is thrown is a defect of the sandbox. */
export class ApiError extends Error {
	readonly status: number;
	readonly detail: FieldError[] | undefined;

	constructor(status: number, message: string, detail?: FieldError[]) {
		super(message);
		this.status = status;
		this.detail = detail;
	}
}

/** A 422 for one value. */
export function invalid(loc: FieldError['loc'], msg: string): ApiError {
	return validationError([{ loc, msg }]);
}

/** A 422 for one value or several. */
export function validationError(detail: FieldError[]): ApiError {
	const [first] = detail;
	const others = detail.length > 1 ? ` (and ${detail.length - 1} more)` : '';
	return new ApiError(
		422,
		`${first.loc.slice(1).join('.') || first.loc[0]}: ${first.msg}${others}`,
		detail,
	);
}
