/**
 * How a conversation goes: `{slot}` and the like are filled in from the call. `{to}` is a space and the name of the contact, or nothing if the call has
 * no name; `{name}` is for the beginning of a sentence, and there "The contact" without a name.
 */
export interface Scenario {
	useCase: string;
	outcome: string;
	sentiment: 'positive' | 'neutral' | 'negative';
	success: boolean;
	summary: string;
	fields: Record<string, string | number | boolean>;
	/** Agent and contact in turn, the agent first. */
	turns: string[];
}

/** What an agent says to a voicemail. */
export const VOICEMAIL_MESSAGE =
	'Hello{to}, this is {agent} calling for Example Organization. {note} Sorry I missed you, I will try again another day.';

/** Every scenario. A call keeps the place of its own, so new ones come at the end. */
export const SCENARIOS: readonly Scenario[] = [
	{
		useCase: 'appointment_setting',
		outcome: 'appointment_booked',
		sentiment: 'positive',
		success: true,
		summary: '{name} agreed to an appointment on {slot}.',
		fields: { appointment: '{slot}', reminder_wanted: true },
		turns: [
			'Hello{to}, this is {agent} from Example Organization. Do you have a minute?',
			'Yes, I have.',
			'{note} I would like to find a time for a short appointment. Would {slot} suit you?',
			'Let me look. Yes, that works.',
			'Lovely. Shall I send a reminder the day before?',
			'Please do.',
			'Then {slot} it is. Thank you{to}, and goodbye.',
		],
	},
	{
		useCase: 'appointment_setting',
		outcome: 'appointment_booked',
		sentiment: 'positive',
		success: true,
		summary: '{name} took {slot} after a question about the length.',
		fields: { appointment: '{slot}', reminder_wanted: false },
		turns: [
			'Good day{to}, {agent} here from Example Organization. {note}',
			'Oh yes, I was waiting for your call. How long would it take?',
			'About half an hour. The next free time is {slot}.',
			'Good, put me down for that.',
			'Done. Do you want a reminder?',
			'No need, it is in my calendar.',
			'Perfect. See you then.',
		],
	},
	{
		useCase: 'appointment_setting',
		outcome: 'callback_requested',
		sentiment: 'neutral',
		success: false,
		summary: '{name} was busy and asked to be called again in the evening.',
		fields: { preferred_time: 'evening' },
		turns: [
			'Hello{to}, this is {agent} from Example Organization. {note}',
			'I am in the middle of something. Can you call this evening?',
			'Of course. After six?',
			'After six is fine.',
			'I will make a note of it. Goodbye.',
		],
	},
	{
		useCase: 'appointment_setting',
		outcome: 'wrong_number',
		sentiment: 'neutral',
		success: false,
		summary: '{name} has another number.',
		fields: { number_valid: false },
		turns: [
			'Hello{to}, this is {agent} from Example Organization. {note}',
			'You have the wrong number.',
			'I am sorry, I will correct our records. Have a good day.',
			'No harm done. Bye.',
		],
	},
	{
		useCase: 'lead_qualification',
		outcome: 'interested',
		sentiment: 'positive',
		success: true,
		summary: '{name} wants an offer for a team of twelve before the end of the quarter.',
		fields: { team_size: 12, budget_approved: true, timeline: 'this quarter' },
		turns: [
			'Hello{to}, {agent} from Example Organization. {note} Do you have two minutes?',
			'Two minutes, yes.',
			'How many people would work with it?',
			'Twelve, perhaps more next year.',
			'And is there a budget for it already?',
			'It was approved last week. We want to decide this quarter.',
			'Then I will have an offer sent to you. Thank you{to}.',
			'Thanks, bye.',
		],
	},
	{
		useCase: 'lead_qualification',
		outcome: 'interested',
		sentiment: 'neutral',
		success: true,
		summary: '{name} is comparing suppliers and asked for written information.',
		fields: { team_size: 4, budget_approved: false, timeline: 'next year' },
		turns: [
			'Good day{to}, my name is {agent}, from Example Organization.',
			'Good day. What is it about?',
			'{note} May I ask where you are in your search?',
			'Early. We are four people and we compare three suppliers.',
			'When would you like to start?',
			'Next year. Please send something in writing.',
			'I will. You will have it tomorrow.',
		],
	},
	{
		useCase: 'lead_qualification',
		outcome: 'not_interested',
		sentiment: 'negative',
		success: false,
		summary: '{name} has a supplier and does not want further calls.',
		fields: { do_not_call: true },
		turns: [
			'Hello{to}, this is {agent} from Example Organization. {note}',
			'We have a supplier and we are happy. Please take me off the list.',
			'I will see to it right away. Thank you for telling me.',
			'Goodbye.',
		],
	},
	{
		useCase: 'lead_qualification',
		outcome: 'callback_requested',
		sentiment: 'neutral',
		success: false,
		summary: '{name} asked to be called back next week, when a colleague is there.',
		fields: { preferred_time: 'next week' },
		turns: [
			'Hello{to}, {agent} from Example Organization. {note}',
			'That would be for my colleague as well, who is away until Monday.',
			'Shall I call back next week?',
			'Yes, Tuesday would be good.',
			'Tuesday it is. Until then.',
		],
	},
	{
		useCase: 'customer_survey',
		outcome: 'survey_completed',
		sentiment: 'positive',
		success: true,
		summary: '{name} gave nine points and praised the quick delivery.',
		fields: { score: 9, would_recommend: true, praised: 'delivery' },
		turns: [
			'Hello{to}, {agent} from Example Organization. {note} May I ask three short questions?',
			'Go ahead.',
			'From zero to ten, how satisfied are you?',
			'Nine.',
			'What did you like best?',
			'It came quickly, two days earlier than promised.',
			'And would you recommend us?',
			'I already have.',
			'That is good to hear. Thank you for your time!',
		],
	},
	{
		useCase: 'customer_survey',
		outcome: 'survey_completed',
		sentiment: 'negative',
		success: true,
		summary: '{name} gave four points because support took three days to answer.',
		fields: { score: 4, would_recommend: false, criticised: 'support' },
		turns: [
			'Good day{to}, this is {agent} from Example Organization. {note} How satisfied are you, from zero to ten?',
			'Four. I waited three days for an answer from support.',
			'I am sorry about that. Would you recommend us as it stands?',
			'Not at the moment.',
			'Thank you for being frank. I will pass it on.',
		],
	},
	{
		useCase: 'customer_survey',
		outcome: 'not_interested',
		sentiment: 'neutral',
		success: false,
		summary: '{name} does not take part in surveys.',
		fields: { do_not_call: false },
		turns: [
			'Hello{to}, {agent} from Example Organization. {note} Would you answer three questions?',
			'I never do surveys, sorry.',
			'No problem at all. Have a nice day.',
			'You too.',
		],
	},
	{
		useCase: 'customer_survey',
		outcome: 'callback_requested',
		sentiment: 'positive',
		success: false,
		summary: '{name} would gladly answer, but tomorrow.',
		fields: { preferred_time: 'tomorrow' },
		turns: [
			'Hello{to}, {agent} here from Example Organization. {note} Is this a good moment?',
			'I am driving. Tomorrow I have time.',
			'Then tomorrow. Drive safely!',
			'Thanks, bye.',
		],
	},
];

/** The scenarios of that use case, as places in `SCENARIOS`; all of them when the use case is not known here. */
export function scenariosFor(useCase: string | null): number[] {
	const all = SCENARIOS.map((_, index) => index);
	const own = all.filter((index) => SCENARIOS[index].useCase === useCase);
	return own.length > 0 ? own : all;
}
