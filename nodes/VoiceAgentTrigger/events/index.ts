import type { TriggerEvent } from '../event';
import { callEnded } from './callEnded';
import { campaignFinished } from './campaignFinished';
import { figureCrossesLimit } from './figureCrossesLimit';
import { newCall } from './newCall';
import { newBooking, newCallback, newTransfer } from './newRow';

/** All that can start a workflow. The first one is the default; a new one is shown with its parameters as soon as it is named here. */
export const events: readonly TriggerEvent[] = [
	callEnded,
	newCall,
	newBooking,
	newCallback,
	newTransfer,
	campaignFinished,
	figureCrossesLimit,
];
