/** A well-mixed 32-bit hash: the same text gives the same number in every run, so a seed decides a whole run. */
export function hash(text: string): number {
	let state = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
	}
	// FNV alone leaves neighbouring phone numbers with neighbouring results.
	state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
	state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
	return (state ^ (state >>> 16)) >>> 0;
}

/** A number from 0 (included) to 1 (excluded) that belongs to the text. */
export function fraction(text: string): number {
	return hash(text) / 2 ** 32;
}

/** A whole number from `low` to `high`, both included, that belongs to the text. */
export function between(low: number, high: number, text: string): number {
	return low + Math.floor(fraction(text) * (high - low + 1));
}
