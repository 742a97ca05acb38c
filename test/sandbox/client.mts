import axios, { type AxiosInstance } from 'axios';
import type { Sandbox } from '../../harness/sandbox.mts';

export const PASSWORD = 'sandbox-password';

/** A client of the platform's API that reports every status instead of throwing. */
export function clientOf(sandbox: Sandbox, token?: string): AxiosInstance {
	return axios.create({
		baseURL: sandbox.url,
		validateStatus: () => true,
		headers: token ? { authorization: `Bearer ${token}` } : {},
	});
}

export async function signIn(
	sandbox: Sandbox,
	email = 'owner@example.com',
): Promise<AxiosInstance> {
	const { data } = await clientOf(sandbox).post('/auth/login', { email, password: PASSWORD });
	return clientOf(sandbox, data.access_token);
}

/** Sample numbers; each is a valid E.164 number of the range reserved for examples. */
export function sampleNumbers(count: number): string[] {
	return Array.from(
		{ length: count },
		(_, index) => `+1${212 + Math.floor(index / 100)}55501${String(index % 100).padStart(2, '0')}`,
	);
}
