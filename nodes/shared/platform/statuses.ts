import { listOf } from './names';

/** What a call's status word means. `unknown`: a word this package does not know, or one that may mean either. */
export type CallState = 'ended' | 'not_reached' | 'failed' | 'in_progress' | 'unknown';

export type CampaignState = 'finished' | 'cancelled' | 'open' | 'unknown';

/** What a campaign does, by its status word. Those that are neither finished nor cancelled are open. */
export type CampaignActivity =
	'finished' | 'cancelled' | 'not_started' | 'running' | 'paused' | 'unknown';

/*
 * The API document shows no status words. They are assigned to these families, in lower case and with `_` between words.
 *
 * Words that may mean either are missing on purpose. "Answered", "connected" and "transferred" may be said of a call in progress or of one
 * that is over; "success" may be said of the request.
 */
const CALL_STATUSES: Record<Exclude<CallState, 'unknown'>, readonly string[]> = {
	ended: listOf(`
		completed complete completed_successfully successfully_completed ended end finished done closed terminated successful succeeded
		hung_up hangup hangup_user hangup_agent user_hangup agent_hangup customer_hangup contact_hangup user_ended agent_ended
		customer_ended user_ended_call agent_ended_call assistant_ended_call customer_ended_call disconnected
	`),
	not_reached: listOf(`
		no_answer not_answered did_not_answer user_no_answer customer_did_not_answer dial_no_answer no_pickup busy line_busy user_busy
		customer_busy dial_busy voicemail voice_mail voicemail_reached voicemail_left left_voicemail machine answering_machine
		machine_detected unanswered unreachable unavailable not_reached missed no_response timeout timed_out ring_timeout
	`),
	failed: listOf(`
		failed failure fail error errored dial_failed canceled cancelled rejected declined aborted expired undeliverable not_connected
		blocked invalid_number unallocated_number
	`),
	in_progress: listOf(`
		in_progress ongoing active live running ringing queued in_queue pre_queue queuing pending waiting created new accepted registered
		initiated initiating initializing scheduled planned trying calling dialing dialling started starting connecting speaking talking
		in_call on_hold forwarding transferring
	`),
};

const CAMPAIGN_STATUSES: Record<Exclude<CampaignActivity, 'unknown'>, readonly string[]> = {
	finished: listOf('finished completed complete done ended'),
	cancelled: listOf('cancelled canceled stopped aborted terminated'),
	not_started: listOf('draft created new pending ready scheduled queued'),
	running: listOf('started starting active running in_progress ongoing resumed'),
	paused: ['paused'],
};

/**
 * How a name or a text says that somebody asked not to be called again, and what it may have between these words: `Customer asked to opt out`, and
 * not "How to opt out".
 */
export const OPT_OUT = {
	words: listOf(`
		do_not_call do_not_contact do_not_phone do_not_dial do_not_ring dont_call dont_contact dont_phone dont_ring never_call
		no_more_call no_further_call no_further_contact not_to_be_called not_to_be_contacted stop_call stop_calling stop_contacting dnc
		opt_out opted_out opts_out opting_out unsubscribe unsubscribed remove_me be_removed remove_from_list removed_from_list
		take_me_off
	`),
	between: listOf(`
		a an the to at on by in of from for is was has had be been and or i me my us our your you he she they him her them please again any
		anymore more ever wants want wanted wish wishes asked asks ask asking request requests requested user customer contact person
		callee lead recipient caller list lists status outcome disposition result flag date time call calls called calling phone voice
		number
	`),
} as const;

/*
 * What speaks against calling a contact again, wherever it stands in a row: in the name of a field or in a text. A word counts if its parts stand
 * there one after the other: `opt_out` is also found in `voiceOptOutDate`, and `do_not_call` in "Please do not call again".
 */
