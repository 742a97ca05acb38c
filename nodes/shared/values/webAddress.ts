/** An address without what follows its path: a secret can be there. */
export function plainAddress(address: string): string {
	if (!URL.canParse(address)) return address.split(/[?#]/)[0] ?? '';
	const { origin, pathname } = new URL(address);
	return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Whether two addresses lead to the same place, whatever their query. Nothing leads nowhere. */
export const isSameAddress = (one: string, other: string): boolean =>
	one !== '' && plainAddress(one) === plainAddress(other);
