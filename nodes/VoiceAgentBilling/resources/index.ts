import type { Resource } from '../../shared/operation';
import { billingProfile } from './billingProfile';
import { invoice } from './invoice';
import { balance, transaction, usage } from './ledger';
import { plan, pricing } from './prices';
import { topUp } from './topUp';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [
	balance,
	billingProfile,
	invoice,
	plan,
	pricing,
	topUp,
	transaction,
	usage,
];
