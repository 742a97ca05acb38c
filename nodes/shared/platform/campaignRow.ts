import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject, readNumber, readText } from '../http/response';
import { isoTimestamp } from '../values/timestamp';

const FINISHED = /^(finished|completed|complete|done|ended|cancell?ed|stopped)$/i;

/** One campaign as one flat row with stable column names. A column the platform says nothing about is null. */
export function campaignRow(campaign: IDataObject): IDataObject {
	const progress = isObject(campaign.progress)
		? campaign.progress
		: isObject(campaign.stats)
			? campaign.stats
			: {};
	const count = (...names: string[]) =>
		readNumber(firstOf(progress, names) ?? firstOf(campaign, names));
	const status = readText(firstOf(campaign, ['status', 'state', 'campaign_status']));
	return {
		campaign_id: readText(firstOf(campaign, ['campaign_id', 'id', 'campaignId', 'uuid'])),
		name: readText(firstOf(campaign, ['name', 'campaign_name', 'title'])),
		status,
		is_finished: FINISHED.test(status ?? ''),
		agent_id: readText(firstOf(campaign, ['agent_id', 'agentId'])),
		created_at: isoTimestamp(firstOf(campaign, ['created_at', 'createdAt'])),
		started_at: isoTimestamp(firstOf(campaign, ['started_at', 'startedAt', 'start_time'])),
		finished_at: isoTimestamp(
			firstOf(campaign, ['finished_at', 'finishedAt', 'completed_at', 'ended_at']),
		),
		contacts_total: count('total', 'total_contacts', 'contacts_count', 'total_numbers'),
		contacts_pending: count('pending', 'remaining', 'queued'),
		contacts_in_progress: count('in_progress', 'active', 'calling'),
		contacts_done: count('done', 'completed', 'called', 'processed'),
		contacts_connected: count('connected', 'answered', 'successful'),
		contacts_failed: count('failed', 'failures', 'unsuccessful'),
		...onlyIfPresent(campaign, ['accepted', 'rejected', 'added']),
	};
}

/** What an upload reports beside the campaign itself. */
function onlyIfPresent(row: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(
		names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
	);
}
