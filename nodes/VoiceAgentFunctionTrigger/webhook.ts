import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { asNodeError, SecretFilter } from '../shared/http';
import type { Params } from '../shared/operation';
import {
	errorReply,
	FUNCTION_REFUSALS,
	resultReply,
	UNREADABLE_REQUEST,
} from '../shared/operation';
import { canonical, localTime, parseJson } from '../shared/values';
import { checkArguments } from './argumentCheck';
import type { CallFacts } from './functionRequest';
import {
	argumentsIn,
	callFactsIn,
	isSeveral,
	parametersIn,
	questionBody,
	SEVERAL,
} from './functionRequest';
import { repair } from './hooks';
import type { First } from './recentAnswers';
import { RecentAnswers, fingerprintOf } from './recentAnswers';
import { IMMEDIATE_TEXT } from './functionFields';
import type { HttpResponse, Reply } from './reply';
import { onReply, send, sendPage } from './reply';
import { hasSecret } from './secret';
import type { AnswerSettings, SecretPlace } from './settings';
import {
	answerSettings,
	isRegisteredInEditor,
	settingsParams,
	schemaOf,
	secretPlaceOf,
} from './settings';
import { PAGE_MARK, answerPage, testPage } from './testPage';

/** The questions and answers of all triggers in this process. */
const recentAnswers = new RecentAnswers();

/** n8n's name of the webhook for a browser's GET. It has no hooks: the platform registers the other one alone. */
export const PAGE_WEBHOOK = 'setup';

const NOT_STARTED: IWebhookResponseData = { noWebhookResponse: true };

const identityOf = (context: IWebhookFunctions) => [context.getWorkflow().id, context.getNode().id];

/** The secret that a request has; '' if it has none. */
function givenSecret(context: IWebhookFunctions, { in: place, name }: SecretPlace): string {
	const values: IDataObject =
		place === 'header'
			? (context.getHeaderData() as IDataObject)
			: (context.getQueryData() as IDataObject);
	const value = place === 'header' ? values[name.toLowerCase()] : values[name];
	return typeof value === 'string' ? value : '';
}

type Refusal = keyof typeof FUNCTION_REFUSALS;

/** How often refused requests may make the trigger ask the platform. If that failed, it is asked sooner again. */
const REPAIR_EVERY_MS = 60_000;
const REPAIR_AGAIN_MS = 10_000;
const repairs = new Map<string, { refusal: Refusal; until: number }>();

/**
 * Why a request is refused. The first one repairs the platform's secret, so that the next question is answered. Others
 * do not wait for that: n8n keeps about 10 MB for each request that waits.
 */
async function refusalOf(context: IWebhookFunctions): Promise<Refusal> {
	if (context.getMode() === 'manual') return 'wrong_secret';
	const key = identityOf(context).join('/');
	const last = repairs.get(key);
	if (last && Date.now() < last.until) return last.refusal;
	const current = { refusal: 'wrong_secret' as Refusal, until: Date.now() + REPAIR_EVERY_MS };
	repairs.set(key, current);
	current.refusal = await repair(context).catch((): Refusal => {
		current.until = Date.now() + REPAIR_AGAIN_MS;
		return 'not_registered';
	});
	return current.refusal;
}

/** Whether a request needs no secret: in the editor, an agent whose functions are left alone has none to send. */
const acceptsWithoutSecret = (context: IWebhookFunctions, params: Params) =>
	context.getMode() === 'manual' && !isRegisteredInEditor(params);

const isFromPage = (context: IWebhookFunctions, params: Params): boolean =>
	acceptsWithoutSecret(context, params) && PAGE_MARK in (context.getQueryData() as IDataObject);

/** What a request asks for, and from which call it comes. */
interface Question {
	values: IDataObject;
	facts: CallFacts;
	/** The body of the request, without the secret. */
	body: IDataObject;
}

/** The body as sent, with long numbers as texts of all their digits; undefined if it is not at hand, or no JSON. */
function exactBody(context: IWebhookFunctions): IDataObject | undefined {
	const { req } = context.getResponseObject() as unknown as HttpResponse;
	const parsed = req?.rawBody && parseJson(req.rawBody.toString(req.encoding));
	return parsed && questionBody(parsed.value);
}

function questionIn(
	context: IWebhookFunctions,
	params: Params,
	{ argumentsPath }: AnswerSettings,
	secret: string,
): Question | { sentence: string } {
	const given: unknown = context.getBodyData();
	const sent = questionBody(given);
	if (!sent) return { sentence: isSeveral(given) ? SEVERAL : UNREADABLE_REQUEST };
	// A platform that sends the whole function along also sends its header with the secret.
	const withoutSecret = (data: typeof sent) =>
		new SecretFilter([secret]).texts(data) as typeof sent;
	const asked = withoutSecret(sent);
	const body = withoutSecret(exactBody(context) ?? sent);
	const schema = schemaOf(params);
	const read = isFromPage(context, params)
		? { given: parametersIn(asked, schema) }
		: argumentsIn(asked, schema, argumentsPath);
	if ('sentence' in read) return read;
	const checked = checkArguments(read.given, schema);
	return 'sentence' in checked
		? checked
		: { values: checked.values, facts: callFactsIn(body), body };
}

