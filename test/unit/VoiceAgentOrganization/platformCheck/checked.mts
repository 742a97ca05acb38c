import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { VoiceAgentOrganization } from '../../../../nodes/VoiceAgentOrganization/VoiceAgentOrganization.node';
import { answerWith, type Answer } from '../../../platform/faults.mts';
import { BASE_URL } from '../../../platform/platform.mts';
import { fakeContext } from '../../../support/fakeContext.mts';

/** One row of the output. */
export interface Line extends IDataObject {
	endpoint: string;
	status: string;
	what_to_set: string;
}

export interface Asked {
	path: string;
	query: IDataObject;
}

type Answering = (options: IHttpRequestOptions) => Answer | Promise<Answer>;

/** What Check Platform says about a platform, in the order of its output, and what it asked for. Everything but the network is real. */
export async function checked(answer: Answering) {
	const parameters = { resource: 'platform', operation: 'check', options: { maxRetries: 0 } };
	const fake = fakeContext({ parameters }, async (_number, options) => await answer(options));
	const output = await new VoiceAgentOrganization().execute.call(fake.context);
	const [items = []] = output as INodeExecutionData[][];
	const lines = items.map(({ json }) => json as Line);
	const asked = fake.sent.map(({ options }) => ({
		path: options.url.replace(BASE_URL, ''),
		query: options.qs as IDataObject,
		method: options.method,
	}));
	const lineOf = (endpoint: string): Line => lines.find((line) => line.endpoint === endpoint)!;
	return { lines, asked, lineOf };
}

/** What a platform answers: a body with status 200, or an answer. */
export type Given = object | undefined | ((asked: Asked) => unknown);

const isAnswer = (value: unknown): value is Answer =>
	typeof value === 'object' && value !== null && 'statusCode' in value;

export const refused = (statusCode: number, body: unknown = { message: 'No' }): Answer =>
	answerWith(statusCode, body);

const NOTHING: Record<string, Given> = {
	'/mfa/status': { enabled: false },
	'/billing/balance': { credits: 10 },
};

/** An account that has nothing but what is given, by its path. */
export function account(given: Record<string, Given>): Answering {
	const all: Record<string, Given> = { ...NOTHING, ...given };
	return ({ url, qs = {} }) => {
		const path = url.replace(BASE_URL, '');
		const asked = { path, query: qs as IDataObject };
		const value = path in all ? all[path] : { items: [] };
		const body: unknown = typeof value === 'function' ? value(asked) : value;
		return isAnswer(body) ? body : answerWith(200, body);
	};
}

/** Calls from the newest to the oldest. */
export const callRows = (count: number, more: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		call_id: `call_${index + 1}`,
		status: 'completed',
		agent_id: 'agent_1',
		to_number: '+12125550101',
		created_at: new Date(Date.UTC(2026, 8, 1, 9, 60 - index)).toISOString(),
		...more,
	}));
