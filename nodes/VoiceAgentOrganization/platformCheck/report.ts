import type { IDataObject } from 'n8n-workflow';
import type { Read } from '../../shared/operation';
import type { Assumption } from './assumptions';
import { ASSUMPTIONS } from './assumptions';
import type { Finding } from './finding';
import { unseen } from './finding';
import { readPlatform } from './readPlatform';
import type { Seen } from './seen';

/** n8n shows an empty cell in red. */
const NOTHING = '–';

function whatToDo({ override }: Assumption, finding: Finding): string {
	if (finding.result === 'holds') return NOTHING;
	if (finding.whatToDo !== undefined) return finding.whatToDo;
	if (override === '') return NOTHING;
	return finding.result === 'cannot be seen' ? `If it is different: ${override}` : override;
}

/** What needs attention comes first. */
const RESULTS: ReadonlyArray<Finding['result']> = ['does not hold', 'holds', 'cannot be seen'];

/** One row for each assumption: whether it holds, what was found, and what to set. */
export function reportOf(seen: Seen): IDataObject[] {
	const rows = ASSUMPTIONS.map((assumption) => {
		const { question, check } = assumption;
		const finding = typeof check === 'string' ? unseen(check) : check(seen);
		const { result, found } = finding;
		return { assumption: question, result, found, what_to_do: whatToDo(assumption, finding) };
	});
	return RESULTS.flatMap((result) => rows.filter((row) => row.result === result));
}

/** Reads the platform and compares it with what this package assumes. */
export const checkPlatform = async (read: Read): Promise<IDataObject[]> =>
	reportOf(await readPlatform(read));
