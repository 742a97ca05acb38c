import type { IDataObject, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { InN8n } from '../operation';

/** How long a webhook's answer is waited for. An agent does not wait longer either. */
const PROBE_MS = 10_000;

/** A text in an expression, without any sign that could end the expression or that n8n refuses in one. */
const literal = (text: string): string => {
	const escaped = text.replace(
		/\W/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return `"${escaped}"`;
};

/** Whether a node was executed in this execution: another trigger of the workflow can have started it. */
const wasExecuted = (context: IExecuteFunctions, name: string): boolean =>
	context.evaluateExpression(`{{ $(${literal(name)}).isExecuted }}`, 0) === true;

/** The address with which all webhooks of n8n begin. n8n only says it in a waiting execution's address. */
function webhookBase(context: IExecuteFunctions): string {
	const url = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof url !== 'string' || !URL.canParse(url)) return '';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname.split('/').slice(0, -2).join('/')}`;
}

async function probe(
	context: IExecuteFunctions,
	url: string,
	headers: IDataObject,
): Promise<{ status: number; body: unknown } | undefined> {
	const answer = await context.helpers
		.httpRequest({
			method: 'POST',
			url,
			headers,
			body: [],
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: PROBE_MS,
		})
		.catch(() => undefined);
	if (answer === undefined) return undefined;
	const { statusCode, body } = answer as IN8nHttpFullResponse;
	return { status: statusCode, body };
}

/** What n8n can do for an operation during this execution of its node. */
export const inN8n = (context: IExecuteFunctions): InN8n => ({
	executedBefore: (isWanted) =>
		context
			.getParentNodes(context.getNode().name, { includeNodeParameters: true })
			.filter(({ type, disabled }) => !disabled && isWanted(type))
			.filter(({ name }) => wasExecuted(context, name))
			.map(({ name, parameters = {} }) => ({ name, parameters: parameters as IDataObject })),
	respond: async (body) => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		await context.sendResponse({ statusCode: 200, headers, body });
	},
	webhookBase: () => webhookBase(context),
	probe: async (url, headers) => await probe(context, url, headers),
});
