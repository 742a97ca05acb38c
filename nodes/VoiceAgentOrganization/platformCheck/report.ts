import type { IDataObject } from 'n8n-workflow';
import type { ReportRead } from '../../shared/operation';
import type { Check, Finding } from './finding';
import * as answers from './answerFindings';
import * as lists from './listFindings';
import * as values from './valueFindings';
import type { Seen } from './readPlatform';
import { readPlatform } from './readPlatform';

const RESPONSE_PATH = "Set Advanced → 'Response Path' to where the rows or the object are";
const MORE_QUERY =
	"Enter the names of your platform under Advanced → 'Additional Query Parameters'";
const RAW = "Set 'Output' to Raw to get what the platform sends";
const LIMIT = "Set 'Limit' instead of 'Return All'";
/** n8n shows an empty cell in red. */
const NOTHING = '–';

/** What is assumed, as docs/internals/api-assumptions.md names it, and what to do if the platform is different. In the order of the output. */
export const CHECKS: ReadonlyArray<readonly [assumption: string, check: Check, whatToDo: string]> =
	[
		['Shape of a list answer', answers.listShape, RESPONSE_PATH],
		['Shape of an answer about one thing', answers.objectShape, RESPONSE_PATH],
		[
			'Answer for an empty list',
			answers.emptyList,
			"These lists are an error if they have no rows. Set Settings → 'On Error' to Continue in their nodes",
		],
		[
			'Place of the message in an error',
			answers.errorMessage,
			'Nothing can be set. Errors show the status and what it usually means',
		],
		['Which role may read what', answers.permissions, NOTHING],
		['What the offset counts', lists.offset, LIMIT],
		['Answer behind the end of a list', lists.end, LIMIT],
		["Names of the call list's filters", lists.callFilterNames, MORE_QUERY],
		[
			'Field that says when a row was added',
			lists.addedAt,
			'Nothing is lost. Set a longer time between two polls, if they take too long',
		],
		['Name of an identifier', lists.identifiers, `${RAW}. Choose By ID and enter the ID`],
		['Fields of a call', values.callColumns, RAW],
		['Fields of a campaign', values.campaignColumns, RAW],
		['Fields of a contact of a campaign', values.contactColumns, RAW],
		['Form of an analysis', values.analysis, RAW],
		['Form of a transcript', values.transcript, RAW],
		[
			"Words for a call's status",
			values.callStatuses,
			"Use the status column, which is returned unchanged. Trigger: set Advanced → 'Statuses of Ended Calls'",
		],
		[
			'When a call has ended and its analysis is complete',
			values.callsOver,
			"Trigger: set Advanced → 'Statuses of Ended Calls' and 'Wait for Transcript (Minutes)'",
		],
		[
			'Words for a finished or cancelled campaign',
			values.campaignStatuses,
			"Use the status column. Trigger: set Advanced → 'Finished Statuses'",
		],
		[
			'Words for a contact that was not reached',
			values.contactStatuses,
			"Get Not Reached: set Advanced → 'Not Reached Statuses'",
		],
		['Form of times', values.times, RAW],
		['Name of the credit balance', answers.balanceName, NOTHING],
	];

function shownAdvice(whatToDo: string, finding: Finding): string {
	if (finding.result === 'holds') return NOTHING;
	if (finding.whatToDo !== undefined) return finding.whatToDo;
	const isUnseen = finding.result === 'cannot be seen' && whatToDo !== NOTHING;
	return isUnseen ? `If it is different: ${whatToDo}` : whatToDo;
}

/** What needs attention comes first. */
const RESULTS: ReadonlyArray<Finding['result']> = ['does not hold', 'holds', 'cannot be seen'];

/** One row for each assumption: whether it holds, what was found, and what to set. */
export function reportOf(seen: Seen): IDataObject[] {
	const rows = CHECKS.map(([assumption, check, whatToDo]) => {
		const finding = check(seen);
		const { result, found } = finding;
		return { assumption, result, found, what_to_do: shownAdvice(whatToDo, finding) };
	});
	return RESULTS.flatMap((result) => rows.filter((row) => row.result === result));
}

/** Reads the platform and compares it with what this package assumes. */
export const checkPlatform = async (read: ReportRead): Promise<IDataObject[]> =>
	reportOf(await readPlatform(read));
