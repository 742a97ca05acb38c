import type { FieldError } from '../../common/errors.mts';
import type { Quirks } from '../../simulation/behaviour.mts';

/** Refusals that are about the business, not about the request. */
const BUSINESS_FAILURES = [402, 409];

/** An error before the quirks. */
export interface Refusal {
	status: number;
	message: string;
	detail?: FieldError[];
}

/** An error as it is sent: its status, its body and its content type. */
export function shapeError(
	{ status, message, detail }: Refusal,
	{ errorShape, refusal }: Pick<Quirks, 'errorShape' | 'refusal'>,
): { status: number; type: string; body: string } {
	if (refusal === 'successFalse' && BUSINESS_FAILURES.includes(status))
		return { status: 200, ...json({ success: false, message }) };
	if (errorShape === 'html') {
		const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
		return {
			status,
			type: 'text/html; charset=utf-8',
			body: `<!doctype html><html><head><title>${status}</title></head><body><h1>${text}</h1></body></html>`,
		};
	}
	const bodies = {
		message: { message, ...(detail && { detail }) },
		detail: { detail: message },
		detailList: { detail: detail ?? [{ loc: [], msg: message }] },
		error: { error: message },
		errors: { errors: [{ message }] },
		title: { title: message, status },
	};
	return { status, ...json(bodies[errorShape]) };
}

function json(body: object): { type: string; body: string } {
	return { type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}
