/** Milliseconds of an ISO 8601 text; one without a zone is read as UTC. */
export function momentOf(text: string): number {
	const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text);
	return Date.parse(text.includes('T') && !hasZone ? `${text}Z` : text);
}

/** The same where a value may be left out. */
export function optionalMoment(text: string | undefined): number | undefined {
	return text === undefined ? undefined : momentOf(text);
}

/** So many moments in order (in milliseconds), the last of them given, with the same time between every two. */
export function momentsUntil(last: number, count: number, spacingSeconds: number): number[] {
	return Array.from({ length: count }, (_, index) =>
		Math.round(last - (count - 1 - index) * spacingSeconds * 1000),
	);
}

/** A moment as the API shows it. */
export function instant(milliseconds: number | null): string | null {
	return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
