import { join } from 'node:path';
import { unpack } from '../../harness/project/package.mts';
import { root } from '../../harness/project/project.mjs';
import { playHistory } from './history.mts';

const EARLIER = join(root, '.cache', 'earlier-release');
const HOUR_MS = 3_600_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

/** What docs/upgrading.md promises and today breaks. New columns may come, and values where a column was empty. */
function broken(earlier: unknown, today: unknown, place: string): string[] {
	if ([null, ''].includes(earlier as null) && today !== undefined) return [];
	if (!isObject(earlier) || !isObject(today))
		return earlier === today ? [] : [`${place} was ${shown(earlier)}, and is ${shown(today)}`];
	if (Array.isArray(earlier) && Array.isArray(today) && earlier.length !== today.length)
		return [`${place} were ${earlier.length}, and are ${today.length}`];
	return Object.entries(earlier).flatMap(([name, value]) => {
		const at = Array.isArray(earlier) ? place : `${place}.${name}`;
		const now = (today as Record<string, unknown>)[name];
		return now === undefined ? [`${at} is gone`] : broken(value, now, at);
	});
}

/** Plays the same history to an earlier release and to the build of today. @returns what is broken, and where it was found */
export async function compareWithRelease(
	tarball: string,
	step: (text: string) => void,
): Promise<string[]> {
	await unpack(tarball, EARLIER);
	// A sandbox begins now, and its clock cannot go back.
	const start = Date.now() + HOUR_MS;
	step(`Playing a history to ${tarball} …`);
	const earlier = await playHistory(EARLIER, start);
	step('Playing it to the build of today …');
	const today = await playHistory(root, start);
	const titles = new Map<string, string[]>();
	for (const [title, items] of earlier)
		for (const fault of new Set(broken(items, today.get(title) ?? [], 'items')))
			titles.set(fault, [...(titles.get(fault) ?? []), title]);
	step(`${earlier.size} polls and runs, ${[...earlier.values()].flat().length} items.`);
	return [...titles].map(([fault, where]) => `${fault}: ${where[0]}; ${where.length} in all`);
}
