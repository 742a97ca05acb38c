import { appointmentReminders } from './appointmentReminders.mts';
import { callAList } from './callAList.mts';
import { callsIntoASheet } from './callsIntoASheet.mts';
import { callsToCrm } from './callsToCrm.mts';
import { doNotCall } from './doNotCall.mts';
import { mondayCampaign } from './mondayCampaign.mts';
import { speedToLead } from './speedToLead.mts';
import type { SampleTrial } from './trial.mts';

/** Every sample, in the order in which they are run: those that a trigger starts work with the calls of the others. */
export const trials: readonly SampleTrial[] = [
	mondayCampaign,
	callAList,
	callsToCrm,
	speedToLead,
	appointmentReminders,
	callsIntoASheet,
	doNotCall,
];