export const CONTACT_SIGNS = {
	/** Words that count in any text. In the name of a field they count unless the field says no. */
	not_to_call: [
		...OPT_OUT.words,
		...listOf(`
		do_not_disturb no_call no_contact not_call not_to_call not_be_called not_contact not_be_contacted cannot_be_called cannot_call ndnc
		dnd litigator blocked block_list block_listed black_list black_listed deny_list deny_listed banned barred suppressed suppression
		suppression_list excluded exclusion exclusion_list revoked withdrawn objected complained complaint deceased erasure forgotten
		robinson robinson_list invalid invalid_number unallocated_number wrong_number wrong_person wrong_party bad_number unassigned
		unallocated not_in_service out_of_service not_in_use no_longer_in_use nonexistent non_existing does_not_exist not_exist
		no_such_number disconnected_number number_disconnected line_disconnected number_changed
	`),
	],
	/** Words that count only in the name of a field, and speak against calling if the field says no. */
	allowed: listOf(`
		consent consented permission opt_in opted_in subscribed callable contactable dialable can_call may_call can_be_called may_be_called
		can_contact may_contact can_be_contacted allow_call call_allowed calling_allowed allowed_to_call ok_to_call valid in_service
		eligible contact_preference call_preference phone_preference preference_call preference_phone preference_voice authorized authorised
		number_status phone_status line_status number_state number_validity phone_validity
	`),
	planned: listOf(`
		callback call_back call_me_back call_again call_later next_attempt next_call next_retry next_try next_dial next_contact
		next_callback retry_at retry_on retry_after retry_time retry_date will_retry retry_scheduled retry_planned retry_pending
		retries_pending retries_left pending_retries remaining_retries retries_remaining attempts_left attempts_remaining remaining_attempts
		reschedule rescheduled scheduled follow_up postponed snoozed requeued
	`),
	answered: listOf('answered answer_time picked_up connected reached bridged'),
	spoken: listOf(`
		talk talked talk_time talking spoke spoken speech conversation transcript transcription human live_person user_turn turn turn_count
		utterance messages dialogue sentiment transferred not_interested uninterested not_qualified disqualified refused
	`),
	success: listOf(`
		success successful successfully succeeded goal_reached goal_achieved goal_met goal_completed objective_met objective_reached
		achieved objective_achieved converted conversion booked booking meeting_set appointment_set appointment_made appointment_id
		meeting_id interested qualified sold sale purchase purchased won resolved agreed
	`),
} as const;

/**
 * How a text says that somebody was not reached, beside the words of calls, and what it may have between them: `Left a voicemail`, and not "No
 * voicemail".
 */
export const CONTACT_MISSES = {
	words: listOf(`
		not_pick_up not_picked_up no_pick_up didnt_pick_up not_answer not_answering didnt_answer no_one_answered nobody_answered rang_out
		not_available not_be_reached not_reach mailbox answer_machine amd busy_tone busy_signal answerphone vm
	`),
	between: listOf(`
		a an the to at on by in via of was is has had did could been went sent left message call called dial dialed phone line user customer
		contact person callee lead recipient detected hit got reached system automated after beep ring rings seconds sec s end they he she
		it and
	`),
} as const;

/*
 * Words about a contact of a campaign. A call's words say the rest. Of a contact, some of them are said of the record: it is new or active,
 * whether or not somebody was called.
 */
const CONTACT_STATUSES = {
	reached: listOf(
		'answered answered_by_human human_answered picked_up connected reached transferred',
	),
	withdrawn: listOf('canceled cancelled aborted expired'),
	added: ['new', 'created'],
	record: listOf('active live accepted registered'),
} as const;

const FLAG_WORDS = {
	yes: listOf('true yes 1 success successful'),
	no: listOf('false no 0 failure failed unsuccessful'),
};

/** A status word without what may be between its parts: `no_answer`, `No Answer`, `no-answer` and `NoAnswer` are one word. */
const statusWord = (status: string): string => status.toLowerCase().replace(/[\s_.:-]+/g, '');

