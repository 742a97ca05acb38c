import { ParameterError } from './parameterError';

/**
 * An identifier that becomes part of a URL path. One that would change the path is refused: an empty ID on Delete must not become a
 * DELETE on the whole collection.
 *
 * @param label what the screen calls the parameter
 * @throws ParameterError that names the parameter
 */
export function checkedIdentifier(value: unknown, label: string): string {
	const id = String(value ?? '').trim();
	if (id === '') {
		throw new ParameterError(
			`${label} is empty`,
			`Fill in ${label}, or check the expression that gives it`,
		);
	}
	if (id === '.' || id === '..' || /[/\\\p{Cc}]/u.test(id)) {
		throw new ParameterError(
			`${label} "${id}" cannot be an ID`,
			'An ID holds no slash and is not "." or "..". Choose one from the list, or copy it from the platform',
		);
	}
	return id;
}
