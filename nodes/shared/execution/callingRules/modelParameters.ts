import { ParameterError, isObject } from '../../values';

/** What an AI model fills in, in each spelling that n8n knows, and the other name of its arguments. */
const OF_MODEL = /\$fromAI|\$tool\b/i;
/** The input of a tool of an AI agent: n8n adds the arguments of the model to it. */
const INPUT = /\$json\b|\$input\b|\$data\b/;

const texts = (value: unknown): string[] => {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
};

/** Parameters that decide together with the rules whom they allow: what a number without a country code means, and what is sent in addition. */
const BESIDE_RULES = {
	"'Default Country Code'": ({ defaultCountryCode }: Record<string, unknown>) => defaultCountryCode,
	"'Additional Fields (JSON)'": ({ options }: Record<string, unknown>) =>
		isObject(options) ? options.additionalFieldsJson : undefined,
	"'Phone Number Field'": ({ options }: Record<string, unknown>) =>
		isObject(options) ? options.phoneNumberField : undefined,
};

/**
 * Rules are the user's. If an AI model could fill in one of them, it would hold nobody back.
 *
 * @param written the parameters of a node as the workflow has them, with expressions
 * @param isTool whether an AI agent runs the node, so that its input is from the model, too
 * @returns why the node must not run; undefined if no rule is open to a model
 */
export function modelRules(written: unknown, isTool: boolean): ParameterError | undefined {
	if (!isObject(written)) return undefined;
	const { callingRules } = written;
	if (!isObject(callingRules) || Object.keys(callingRules).length === 0) return undefined;
	const isOpen = (value: unknown) => texts(value).some((text) => OF_MODEL.test(text));
	const readsInput = (value: unknown) => isTool && texts(value).some((text) => INPUT.test(text));
	if (isOpen(callingRules) || readsInput(callingRules)) {
		return new ParameterError(
			"An AI model must not fill in 'Calling Rules'",
			isOpen(callingRules)
				? 'Nothing was sent. Enter fixed values in the rules: remove $fromAI, or turn off the button with which the model fills in the field'
				: "Nothing was sent. In a tool, the input ($json) is from the model. Enter fixed values in the rules, or read them from another node, such as {{ $('Allowed').all() }}",
		);
	}
	const beside = Object.entries(BESIDE_RULES).find(([, valueIn]) => isOpen(valueIn(written)));
	return (
		beside &&
		new ParameterError(
			`With 'Calling Rules', an AI model must not fill in ${beside[0]}`,
			'Nothing was sent, because it could lead to other numbers than those that the rules look at. Enter a fixed value, or remove the rules',
		)
	);
}
