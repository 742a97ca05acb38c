import type { IDataObject } from 'n8n-workflow';
import { ERROR_NAME, RESULT_NAME } from '../platform';
import { isObject } from '../values';
import { textField } from './fields';

/*
 * What Voice Agent Function Trigger and the operations that work with it have in common.
 */

export const FUNCTION_TRIGGER = 'voiceAgentFunctionTrigger';

/** Whether n8n's name of a node's type is that of the trigger. The name of the package is in front of it. */
export const isFunctionTrigger = (type: string): boolean => type.endsWith(`.${FUNCTION_TRIGGER}`);

/** A node of a workflow, as n8n shows it to another one. */
interface OtherNode {
	type: string;
	disabled: boolean;
	/** The parameters of the node; undefined in older versions of n8n. */
	parameters?: object;
}

/** Whether a node answers the agent: Voice Agent → Custom Function → Respond. */
export const isRespond = ({ type, disabled, parameters = {} }: OtherNode): boolean => {
	const { resource, operation } = parameters as IDataObject;
	const isOperation = resource === 'customFunction' && operation === 'respond';
	return !disabled && type.endsWith('.voiceAgent') && isOperation;
};

/** The last part of the webhook address of every trigger. */
export const FUNCTION_PATH = 'voice-agent-function';

/** Why the trigger refuses a request: what it answers with 401 under `code`. */
export const FUNCTION_REFUSALS = {
	wrong_secret: 'The secret of this request is missing or wrong',
	secret_renewed:
		'The secret of this request is missing or wrong. The platform has the right one now: ask again',
	not_registered:
		'n8n knows no secret for this function, or the platform does not have it. Unpublish the workflow, and publish it again',
} as const;

/** What the trigger answers to a request with the right secret that is no question. Nothing is started. */
export const UNREADABLE_REQUEST = 'The request holds no values that I can read.';

/** The option of the trigger that names the field of the answer. The operation Respond reads it, too. */
export const resultFieldOption = textField(
	'Result Field Name',
	'resultFieldName',
	'Name of the field in which your platform reads the answer. Everything is sent in this field. If it is empty, the fields of the answer are sent as they are.',
	{ noDataExpression: true, default: RESULT_NAME },
);

/** @param added what was entered; undefined if nobody added the option */
export const resultFieldOf = (added: unknown): string =>
	added === undefined || added === null ? RESULT_NAME : String(added).trim();

/** The body of an answer: an object, because every platform reads one. */
export function resultReply(answer: unknown, field: string): IDataObject {
	const isReady = isObject(answer) && (field === '' || Object.hasOwn(answer, field));
	return isReady ? answer : { [field || RESULT_NAME]: (answer ?? null) as IDataObject };
}

/** The body of an answer that says what went wrong, as a sentence for the agent. */
export const errorReply = (sentence: string, field: string): IDataObject => ({
	[field || ERROR_NAME]: sentence,
});
