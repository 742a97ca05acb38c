import { listOf } from './names';

/** What a call's status word means. `unknown`: a word this package does not know, or one that may mean either. */
export type CallState = 'ended' | 'not_reached' | 'failed' | 'in_progress' | 'unknown';

export type CampaignState = 'finished' | 'cancelled' | 'open' | 'unknown';

/** What a campaign does, by its status word. Those that are neither finished nor cancelled are open. */
export type CampaignActivity =
	'finished' | 'cancelled' | 'not_started' | 'running' | 'paused' | 'unknown';

/**
 * How a contact can be missed, with words for each. Get Not Reached calls these again, or those that the user chooses.
 * `failed` can also be said of a talk, by an analysis.
 */
export const MISSES = {
	no_answer: listOf(`
		no_answer not_answered not_answering unanswered did_not_answer didnt_answer user_no_answer customer_did_not_answer
		customer_didnt_answer dial_no_answer no_answer_detected no_one_answered nobody_answered no_pickup no_pick_up not_picked_up
		did_not_pick_up didnt_pick_up missed missed_call no_response timeout timed_out ring_timeout ring_no_answer rang_out no_answer_autodial
		no_user_response
	`),
	busy: listOf('busy line_busy user_busy customer_busy dial_busy busy_tone busy_signal busy_line'),
	voicemail: listOf(`
		voicemail voice_mail vm voicemail_reached voicemail_detected voicemail_left voicemail_beep voicemail_no_beep left_voicemail
		left_a_voicemail left_voice_mail left_voice_message left_vm vm_left lvm voicemail_dropped voicemail_no_message_left went_to_voicemail sent_to_voicemail hangup_on_voicemail reached_voicemail
		customer_voicemail mailbox mailbox_reached machine machine_start machine_end machine_end_beep machine_end_silence
		machine_end_other machine_detected machine_answered answered_by_machine answered_by_voicemail answer_machine answering_machine
		answering_machine_detected answering_machine_left amd amd_machine amd_detected answerphone fax fax_detected fax_machine
	`),
	not_reached: listOf(
		'not_reached could_not_be_reached could_not_reach unreachable not_reachable unavailable not_available no_contact_made subscriber_absent',
	),
	not_connected: listOf(
		'not_connected did_not_connect failed_to_connect twilio_failed_to_connect_call dial_failed undeliverable',
	),
	failed: listOf('failed failure fail error errored'),
} as const;

/*
 * Status words by family, in lower case, with `_` between words. The API document shows none. Words with two meanings
 * are left out: "answered" is said of a call in progress and of one that is over.
 */
const CALL_STATUSES: Record<Exclude<CallState, 'unknown'>, readonly string[]> = {
	ended: listOf(`
		completed complete completed_successfully successfully_completed ended end finished done closed terminated successful succeeded
		hung_up hangup hangup_user hangup_agent user_hangup agent_hangup customer_hangup contact_hangup user_ended agent_ended
		customer_ended user_ended_call agent_ended_call assistant_ended_call customer_ended_call disconnected
	`),
	not_reached: [...MISSES.no_answer, ...MISSES.busy, ...MISSES.voicemail, ...MISSES.not_reached],
	failed: [
		...MISSES.failed,
		...MISSES.not_connected,
		...listOf(`
			canceled cancelled rejected declined aborted expired blocked invalid_number unallocated_number
		`),
	],
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

/* Words about a contact of a campaign, beside those about calls. "New" and "active" are said of its record. */
const CONTACT_STATUSES = {
	/** Somebody spoke, also if a machine is said to have answered first. */
	talked: listOf('transferred human human_answered answered_by_human'),
	/** Somebody or something answered. */
	answered: listOf('answered picked_up connected reached'),
	/** Nobody can be reached at this number. */
	not_callable: listOf(`
		blocked invalid invalid_number invalid_destination invalid_phone_number unallocated_number wrong_number wrong_person wrong_party
		bad_number number_not_in_service not_in_service out_of_service no_such_number does_not_exist disconnected_number
		number_disconnected line_disconnected number_changed
	`),
	added: ['new', 'created'],
	record: listOf('active live accepted registered called dialed dialled attempted processed'),
	nothing: listOf('unknown none null nil undefined na n/a not_set'),
} as const;

const FLAG_WORDS = {
	yes: listOf('true yes 1 success successful'),
	no: listOf('false no 0 failure failed unsuccessful'),
};

/** A status word without what may be between its parts: `no_answer`, `No Answer` and `NoAnswer` are one word. */
const statusWord = (status: string): string => status.toLowerCase().replace(/[\s_.:'’-]+/g, '');

/** How programs write the member of an enum: `CampaignStatus.FINISHED`. The member is the word. */
const MEMBER =
	/^\s*(?:(?!Not?[A-Z])[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|Status|State|Outcome|Result)\.(\w+)\s*$/;

/** A status as it is compared: as a whole, and as the member of an enum (`CallStatus.ENDED` -> `ended`). Texts only. */
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
const contactWords = familiesByWord<ContactWord>(CONTACT_STATUSES);
const misses = familiesByWord<Miss>(MISSES);
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

/** Whether a status word is one of these words, however its parts are joined. */
export function isOneOf(status: unknown, words: readonly string[]): boolean {
	const wanted = words.map(statusWord);
	return statusWords(status).some((word) => wanted.includes(word));
}

type ContactWord = keyof typeof CONTACT_STATUSES;
/** A way to be missed: the name of its family. */
export type Miss = keyof typeof MISSES;

/** What a status word says of a contact beyond what it says of a call; undefined if nothing. */
export const contactWord = (status: unknown): ContactWord | undefined =>
	familyOf(contactWords, status);

/** How a contact was missed, according to a status word; undefined if the word says nothing of it. */
export const missOf = (status: unknown): Miss | undefined => familyOf(misses, status);

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

/** A direction in any spelling: `Outgoing`, `outbound-api`, `CallDirection.OUTBOUND`; undefined if it is not known. */
export function callDirection(written: unknown): CallDirection | undefined {
	const text = typeof written === 'string' ? written.trim() : '';
	if (DIRECTIONS.inbound.test(text)) return 'inbound';
	return DIRECTIONS.outbound.test(text) ? 'outbound' : undefined;
}

/** Every word of every family, for the generated page docs/columns.md. */
export const STATUS_FAMILIES = {
	Call: CALL_STATUSES,
	Campaign: CAMPAIGN_STATUSES,
	Contact: CONTACT_STATUSES,
	Missed: MISSES,
} as const;
