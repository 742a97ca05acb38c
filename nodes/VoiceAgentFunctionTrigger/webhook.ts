import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { asNodeError, SecretFilter } from '../shared/http';
import type { Params } from '../shared/operation';
import { errorReply, FUNCTION_REFUSALS, resultReply } from '../shared/operation';
import { checkArguments } from './argumentCheck';
import { fingerprintOf } from './canonical';
import type { CallFacts } from './functionRequest';
import { argumentsIn, bodyOf, callFactsIn } from './functionRequest';
import type { StaticData } from './hooks';
import type { First } from './memory';
import { Memory } from './memory';
import { IMMEDIATE_TEXT } from './properties';
import type { HttpResponse, Reply } from './reply';
import { onReply, send } from './reply';
import { isSecret } from './secret';
import type { AnswerSettings, SecretPlace } from './settings';
import { answerSettings, paramsOf, schemaOf, secretPlaceOf } from './settings';

/** Of all triggers in this process. */
const memory = new Memory();

const NOT_STARTED: IWebhookResponseData = { noWebhookResponse: true };

const UNREADABLE = 'The request holds no values that I can read.';

/** What a request has where the secret must be; '' if nothing. */
function givenSecret(context: IWebhookFunctions, { in: place, name }: SecretPlace): string {
	const values: IDataObject =
		place === 'header'
			? (context.getHeaderData() as IDataObject)
			: (context.getQueryData() as IDataObject);
	const value = place === 'header' ? values[name.toLowerCase()] : values[name];
	return typeof value === 'string' ? value : '';
}

type Refusal = keyof typeof FUNCTION_REFUSALS;

/** Why a request may not start the workflow; undefined if it may. */
function refusalOf(context: IWebhookFunctions, given: string): Refusal | undefined {
	const { registration, test } = context.getWorkflowStaticData('node') as StaticData;
	const isTest = context.getMode() === 'manual';
	const hash = (isTest ? test : registration)?.secretHash ?? '';
	const isRight = isSecret(given, hash);
	// In the editor, an agent that is left alone has no secret to send.
	if (isTest && hash === '') return undefined;
	if (isRight) return undefined;
	return hash === '' ? 'not_registered' : 'wrong_secret';
}

/** What a request asks for, and from which call it comes. */
interface Question {
	values: IDataObject;
	facts: CallFacts;
	/** As it was sent, without the secret. */
	body: IDataObject;
}

function questionIn(
	context: IWebhookFunctions,
	settings: AnswerSettings,
	secret: string,
): Question | { sentence: string } {
	const sent = bodyOf(context.getBodyData());
	if (!sent) return { sentence: UNREADABLE };
	// A platform that sends the whole function along sends its header, too.
	const body = new SecretFilter([secret]).data(sent, JSON.stringify(sent));
	const params = paramsOf((name, fallback) => context.getNodeParameter(name, fallback));
	const schema = schemaOf(params);
	const read = argumentsIn(body, schema, settings.argumentsPath);
	if ('sentence' in read) return read;
	const checked = checkArguments(read.given, schema);
	return 'sentence' in checked
		? checked
		: { values: checked.values, facts: callFactsIn(body), body };
}

function itemOf(context: IWebhookFunctions, { values, facts, body }: Question): INodeExecutionData {
	return {
		json: {
			// Not `arguments`: n8n lets no expression read a field of this name.
			parameters: values,
			...facts,
			function_name: String(context.getNodeParameter('functionName', '')),
			received_at: new Date().toISOString(),
			body,
		},
	};
}

/** The same call and the same values. Undefined: nobody knows which call it is. */
function repetitionKey(
	context: IWebhookFunctions,
	{ values, facts }: Question,
): string | undefined {
	const call = facts.session_id ?? facts.call_id;
	if (call === null || context.getMode() === 'manual') return undefined;
	return fingerprintOf([context.getWorkflow().id, context.getNode().id, call, values]);
}

const isFailure = ({ status, body }: Reply) => status >= 500 || body === undefined;

/** What the agent gets of what n8n would send. */
function replyOf(reply: Reply, settings: AnswerSettings): Reply {
	const { respond, immediateText, resultField, errorText } = settings;
	if (isFailure(reply)) return { status: 200, body: errorReply(errorText, resultField) };
	// The operation Respond has given its answer the form already.
	if (respond === 'responseNode') return reply;
	const answer = respond === 'onReceived' ? immediateText : reply.body;
	return { ...reply, body: resultReply(answer, resultField) };
}

/** Starts the workflow. Its answer is changed on its way to the agent, and kept for those who ask the same. */
function start(
	context: IWebhookFunctions,
	settings: AnswerSettings,
	question: Question,
	first: First | undefined,
): IWebhookResponseData {
	onReply(
		context.getResponseObject() as unknown as HttpResponse,
		(sent) => {
			const reply = replyOf(sent, settings);
			first?.settle(isFailure(sent) ? undefined : reply);
			return reply;
		},
		() => first?.settle(undefined),
	);
	return { workflowData: [[itemOf(context, question)]] };
}

/** Answers with what the agent got for the same question. Nothing is started. */
async function answerAgain(
	response: HttpResponse,
	{ resultField, errorText }: AnswerSettings,
	{ reply, leave }: { reply: Promise<Reply | undefined>; leave(): void },
): Promise<IWebhookResponseData> {
	response.on('close', leave);
	const known = await reply;
	send(response, known ?? { status: 200, body: errorReply(errorText, resultField) });
	return NOT_STARTED;
}

/** How the request is answered. If nothing is behind the trigger that could answer, the agent is told the usual text: the item of the trigger is no answer. */
function settingsOf(context: IWebhookFunctions, params: Params): AnswerSettings {
	const settings = answerSettings(params);
	const next = context.getChildNodes(context.getNode().name);
	const isAlone = settings.respond === 'lastNode' && next.every(({ disabled }) => disabled);
	return isAlone ? { ...settings, respond: 'onReceived', immediateText: IMMEDIATE_TEXT } : settings;
}

async function answer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = context.getResponseObject() as unknown as HttpResponse;
	const params = paramsOf((name, fallback) => context.getNodeParameter(name, fallback));
	const secret = givenSecret(context, secretPlaceOf(params));
	const refusal = refusalOf(context, secret);
	if (refusal !== undefined) {
		send(response, { status: 401, body: { error: FUNCTION_REFUSALS[refusal], code: refusal } });
		return NOT_STARTED;
	}
	const settings = settingsOf(context, params);
	const question = questionIn(context, settings, secret);
	if ('sentence' in question) {
		send(response, { status: 200, body: errorReply(question.sentence, settings.resultField) });
		return NOT_STARTED;
	}
	const key = settings.repeatedMs > 0 ? repetitionKey(context, question) : undefined;
	const asked = key === undefined ? undefined : memory.ask(key, settings.repeatedMs);
	if (asked && 'reply' in asked) return await answerAgain(response, settings, asked);
	return start(context, settings, question, asked);
}

/** The `webhook` of the node: one request of the platform. */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await answer(this).catch((error: unknown) => {
		throw asNodeError(this.getNode(), error);
	});
}
