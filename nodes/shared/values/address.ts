import { ParameterError } from './parameterError';

/**
 * An identifier in a URL path. One that changes the path is refused: Delete with '' would delete the collection.
 * @param label what the editor calls the parameter
 * @throws ParameterError that names the parameter
 */
export function checkedIdentifier(value: unknown, label: string): string {
	const id = String(value ?? '').trim();
	if (id === '') {
		throw new ParameterError(
			`${label} is empty`,
			`Enter a value for ${label}, or check its expression`,
		);
	}
	if (id === '.' || id === '..' || /[/\\\p{Cc}]/u.test(id)) {
		throw new ParameterError(
			`${label} "${id}" is not a valid ID`,
			'An ID has no slash and is not "." or "..". Choose from the list, or copy the ID from the platform',
		);
	}
	return id;
}

/** An address without what follows its path: a secret can be there. */
export function plainAddress(address: string): string {
	if (!URL.canParse(address)) return address.split(/[?#]/)[0] ?? '';
	const { origin, pathname } = new URL(address);
	return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Whether two addresses lead to the same place, whatever their query. Nothing leads nowhere. */
export const isSameAddress = (one: string, other: string): boolean =>
	one !== '' && plainAddress(one) === plainAddress(other);
