import type { PageReader } from '../../shared/http';
import { keyOf } from '../rowKey';
import type { Way } from '../savedState';
import type { ScanRun } from './scanRun';

/** How many rows may have come or gone before the place where an earlier scan ended. */
const NEAR_ROWS = 200;

/**
 * How many rows to skip, so that all that an earlier scan has not read follow; undefined if none was broken off on this way, or its place
 * is not found.
 */
export async function offsetToResume(
	run: ScanRun,
	way: Way,
	reader: PageReader,
): Promise<number | undefined> {
	const { checkpoint } = run.list;
	if (checkpoint?.way !== way) return undefined;
	const { offset, anchors } = checkpoint;
	const near = offset - anchors.length;
	const found =
		(await offsetBehind(run, anchors, reader, near, near + anchors.length)) ??
		(await offsetBehind(run, anchors, reader, near - NEAR_ROWS, near + NEAR_ROWS));
	if (found !== undefined) run.resume(checkpoint);
	return found;
}

/** Looks for these rows between two offsets. They must be in the order they had, though some may be gone and others in between. */
async function offsetBehind(
	{ identity }: ScanRun,
	anchors: readonly string[],
	reader: PageReader,
	from: number,
	to: number,
): Promise<number | undefined> {
	const start = Math.max(0, from);
	const keys: string[] = [];
	while (start + keys.length < to) {
		const { page } = await reader.page(start + keys.length);
		if (page.rows.length === 0) break;
		keys.push(...page.rows.map((row) => keyOf(identity.of(row))));
	}
	const found = keys.filter((key) => anchors.includes(key));
	const expected = anchors.filter((key) => found.includes(key));
	const isSameOrder = found.join() === expected.join();
	if (!isSameOrder || found.length * 2 < anchors.length || found.length === 0) return undefined;
	return start + keys.lastIndexOf(found.at(-1) ?? '') + 1;
}
