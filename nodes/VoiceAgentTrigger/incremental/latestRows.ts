import type { IDataObject } from 'n8n-workflow';
import type { Watch } from '../watch';
import type { Row } from './list';
import type { Stream } from './stream';
import { scanStream } from './stream';

/** The latest rows of a stream, the oldest of them first, whether they were emitted or not. */
export async function latestRows(
	watch: Watch,
	stream: Stream,
	count: number,
	matches: (row: IDataObject) => boolean,
): Promise<Row[]> {
	const rows = new Map<string, Row>();
	const times = () => [...rows.values()].map(({ time }) => time ?? 0).sort((a, b) => b - a);
	const since = () => (rows.size < count ? undefined : times()[count - 1]);
	await scanStream(watch, stream, since, (page) => {
		for (const row of page) if (matches(row.row)) rows.set(row.key, row);
		return false;
	});
	return [...rows.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0)).slice(-count);
}
