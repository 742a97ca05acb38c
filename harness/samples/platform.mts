import axios, { type AxiosInstance } from 'axios';
import type { Sandbox } from '../sandbox.mts';
import { sandboxCredential } from './samples.mts';

/** The platform's own API, signed in for each request as the samples are, because a token can expire after seconds. */
export function platformOf({ url }: Pick<Sandbox, 'url'>): AxiosInstance {
	const { email, password } = sandboxCredential(url).data;
	const platform = axios.create({ baseURL: url });
	platform.interceptors.request.use(async (request) => {
		const { data } = await axios.post(`${url}/auth/login`, { email, password });
		request.headers.set('authorization', `Bearer ${data.access_token}`);
		return request;
	});
	return platform;
}

/** How many rows the platform returns at most in one answer. */
const PAGE = 1000;

/** Everything in a list of the platform. */
export async function listOf<Row>(platform: AxiosInstance, path: string): Promise<Row[]> {
	const rows: Row[] = [];
	for (let isLast = false; !isLast;) {
		const params = { limit: PAGE, offset: rows.length };
		const { data } = await platform.get<{ items: Row[] }>(path, { params });
		rows.push(...data.items);
		isLast = data.items.length < PAGE;
	}
	return rows;
}

/** A call that is over, as the platform's own API returns it. */
export interface EndedCall {
	call_id: string;
	session_id: string;
	agent_id: string;
	ended_at: string;
	to_number: string;
	status: string;
	analysis: { outcome: string; summary: string };
	/** One entry for each turn. */
	transcript: Array<{ text: string }>;
}

export async function endedCall(platform: AxiosInstance, callId: string): Promise<EndedCall> {
	return (await platform.get<EndedCall>(`/calls/${callId}`)).data;
}
