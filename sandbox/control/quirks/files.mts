import type { JsonObject } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';

/** The link to an invoice as the quirk has it. */
export function invoiceAnswer({ url }: JsonObject, manner: Quirks['invoiceLink']): JsonObject {
	if (manner === 'relative') return { url: url.replace(new URL(url).origin, '') };
	return manner === 'otherName' ? { invoice_pdf: url } : { url };
}
