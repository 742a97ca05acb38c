import { appointmentReminders } from './appointmentReminders.mts';
import { callAgain } from './callAgain.mts';
import { callAList } from './callAList.mts';
import { callerMemory } from './callerMemory.mts';
import { callsIntoASheet } from './callsIntoASheet.mts';
import { callsToCrm } from './callsToCrm.mts';
import { creditGuard } from './creditGuard.mts';
import { doNotCall } from './doNotCall.mts';
import { mondayCampaign } from './mondayCampaign.mts';
import { phoneAsATool } from './phoneAsATool.mts';
import { phoneForAnyAi } from './phoneForAnyAi.mts';
import { receptionist } from './receptionist.mts';
import { speedToLead } from './speedToLead.mts';
import type { SampleTrial } from './trial.mts';
import { weeklyReport } from './weeklyReport.mts';

/**
 * Every sample, in the order in which they are run. "Call again" is the first: its Calling Rules count earlier calls to the same people. Those that a
 * trigger starts work with the calls of the others.
 */
export const trials: readonly SampleTrial[] = [
	callAgain,
	mondayCampaign,
	callAList,
	creditGuard,
	weeklyReport,
	callsToCrm,
	speedToLead,
	appointmentReminders,
	callsIntoASheet,
	doNotCall,
	phoneAsATool,
	phoneForAnyAi,
	receptionist,
	callerMemory,
];
