import type { TriggerEvent } from '../event';
import { callEnded } from './callEnded';
import { campaignFinished } from './campaignFinished';
import { lowCreditBalance } from './lowCreditBalance';
import { newBooking } from './newBooking';
import { newCall } from './newCall';
import { newCallback } from './newCallback';
import { newTransfer } from './newTransfer';

/** The first one is the default. */
export const events: readonly TriggerEvent[] = [
	callEnded,
	newCall,
	newBooking,
	newCallback,
	newTransfer,
	campaignFinished,
	lowCreditBalance,
];
