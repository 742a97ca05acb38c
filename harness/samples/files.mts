import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { root } from '../project/project.mjs';

/** A line of a CSV file, by the names of its columns. */
export type Line = Record<string, string>;

const contentOf = (name: string) => readFileSync(join(root, 'workflows', name));

/** Lines of a list as it comes with the samples. */
export const sampleLines = (name: string): Line[] =>
	parse(contentOf(name), { columns: true, bom: true });

/** The names of the columns of a list as it comes with the samples. */
export function sampleColumns(name: string): string[] {
	const [columns = []] = parse(contentOf(name), { bom: true, to_line: 1 }) as string[][];
	return columns;
}

/** A number of the sample lists, which have ten digits in all notations, in E.164 format; undefined if it is none. */
export function sampleNumber(written = ''): string | undefined {
	const digits = written.replace(/\D/g, '').slice(-10);
	return digits.length === 10 ? `+1${digits}` : undefined;
}
