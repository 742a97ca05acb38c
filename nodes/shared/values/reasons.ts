/*
 * Why somebody is not called, in a few words for a cell, and what can be done about it, for a hint.
 *   no country code -> "6 × no country code: set 'Default Country Code', …"
 */

const CALL_EVERY_TIME = "to call again, set Options → 'Duplicate Numbers' to Call Every Time";
const OTHER_TEXT = "to call again, enter another text in Options → 'Call Again When This Changes'";
const LATER = 'run it again at next_allowed_at';
const LOOK = 'look on the platform whether they were called';

/** Every reason, with what to do. '': the description of each says it. */
export const CURES = {
	'no phone number': 'enter the number, or leave out the row',
	'no country code': "set 'Default Country Code', or write numbers with + and the country code",
	'not a phone number': 'write one number, such as +1 212 555 0123',
	'incomplete number': 'check the digits, or write the number with + and its country code',
	'two phone numbers': 'write one number, with + and its country code',
	'unclear without +':
		"if a spreadsheet has removed the + or a 0, say in Options → 'Numbers Without +' what such numbers are",
	'has an extension': 'write the number without it',
	'other digits': 'write the number with the digits 0 to 9',
	'decimals or exponent': 'format the column as text, and write the number again',
	'several values': 'leave one value in the cell',
	'wrong value': '',
	duplicate: "remove the row, or set Options → 'Duplicate Numbers' to Call Every Time",

	'called today': CALL_EVERY_TIME,
	'called before': OTHER_TEXT,
	'called this execution': CALL_EVERY_TIME,
	'callback today': CALL_EVERY_TIME,
	'callback before': OTHER_TEXT,
	'callback this execution': CALL_EVERY_TIME,
	'sent today': CALL_EVERY_TIME,
	'sent before': OTHER_TEXT,
	'sent this execution': CALL_EVERY_TIME,
	'possibly called': LOOK,
	'possible callback': LOOK,
	'possibly sent': LOOK,

	'on do-not-call list': 'they must not be called',
	'number not allowed': 'add the number to the rule, if it may be called',
	'called too often': LATER,
	'no consent': 'a consent is yes, or its date, such as 2026-03-02',
	'consent has ended': "ask for a new one, or change 'Valid for (Days)'",
	'consent begins later': LATER,
	'row says no':
		"if this is wrong, correct the row, or turn on Options → 'Call People Whose Row Says No'",
	'time zone unknown': "set the rule 'Time Zone'",
	'outside calling hours': LATER,
	holiday: LATER,
	'too few credits': "buy credits, or lower 'Keep Credits'",
	'balance unknown': "remove 'Keep Credits' to call without it",
	'too many calls': "run it again, or raise 'Max Calls per Execution'",

	'run would stop':
		"correct the rows that are not valid, or set 'On Error' to Continue in the settings of this node",
	'another row is wrong':
		"correct the rows that are not valid, or set 'Invalid Rows' to Report and Continue",
	'cannot be sent': '',
	'rows not read':
		"read the file with an Extract from File node, and set 'Contacts From' to All Input Items",
	'nobody left': 'the rows that are listed say why',
	'no campaign': "choose an earlier one in 'Campaign'",
} as const satisfies Readonly<Record<string, string>>;

/** Why somebody is not called, as a cell shows it. */
export type NotCalledReason = keyof typeof CURES;