/** How programs write the member of an enum: `CampaignStatus.FINISHED`. The member is the word. */
const MEMBER =
	/^\s*(?:(?!Not?[A-Z])[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|Status|State|Outcome|Result)\.(\w+)\s*$/;

/** A status as it is compared, as a whole, and then as the member of an enum. Only a text is a word: a number or an object says nothing. */
const statusWords = (status: unknown): string[] =>
	typeof status === 'string'
		? [status, ...(MEMBER.exec(status)?.slice(1) ?? [])].map(statusWord)
		: [];

/** The words of these families, as `statusWord` has them, each with its family. A word may also begin with `call_`. */
function familiesByWord<Family extends string>(
	families: Record<Family, readonly string[]>,
): ReadonlyMap<string, Family> {
	const entries = Object.entries(families) as Array<[Family, readonly string[]]>;
	return new Map(
		entries.flatMap(([family, words]) =>
			words.flatMap((word) =>
				[word, `call_${word}`].map((written) => [statusWord(written), family] as const),
			),
		),
	);
}

const callStates = familiesByWord(CALL_STATUSES);
const contactWords = familiesByWord<ContactWord>({
	...CONTACT_STATUSES,
	not_to_call: CONTACT_SIGNS.not_to_call,
});
const campaignActivities = familiesByWord(CAMPAIGN_STATUSES);

const familyOf = <Family>(families: ReadonlyMap<string, Family>, status: unknown) =>
	statusWords(status)
		.map((word) => families.get(word))
		.find((family) => family !== undefined);

/** What a status word means. */
export const callState = (status: unknown): CallState => familyOf(callStates, status) ?? 'unknown';

export const campaignActivity = (status: unknown): CampaignActivity =>
	familyOf(campaignActivities, status) ?? 'unknown';

export function campaignState(status: unknown): CampaignState {
	const activity = campaignActivity(status);
	return ['not_started', 'running', 'paused'].includes(activity)
		? 'open'
		: (activity as CampaignState);
}

/** The words of calls that were not reached. */
export const CALL_MISSES = CALL_STATUSES.not_reached;

/** Whether a status word is one of these words, however its parts are joined. */
export function isOneOf(status: unknown, words: readonly string[]): boolean {
	const wanted = words.map(statusWord);
	return statusWords(status).some((word) => wanted.includes(word));
}

type ContactWord = keyof typeof CONTACT_STATUSES | 'not_to_call';

/** What a status word says of a contact beyond what it says of a call; undefined if nothing. */
export const contactWord = (status: unknown): ContactWord | undefined =>
	familyOf(contactWords, status);

/** Yes or no, as a boolean or as a word; null if it is neither. */
export function readFlag(value: unknown): boolean | null {
	if (typeof value === 'boolean') return value;
	if (typeof value === 'object') return null;
	const word = String(value).trim().toLowerCase();
	if (FLAG_WORDS.yes.includes(word)) return true;
	return FLAG_WORDS.no.includes(word) ? false : null;
}

/** Who called whom: `inbound`, a person called the agent; `outbound`, the agent called a person. */
export type CallDirection = 'inbound' | 'outbound';

const DIRECTIONS: Record<CallDirection, RegExp> = {
	inbound: /^(?:\w+\.)?(in$|inbound|incoming)/i,
	outbound: /^(?:\w+\.)?(out$|outbound|outgoing)/i,
};

/** What a direction means, as the platform writes it: `Outgoing`, `outbound-api`, `CallDirection.OUTBOUND`; undefined if it says nothing that is known. */
export function callDirection(written: unknown): CallDirection | undefined {
	const text = typeof written === 'string' ? written.trim() : '';
	if (DIRECTIONS.inbound.test(text)) return 'inbound';
	return DIRECTIONS.outbound.test(text) ? 'outbound' : undefined;
}

/** Every word of every family, for the generated page docs/columns.md. */
export const STATUS_FAMILIES = {
	Call: CALL_STATUSES,
	Campaign: CAMPAIGN_STATUSES,
	Person: { opted_out: OPT_OUT.words },
	Contact: { ...CONTACT_STATUSES, not_reached: CONTACT_MISSES.words, ...CONTACT_SIGNS },
} as const;
