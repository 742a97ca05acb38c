import { UserError } from 'n8n-workflow';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
/** Whether a host is the computer itself. */
export const isLoopback = (hostname: string): boolean => LOOPBACK_HOST.test(hostname);
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

const isPlainUrl = ({ host, username, password, search, hash }: URL) =>
	host !== '' && [username, password, search, hash].every((part) => part === '');

/** The address as it was meant, if only its scheme is missing, as in `api.example.com/api/v1`. */
function withoutScheme(text: string): URL | undefined {
	const whole = `https://${text}`;
	const url = !HAS_SCHEME.test(text) && URL.canParse(whole) ? new URL(whole) : undefined;
	return url && isPlainUrl(url) ? url : undefined;
}

const schemeMissing = (isLocal: boolean) =>
	isLocal
		? new UserError("The 'Base URL' does not start with http:// or https://", {
				description:
					'Add http:// in front of the address, for example http://localhost:3000/api/v1',
			})
		: new UserError("The 'Base URL' does not start with https://", {
				description:
					'Add https:// in front of the address, for example https://api.example.com/api/v1',
			});

/**
 * The credential's Base URL, checked, without its trailing slash. Passwords go to it, so http must stay on this
 * computer.
 * @throws UserError that shows the user a valid address
 */
export function checkedBaseUrl(value: unknown): string {
	const text = String(value ?? '').trim();
	if (text === '') {
		throw new UserError("The credential has no 'Base URL'", {
			description:
				'Enter the address of the platform. It ends in /api/v1, for example https://api.example.com/api/v1',
		});
	}
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !isPlainUrl(url)) {
		const meant = withoutScheme(text);
		if (meant) throw schemeMissing(isLoopback(meant.hostname));
		throw new UserError("The 'Base URL' is not a valid web address", {
			description:
				'Enter an address such as https://api.example.com/api/v1, without a user name, question mark or #',
		});
	}
	const isLocal = isLoopback(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
		throw new UserError("The 'Base URL' must start with https://", {
			description:
				'Change http:// to https://. Otherwise your password is sent unencrypted. Only localhost may use http://',
		});
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
