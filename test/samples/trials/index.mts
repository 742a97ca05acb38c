import { agentGetsWorse } from './agentGetsWorse.mts';
import { agentsInGit } from './agentsInGit.mts';
import { appointmentReminders } from './appointmentReminders.mts';
import { callAgain } from './callAgain.mts';
import { callAList } from './callAList.mts';
import { callMe } from './callMe.mts';
import { callMeTomorrow } from './callMeTomorrow.mts';
import { callsToCrm } from './callsToCrm.mts';
import { campaignInSlices } from './campaignInSlices.mts';
import { creditGuard } from './creditGuard.mts';
import { doNotCall } from './doNotCall.mts';
import { mondayCampaign } from './mondayCampaign.mts';
import { newClient } from './newClient.mts';
import { phoneAsATool } from './phoneAsATool.mts';
import { phoneForAnyAi } from './phoneForAnyAi.mts';
import { receptionist } from './receptionist.mts';
import { rememberTheCaller } from './rememberTheCaller.mts';
import { rehearsal } from './rehearsal.mts';
import { rollOut } from './rollOut.mts';
import { scoreACall } from './scoreACall.mts';
import { speedToLead } from './speedToLead.mts';
import type { SampleTrial } from './trial.mts';
import { whoIsThisCaller } from './whoIsThisCaller.mts';
import { weeklyReport } from './weeklyReport.mts';

/**
 * Every sample, in the order in which they are run. "Call again" is the first: its Calling Rules count earlier calls to the same people. Those that a
 * trigger starts work with the calls of the others. "Weekly report" comes after "Score a call", whose scores it shows, and adds calls that are too old for
 * the triggers before it.
 */
export const trials: readonly SampleTrial[] = [
	callAgain,
	callMe,
	mondayCampaign,
	callAList,
	creditGuard,
	callsToCrm,
	speedToLead,
	appointmentReminders,
	phoneAsATool,
	phoneForAnyAi,
	receptionist,
	agentsInGit,
	rollOut,
	newClient,
	rehearsal,
	scoreACall,
	weeklyReport,
	agentGetsWorse,
	doNotCall,
	callMeTomorrow,
	rememberTheCaller,
	whoIsThisCaller,
	campaignInSlices,
];
