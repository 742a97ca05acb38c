import fc from 'fast-check';
import type { Case } from './cases.mts';
import { PLAIN_LIST, PLAIN_OBJECT } from './cases.mts';
import { consistentList, consistentObject } from './consistent.mts';
import type { Reader, Verdict } from './oracle.mts';
import { casesOf, verdictOf, type Runs } from './property.mts';
import { mannersOf, Statistics } from './statistics.mts';

/*
 * Plays all cases, also after a fault, and tells which choices each fault needs: those without which it is gone.
 */

const consistent = (of: Case): Case =>
	of.kind === 'list' ? consistentList(of) : consistentObject(of);

type Fields = Record<string, unknown>;

/** The case with one more of its choices plain, for each choice that is not. */
function plainer(of: Case): Case[] {
	const plain = (of.kind === 'list' ? PLAIN_LIST : PLAIN_OBJECT) as unknown as Fields;
	const candidates: Case[] = [];
	for (const [name, value] of Object.entries(of)) {
		const plainValue = plain[name];
		if (name === 'seed' || name === 'count') continue;
		if (typeof value !== 'object') {
			if (value !== plainValue) candidates.push({ ...of, [name]: plainValue });
			continue;
		}
		for (const [inner, choice] of Object.entries(value as Fields)) {
			const plainChoice = (plainValue as Fields)[inner];
			if (String(choice) === String(plainChoice)) continue;
			const others = Array.isArray(choice)
				? choice.map((_entry, index) => choice.toSpliced(index, 1))
				: [plainChoice];
			for (const other of others)
				candidates.push({ ...of, [name]: { ...(value as object), [inner]: other } });
		}
	}
	return candidates.map(consistent);
}

/** The case with as many plain choices as the same fault allows. */
async function simplest(reader: Reader, of: Case, { fault }: Verdict): Promise<Case> {
	let smallest = of;
	for (let isSmaller = true; isSmaller;) {
		isSmaller = false;
		for (const candidate of plainer(smallest)) {
			const isSame = mannersOf(candidate).length < mannersOf(smallest).length;
			if (!isSame || (await verdictOf(reader, candidate)).fault !== fault) continue;
			smallest = candidate;
			isSmaller = true;
			break;
		}
	}
	return smallest;
}

export interface Survey {
	statistics: Statistics;
	/** What each fault needs → how often, and one example. */
	causes: Map<string, { count: number; text: string; of: Case }>;
}

/** Reads all platforms of a seed. */
export async function survey(reader: Reader, { kind, count, seed }: Runs): Promise<Survey> {
	const statistics = new Statistics();
	const causes: Survey['causes'] = new Map();
	for (const of of fc.sample(casesOf(kind), { seed, numRuns: count })) {
		const verdict = await verdictOf(reader, of);
		statistics.add(of, verdict);
		if (verdict.is !== 'fault') continue;
		const small = await simplest(reader, of, verdict);
		const { text } = await verdictOf(reader, small);
		const cause = `${verdict.fault}: ${mannersOf(small).join(' ')}`;
		const known = causes.get(cause);
		causes.set(cause, {
			count: (known?.count ?? 0) + 1,
			text: known?.text ?? text,
			of: known?.of ?? small,
		});
	}
	return { statistics, causes };
}

/** The causes, the most frequent first. */
export const causesText = ({ causes }: Survey): string =>
	[...causes]
		.toSorted(([, a], [, b]) => b.count - a.count)
		.map(
			([cause, { count, text, of }]) =>
				`${String(count).padStart(6)}  ${cause}\n          ${text.slice(0, 200)}\n          ${JSON.stringify(of)}`,
		)
		.join('\n');
