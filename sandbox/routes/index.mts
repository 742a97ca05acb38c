import type { Handlers } from '../http.mts';
import type { Platform } from '../platform.mts';
import { agentHandlers } from './agents.mts';
import { authHandlers } from './auth.mts';
import { billingHandlers } from './billing.mts';
import { bookingHandlers } from './bookings.mts';
import { callHandlers } from './calls.mts';
import { campaignFileHandlers } from './campaign-files.mts';
import { campaignHandlers } from './campaigns.mts';

/** Every handler of the API by its operationId. */
export function handlersOf(platform: Platform): Handlers {
	return {
		...authHandlers(platform),
		...agentHandlers(platform),
		...callHandlers(platform),
		...campaignHandlers(platform),
		...campaignFileHandlers(platform),
		...bookingHandlers(platform),
		...billingHandlers(platform),
	};
}
