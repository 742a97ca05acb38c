import type { Handlers } from './http.mts';
import type { Platform } from '../domain/platform.mts';
import { agentPartHandlers } from './agentParts.mts';
import { agentHandlers } from './agents.mts';
import { analyticsHandlers } from './analytics.mts';
import { authHandlers } from './auth.mts';
import { billingHandlers } from './billing.mts';
import { callbackHandlers } from './callbacks.mts';
import { callResultHandlers } from './callResults.mts';
import { callHandlers } from './calls.mts';
import { campaignFileHandlers } from './campaignFiles.mts';
import { campaignHandlers } from './campaigns.mts';
import { knowledgeBaseHandlers } from './knowledgeBase.mts';
import { phoneNumberHandlers } from './phoneNumbers.mts';
import { userHandlers } from './users.mts';

/*
 * The routes room: one handler for each operation of the contract, found by its operationId. A handler turns a request
 * that is valid and allowed into calls of the domain, and the result into an answer. The server calls it. It knows no
 * login and no validation, and it changes no table itself: the domain does.
 */

/** Every handler of the API by its operationId. */
export function handlersOf(platform: Platform): Handlers {
	return {
		...authHandlers(platform),
		...agentHandlers(platform),
		...agentPartHandlers(platform),
		...knowledgeBaseHandlers(platform),
		...callHandlers(platform),
		...campaignHandlers(platform),
		...campaignFileHandlers(platform),
		...callResultHandlers(platform),
		...callbackHandlers(platform),
		...phoneNumberHandlers(platform),
		...analyticsHandlers(platform),
		...billingHandlers(platform),
		...userHandlers(platform),
	};
}
