import type { JsonObject } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';

/** A balance from which nothing is paid. */
const UNUSED = { currency: 'EUR', balance: 1_000_000 };

/** The credit balance as the quirk has it. */
export function balanceAnswer({ credits }: JsonObject, manner: Quirks['balance']): JsonObject {
	if (manner === 'credits') return { credits };
	return { balances: [UNUSED, { currency: 'USD', balance: credits }] };
}
