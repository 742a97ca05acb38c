import type { TriggerEvent } from '../event';
import { callEnded } from './callEnded';
import { campaignFinished } from './campaignFinished';
import { figureCrossesLimit } from './figureCrossesLimit';
import { newCall } from './newCall';
import { newBooking, newCallback, newTransfer } from './newRow';

/** All that can start a workflow, the default first. An event in this list is shown, with its parameters. */
export const events: readonly TriggerEvent[] = [
	callEnded,
	newCall,
	newBooking,
	newCallback,
	newTransfer,
	campaignFinished,
	figureCrossesLimit,
];
