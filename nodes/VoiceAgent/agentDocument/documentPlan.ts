import type { IDataObject } from 'n8n-workflow';
import { isFilled } from '../../shared/values';
import type { AgentDocument } from './document';
import { cellsOf } from './document';
import type { AgentReader, Change, PartEntry, Part, PartName, Prepared } from './parts';
import { PARTS } from './parts';
import { isSameValue, lineDifference, shownValue } from './documentValues';

/* What an agent must become to be as its document says. Compare shows it, and Apply does it. */

export interface Difference {
	/** The field that differs; null for the whole entry. */
	field: string | null;
	is: 'different' | 'missing' | 'additional' | 'not shown';
	wanted: unknown;
	actual: unknown;
	/** How a text with several lines differs, line by line. */
	lines?: string;
}

/** One step of a plan: its request, and why it is sent. A step without a request cannot be carried out. */
export interface Step extends Prepared {
	part: PartName;
	name: string;
	action: 'create' | 'change' | 'remove';
	differences: Difference[];
}

/** A step before its request is known. */
type PlannedChange = Pick<Step, 'action' | 'differences' | 'problem'> & {
	part: Part;
	change: Change;
};

/** The field that a cell is in. */
const topOf = (field: string): string => field.split('.')[0] ?? '';

function differenceOf(field: string, wanted: unknown, fields: ReadonlyMap<string, unknown>) {
	const isShown = fields.has(field);
	const actual = fields.get(field);
	if (isShown ? isSameValue(wanted, actual) : !isFilled(wanted)) return [];
	const difference: Difference = {
		field,
		is: isShown ? 'different' : 'not shown',
		wanted: shownValue(field, wanted),
		actual: isShown ? shownValue(field, actual) : null,
	};
	const [before = '', after = ''] = [difference.actual, difference.wanted].map((text) =>
		typeof text === 'string' ? text : '',
	);
	if (`${before}${after}`.includes('\n')) difference.lines = lineDifference(before, after);
	return [difference];
}

function differencesOf(part: Part, wanted: IDataObject, { fields }: PartEntry): Difference[] {
	const actual = new Map([...Object.entries(fields), ...cellsOf(part, fields)]);
	// A field that an object does not have counts as empty, if the platform shows the object.
	const isWhole = part.merged !== undefined && part.merged in fields;
	return cellsOf(part, wanted).flatMap(([field, value]) => {
		if (isWhole && !actual.has(field)) actual.set(field, null);
		return differenceOf(field, value, actual);
	});
}

/** A tool that is off is the same as none. */
const isOff = (part: Part, { enabled, configuration }: IDataObject): boolean =>
	part.name === 'built_in_tools' && enabled === false && !isFilled(configuration);

/** An entry that only one side has. */
function wholeEntry(part: Part, is: 'missing' | 'additional', fields: IDataObject): Difference[] {
	const cells = cellsOf(part, fields).filter(
		([field]) => is === 'missing' || part.fields.includes(topOf(field)),
	);
	const shown = Object.fromEntries(
		cells.map(([field, value]) => [field, shownValue(field, value)]),
	);
	const [wanted, actual] = is === 'missing' ? [shown, null] : [null, shown];
	return [{ field: null, is, wanted, actual }];
}

/** The change that makes an entry as the document says; undefined if the entry is so already. */
function draftOf(
	part: Part,
	name: string,
	wanted: IDataObject,
	entries: readonly PartEntry[],
	needs: ReturnType<AgentDocument['needsOf']>,
): PlannedChange | undefined {
	const [entry, other] = entries.filter((one) => !part.isList || one.name === name);
	const cells = [wanted, entry?.fields ?? {}].map((fields) => new Map(cellsOf(part, fields)));
	const missing = needs.find(([field]) => !cells.some((shown) => isFilled(shown.get(field))));
	const withoutNeed = missing && `Its "${missing[0]}" was left out of the document ${missing[1]}`;
	if (!entry) {
		if (isOff(part, wanted)) return undefined;
		const change = { name, wanted, changed: Object.keys(wanted) };
		return {
			part,
			action: 'create',
			differences: wholeEntry(part, 'missing', wanted),
			change,
			problem: withoutNeed,
		};
	}
	const found = entry.isRegistered ? [] : differencesOf(part, wanted, entry);
	// One of two entries is compared, so that an equal one does not prove that the agent is as the document says.
	const isUnclear = found.length === 0 && other !== undefined;
	const differences = isUnclear ? wholeEntry(part, 'additional', other.fields) : found;
	if (differences.length === 0) return undefined;
	const changed = [...new Set(differences.map(({ field }) => topOf(String(field))))];
	// An entry that is off is not switched on while a field that it needs is missing.
	const isSwitchedOn = wanted.enabled === true && entry.fields.enabled !== true;
	const problem = other
		? 'The agent has two of this name. Rename one of them'
		: isSwitchedOn
			? withoutNeed
			: undefined;
	return { part, action: 'change', differences, change: { name, entry, wanted, changed }, problem };
}

/** What removes the entries that the document does not name, neither as a part of it nor as left out. */
const removalsOf = (
	part: Part,
	entries: readonly PartEntry[],
	document: AgentDocument,
): PlannedChange[] =>
	entries
		.filter(({ name, fields, isRegistered, mayBeRegistered }) => {
			const isNamed =
				document.parts.get(part.name)?.has(name) || document.isLeftOut(part.name, name);
			const isKept = isNamed || isRegistered || mayBeRegistered;
			return name !== '' && !isKept && !isOff(part, fields);
		})
		.map((entry) => ({
			part,
			action: 'remove',
			differences: wholeEntry(part, 'additional', entry.fields),
			change: { name: entry.name, entry, changed: [] },
		}));

/**
 * The steps that make an agent as its document says: additions first, then the agent itself, then what is switched off or removed. An agent of
 * which only the first steps were done still works.
 *
 * @param agentId '' for an agent that does not exist
 * @param additional whether what the document does not name is removed
 * @throws ParameterError, RequestFailure if a part of the document cannot be read
 */
export async function planSteps(
	platform: AgentReader,
	agentId: string,
	document: AgentDocument,
	additional: boolean,
): Promise<Step[]> {
	const drafts: PlannedChange[] = [];
	const endings: PlannedChange[] = [];
	for (const part of [...PARTS].reverse()) {
		const wanted = document.parts.get(part.name);
		if (!wanted) continue;
		const entries = agentId === '' ? [] : await part.read(platform, agentId);
		for (const [name, fields] of wanted) {
			const draft = draftOf(part, name, fields, entries, document.needsOf(part.name, name));
			const isSwitchedOff = part.name === 'built_in_tools' && fields.enabled === false;
			if (draft) (isSwitchedOff ? endings : drafts).push(draft);
		}
		if (additional && part.isList) endings.push(...removalsOf(part, entries, document));
	}
	const steps: Step[] = [];
	for (const { part, change, problem, ...step } of [...drafts, ...endings]) {
		const prepared = problem ? { problem } : await part.prepare(platform, change);
		steps.push({ ...step, part: part.name, name: change.name, ...prepared });
	}
	return steps;
}
