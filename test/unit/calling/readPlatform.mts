import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { BASE_URL, json } from '../../support/fakeContext.mts';
import { accepted } from './mondayNoon.mts';

/** What a platform says to what is read. A function gets the ID of the agent, and may throw. */
export interface Says {
	agent?: unknown;
	campaign?: unknown;
	balance?: unknown;
}

export const agentWith = (fields: IDataObject) =>
	json(200, { agent_id: 'a1', name: 'Sales', ...fields });
export const agentSaying = (instructions: string) => agentWith({ instructions });

/** A platform whose agents, campaigns and balance are read, and that accepts what is sent. */
export function platform({
	agent = agentSaying('Hello'),
	campaign = json(200, { campaign_id: 'k1', name: 'Renewals', agent_id: 'a7' }),
	balance = json(200, { credits: 42 }),
}: Says = {}) {
	const sent: IHttpRequestOptions[] = [];
	const answer = (_number: number, options: IHttpRequestOptions) => {
		sent.push(options);
		const [, list, id] = options.url.replace(BASE_URL, '').split('/');
		if (options.method !== 'GET') return accepted();
		const said = list === 'agents' ? agent : list === 'campaigns' ? campaign : balance;
		return typeof said === 'function' ? said(id) : said;
	};
	const posted = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
	return { answer, sent, posted };
}
