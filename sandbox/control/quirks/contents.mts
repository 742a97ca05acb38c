import type { JsonObject } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';

/** The operations that answer with a token. */
const LOGINS = ['login', 'verifyMfa'];

export const isLogin = (operationId: string) => LOGINS.includes(operationId);

/** The answer to a login as the quirk has it. */
export function loginAnswer(
	answer: JsonObject,
	manner: Quirks['login'],
): { status?: number; body: JsonObject } {
	const { access_token: token, token_type: type, mfa_required: needsCode } = answer;
	if (needsCode) {
		if (manner === 'mfaStatus') return { status: 401, body: answer };
		return { body: manner === 'mfaText' ? { ...answer, mfa_required: 'true' } : answer };
	}
	const bodies: Partial<Record<Quirks['login'], JsonObject>> = {
		camelToken: { accessToken: token, tokenType: type },
		token: { token },
		dataToken: { data: answer },
		noToken: { token_type: type },
	};
	return { body: bodies[manner] ?? answer };
}

/** The link to an invoice as the quirk has it. */
export function invoiceAnswer({ url }: JsonObject, manner: Quirks['invoiceLink']): JsonObject {
	if (manner === 'relative') return { url: url.replace(new URL(url).origin, '') };
	return manner === 'otherName' ? { invoice_pdf: url } : { url };
}
