import axios, { type AxiosInstance } from 'axios';
import type { Sandbox } from '../sandbox.mts';
import { sandboxCredential } from './samples.mts';

/** The platform's own API, signed in as the samples are. */
export async function platformApi({ url }: Pick<Sandbox, 'url'>): Promise<AxiosInstance> {
	const { email, password } = sandboxCredential(url).data;
	const { data: session } = await axios.post(`${url}/auth/login`, { email, password });
	const headers = { authorization: `Bearer ${session.access_token}` };
	return axios.create({ baseURL: url, headers });
}
