import { writtenAt } from '../../operation';
import { ParameterError, isFilled, isObject, readTimeZone } from '../../values';

/** What an AI model fills in, in each spelling that n8n knows, and the other name of its arguments. */
const OF_MODEL = /\$fromAI|\$tool\b/i;
/** The input of a tool of an AI agent, and its parameters: n8n adds the arguments of the model to the input. */
const OF_INPUT = /\$(json|input|thisItem|data|binary|parameter|rawParameter)\b|\$items\(\s*\)/;

const TWICE = ', because somebody could be called twice';
const NOT_TO_CALL = ', because somebody could be called who must not be';
const OTHER_NUMBERS = ', because it could lead to other numbers than those that the rules look at';

/** What a model must not fill in, each with what would follow. Other numbers matter only where there are rules. */
const PROTECTED: ReadonlyArray<readonly [path: string, label: string, risk: string]> = [
	['options.repeatedNumbers', "'Duplicate Numbers'", TWICE],
	['options.callAgainWhenChanged', "'Call Again When This Changes'", TWICE],
	['options.callPeopleWhoseRowSaysNo', "'Call People Whose Row Says No'", NOT_TO_CALL],
	['options.alsoMeansDoNotCall', "'Also Means Do Not Call'", NOT_TO_CALL],
	['callingRules', "'Calling Rules'", ''],
	['defaultCountryCode', "'Default Country Code'", OTHER_NUMBERS],
	['options.numbersWithoutPlus', "'Numbers Without +'", OTHER_NUMBERS],
	['options.additionalFieldsJson', "'Additional Fields (JSON)'", OTHER_NUMBERS],
	['options.phoneNumberField', "'Phone Number Field'", OTHER_NUMBERS],
];

const expressionsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsIn)
		: [];
};

/** Why a model decides what a parameter says; undefined if it does not. */
function openBy(value: unknown, isTool: boolean): 'model' | 'input' | undefined {
	const expressions = expressionsIn(value);
	if (expressions.some((text) => OF_MODEL.test(text))) return 'model';
	return isTool && expressions.some((text) => OF_INPUT.test(text)) ? 'input' : undefined;
}

/** Whether the time zone is read from a column of the input. */
function isColumn(timeZone: unknown): boolean {
	if (typeof timeZone !== 'string' || timeZone.startsWith('=')) return false;
	return timeZone.trim() !== '' && readTimeZone(timeZone) === undefined;
}

/** What to do in place of letting a model fill in a parameter. */
const ADVICE = {
	model:
		'Enter a fixed value: remove $fromAI, or turn off the button with which the model fills in the field',
	input:
		"In a tool, the input ($json) is from the model. Enter a fixed value, or read it from another node, such as {{ $('Allowed').all() }}",
};

/**
 * Who is called, and when, is the user's decision. If an AI model could fill in a rule, it would hold nobody back.
 * @param written the workflow's parameters; @param isTool true: an AI agent runs the node, so its input is the model's
 * @throws ParameterError if something is open to a model
 */
export function refuseRulesOfModels(written: unknown, isTool: boolean): void {
	const rules = writtenAt(written, 'callingRules');
	const hasRules = isFilled(rules) && (isObject(rules) || expressionsIn(rules).length > 0);
	for (const [path, label, risk] of PROTECTED) {
		if (risk === OTHER_NUMBERS && !hasRules) continue;
		const why = openBy(writtenAt(written, path), isTool);
		if (!why) continue;
		throw new ParameterError(
			`An AI model must not fill in ${label}`,
			`Nothing was sent${risk}. ${ADVICE[why]}`,
		);
	}
	if (isTool && isObject(rules) && Object.hasOwn(rules, 'consent')) {
		throw new ParameterError(
			"An AI model must not fill in 'Consent' of 'Calling Rules'",
			"Nothing was sent. In a tool, the model chooses whom to call, so one consent would count for everybody. Remove the rule, and enter the numbers of those who agreed in 'Allowed Numbers'",
		);
	}
	const timeZone = writtenAt(rules, 'timeZone');
	if (!isTool || !isColumn(timeZone)) return;
	throw new ParameterError(
		`An AI model must not fill in 'Time Zone' of 'Calling Rules'`,
		`Nothing was sent. In a tool, the column ${String(timeZone)} is from the model. Enter a time zone such as Europe/Berlin, or leave it empty`,
	);
}
