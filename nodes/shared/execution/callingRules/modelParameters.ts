import { writtenAt } from '../../operation';
import { ParameterError, isFilled, isObject, readTimeZone } from '../../values';

/** What an AI model fills in, in each spelling that n8n knows, and the other name of its arguments. */
const OF_MODEL = /\$fromAI|\$tool\b/i;
/** The input of a tool of an AI agent, and its parameters: n8n adds the arguments of the model to the input. */
const OF_INPUT = /\$(json|input|data|binary|parameter|rawParameter)\b|\$items\(\s*\)/;

/** What decides whether somebody is called again. The node has it with rules and without. */
const REPEATS: ReadonlyArray<readonly [label: string, path: string]> = [
	["'Duplicate Numbers'", 'options.repeatedNumbers'],
	["'Round'", 'options.round'],
	["'Unknown Outcomes'", 'options.unknownNumbers'],
];

/** What decides together with the rules whom they allow: what a number without a country code means, and what is sent in addition. */
const BESIDE_RULES: typeof REPEATS = [
	["'Default Country Code'", 'defaultCountryCode'],
	["'Additional Fields (JSON)'", 'options.additionalFieldsJson'],
	["'Phone Number Field'", 'options.phoneNumberField'],
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

const mustNotFillIn = (what: string, why: keyof typeof ADVICE, risk = '') =>
	new ParameterError(
		`An AI model must not fill in ${what}`,
		`Nothing was sent${risk}. ${ADVICE[why]}`,
	);

function openRule(callingRules: unknown, isTool: boolean): ParameterError | undefined {
	const why = openBy(callingRules, isTool);
	if (why) return mustNotFillIn("'Calling Rules'", why);
	const timeZone = writtenAt(callingRules, 'timeZone');
	if (!isTool || !isColumn(timeZone)) return undefined;
	return new ParameterError(
		`An AI model must not fill in 'Time Zone' of 'Calling Rules'`,
		`Nothing was sent. In a tool, the column ${String(timeZone)} is from the model. Enter a time zone such as Europe/Berlin, or leave it empty`,
	);
}

function openBeside(
	written: unknown,
	parameters: typeof REPEATS,
	isTool: boolean,
	risk: string,
): ParameterError | undefined {
	for (const [label, path] of parameters) {
		const why = openBy(writtenAt(written, path), isTool);
		if (why) return mustNotFillIn(label, why, risk);
	}
	return undefined;
}

/**
 * Who is called, and when, is the user's decision. If an AI model could fill in a rule, it would hold nobody back.
 *
 * @param written the parameters of a node as the workflow has them, with expressions
 * @param isTool whether an AI agent runs the node, so that its input is from the model, too
 * @throws ParameterError if something is open to a model
 */
export function refuseRulesOfModels(written: unknown, isTool: boolean): void {
	const again = openBeside(written, REPEATS, isTool, ', because somebody could be called twice');
	if (again) throw again;
	const callingRules = writtenAt(written, 'callingRules');
	const isAny =
		isFilled(callingRules) && (isObject(callingRules) || expressionsIn(callingRules).length > 0);
	if (!isAny) return;
	const risk = ', because it could lead to other numbers than those that the rules look at';
	const open = openRule(callingRules, isTool) ?? openBeside(written, BESIDE_RULES, isTool, risk);
	if (open) throw open;
}