function questionItem(
	context: IWebhookFunctions,
	{ values, facts, body }: Question,
): INodeExecutionData {
	return {
		json: {
			// The field is not called `arguments`, because n8n lets no expression read a field of this name.
			parameters: values,
			...facts,
			function_name: String(context.getNodeParameter('functionName', '')),
			received_at: new Date().toISOString(),
			body,
		},
	};
}

/** A key that is the same for the same call, person and values; undefined if the request does not say its call. */
function repetitionKey(
	context: IWebhookFunctions,
	{ values, facts }: Question,
): string | undefined {
	const namesCall = facts.session_id !== null || facts.call_id !== null;
	if (!namesCall || context.getMode() === 'manual') return undefined;
	return fingerprintOf([...identityOf(context), facts, values]);
}

/** The workflow failed, sent no answer, or was not started: in all its modes, n8n sends its answers with status 200. */
const isFailure = ({ status, body }: Reply) => status !== 200 || body === undefined;

/** The answer that the agent gets for the answer that n8n would send. */
function replyOf(reply: Reply, settings: AnswerSettings, item: INodeExecutionData): Reply {
	const { respond, immediateText, resultField, errorText } = settings;
	if (isFailure(reply)) return { status: 200, body: errorReply(errorText, resultField) };
	// The operation Respond has given its answer the form already.
	if (respond === 'responseNode') return reply;
	// Behind the trigger no node answers, or only a Wait node, for which n8n does not wait: the question is no answer.
	const isQuestion = canonical(reply.body) === canonical(item.json);
	const answer =
		respond === 'onReceived' ? immediateText : isQuestion ? IMMEDIATE_TEXT : reply.body;
	return { ...reply, body: resultReply(answer, resultField) };
}

/** How a question is answered: as JSON, or in words in the browser that asked. */
function senderOf(context: IWebhookFunctions, params: Params): typeof send {
	if (!isFromPage(context, params)) return send;
	const name = params.text('functionName');
	return (response, { body }) => sendPage(response, answerPage(name, body));
}

/** Starts the workflow. Its answer is changed on its way to the agent, and kept for those who ask the same. */
function start(
	context: IWebhookFunctions,
	settings: AnswerSettings,
	question: Question,
	first: First | undefined,
	deliver: typeof send,
): IWebhookResponseData {
	const item = questionItem(context, question);
	onReply(
		context.getResponseObject() as unknown as HttpResponse,
		(sent) => {
			const reply = replyOf(sent, settings, item);
			first?.settle(isFailure(sent) ? undefined : reply);
			return reply;
		},
		() => first?.settle(undefined),
		deliver,
	);
	return { workflowData: [[item]] };
}

/** Answers with what the agent got for the same question. Nothing is started. */
async function answerAgain(
	response: HttpResponse,
	{ resultField, errorText }: AnswerSettings,
	{ reply, leave }: { reply: Promise<Reply | undefined>; leave(): void },
): Promise<IWebhookResponseData> {
	response.on('close', leave);
	const kept = await reply;
	send(response, kept ?? { status: 200, body: errorReply(errorText, resultField) });
	return NOT_STARTED;
}

const parametersOfNode = (context: IWebhookFunctions): Params =>
	settingsParams((name, fallback) => context.getNodeParameter(name, fallback));

const NO_PAGE =
	"A browser can ask only at the test URL, while the editor listens and Options → 'In the Editor' is Leave the Agent Alone";

/** Shows the page for questions where anybody who opens it can ask without the secret. It starts nothing. */
function showPage(context: IWebhookFunctions): IWebhookResponseData {
	const response = context.getResponseObject() as unknown as HttpResponse;
	const params = parametersOfNode(context);
	if (!acceptsWithoutSecret(context, params)) {
		send(response, { status: 404, body: { error: NO_PAGE } });
		return NOT_STARTED;
	}
	const tomorrow = localTime(Date.now(), context.getTimezone()).plus({ days: 1 });
	const page = testPage({
		name: params.text('functionName'),
		description: params.text('functionDescription'),
		schema: schemaOf(params),
		agentId: params.text('agentId'),
		day: tomorrow.toFormat('yyyy-MM-dd'),
	});
	sendPage(response, page);
	return NOT_STARTED;
}

async function answer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (context.getWebhookName() === PAGE_WEBHOOK) return showPage(context);
	const response = context.getResponseObject() as unknown as HttpResponse;
	const params = parametersOfNode(context);
	const place = secretPlaceOf(params);
	const secret = givenSecret(context, place);
	if (!acceptsWithoutSecret(context, params) && !(await hasSecret(context, secret, place))) {
		const refusal = await refusalOf(context);
		send(response, { status: 401, body: { error: FUNCTION_REFUSALS[refusal], code: refusal } });
		return NOT_STARTED;
	}
	const settings = answerSettings(params);
	const question = questionIn(context, params, settings, secret);
	const deliver = senderOf(context, params);
	if ('sentence' in question) {
		deliver(response, { status: 200, body: errorReply(question.sentence, settings.resultField) });
		return NOT_STARTED;
	}
	const key = settings.repeatedMs > 0 ? repetitionKey(context, question) : undefined;
	const asked = key === undefined ? undefined : recentAnswers.ask(key, settings.repeatedMs);
	if (asked && 'reply' in asked) return await answerAgain(response, settings, asked);
	return start(context, settings, question, asked, deliver);
}

/** The `webhook` of the node: one request of the platform. */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await answer(this).catch((error: unknown) => {
		throw asNodeError(this.getNode(), error);
	});
}
