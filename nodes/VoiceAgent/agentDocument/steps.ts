import type { IDataObject } from 'n8n-workflow';
import { isFilled } from '../../shared/values';
import type { AgentDocument } from './document';
import { cellsOf } from './document';
import type { AgentReader, PartEntry, Part, Step } from './parts';
import { PARTS, topOf } from './parts';
import { isSameValue, lineDifference, shownValue } from './documentValues';

/*
 * The steps that make an agent as its document says. Compare shows them, and Apply carries them out.
 * language "en" in the document, "de" at the agent -> change, agent, PUT /agents/{agent_id} { language: "en" }
 */

type Differences = Step['differences'];

function differenceOf(
	field: string,
	wanted: unknown,
	fields: ReadonlyMap<string, unknown>,
): Differences {
	const isShown = fields.has(field);
	const actual = fields.get(field);
	if (isShown ? isSameValue(wanted, actual) : !isFilled(wanted)) return [];
	const difference: Differences[number] = {
		field,
		is: isShown ? 'different' : 'not shown',
		wanted: shownValue(field, wanted),
		actual: isShown ? shownValue(field, actual) : null,
	};
	const texts = [difference.actual, difference.wanted];
	const [before = '', after = ''] = texts.map((text) => (typeof text === 'string' ? text : ''));
	if (`${before}${after}`.includes('\n')) difference.lines = lineDifference(before, after);
	return [difference];
}

function differencesOf(part: Part, wanted: IDataObject, { fields }: PartEntry): Differences {
	const actual = new Map([...Object.entries(fields), ...cellsOf(part, fields)]);
	// A field that an object does not have counts as empty, if the platform shows the object.
	const isWhole = part.merged !== undefined && part.merged in fields;
	return cellsOf(part, wanted).flatMap(([field, value]) => {
		if (isWhole && !actual.has(field)) actual.set(field, null);
		return differenceOf(field, value, actual);
	});
}

/** Whether an entry is switched on, or off. */
const isSwitched = (part: Part, isOn: boolean, fields: IDataObject): boolean =>
	part.switch !== undefined && fields[part.switch] === isOn;

/** An entry that is off, and has nothing else, is the same as none. */
const isOff = (part: Part, fields: IDataObject): boolean =>
	isSwitched(part, false, fields) &&
	part.fields.every((field) => field === part.switch || !isFilled(fields[field]));

/** An entry that only one side has. */
function wholeEntry(part: Part, is: 'missing' | 'additional', fields: IDataObject): Differences {
	const cells = cellsOf(part, fields).filter(
		([field]) => is === 'missing' || part.fields.includes(topOf(field)),
	);
	const shown = Object.fromEntries(cells.map(([field, one]) => [field, shownValue(field, one)]));
	const [wanted, actual] = is === 'missing' ? [shown, null] : [null, shown];
	return [{ field: null, is, wanted, actual }];
}

/** What makes an entry as the document says, without its request; undefined if it is so already. */
function stepFor(
	part: Part,
	name: string,
	wanted: IDataObject,
	entries: readonly PartEntry[],
	needs: ReturnType<AgentDocument['needsOf']>,
): Step | undefined {
	const [entry, other] = entries.filter((one) => !part.isList || one.name === name);
	const cells = [wanted, entry?.fields ?? {}].map((fields) => new Map(cellsOf(part, fields)));
	const missing = needs.find(([field]) => !cells.some((shown) => isFilled(shown.get(field))));
	const withoutNeed = missing && `Its "${missing[0]}" was left out of the document ${missing[1]}`;
	if (!entry) {
		if (isOff(part, wanted)) return undefined;
		const differences = wholeEntry(part, 'missing', wanted);
		return { part, name, action: 'create', differences, wanted, problem: withoutNeed };
	}
	const found = entry.isRegistered ? [] : differencesOf(part, wanted, entry);
	// One of two entries is compared, so that an equal one does not prove that the agent is as the document says.
	const isUnclear = found.length === 0 && other !== undefined;
	const differences = isUnclear ? wholeEntry(part, 'additional', other.fields) : found;
	if (differences.length === 0) return undefined;
	// An entry that is off is not switched on while a field that it needs is missing.
	const isSwitchedOn = isSwitched(part, true, wanted) && !isSwitched(part, true, entry.fields);
	const TWO = 'The agent has two of this name. Rename one of them';
	const problem = other ? TWO : isSwitchedOn ? withoutNeed : undefined;
	return { part, name, action: 'change', differences, entry, wanted, problem };
}

/** What removes the entries that the document does not name, neither as a part of it nor as left out. */
const removalsOf = (part: Part, entries: readonly PartEntry[], document: AgentDocument): Step[] =>
	entries
		.filter(({ name, fields, isRegistered, mayBeRegistered }) => {
			const isNamed =
				document.parts.get(part.name)?.has(name) || document.isLeftOut(part.name, name);
			const isKept = isNamed || isRegistered || mayBeRegistered;
			return name !== '' && !isKept && !isOff(part, fields);
		})
		.map((entry) => ({
			part,
			name: entry.name,
			action: 'remove',
			differences: wholeEntry(part, 'additional', entry.fields),
			entry,
		}));

/**
 * The steps: additions, then the agent itself, then removals. After each, the agent still works.
 * @param agentId '' for an agent that does not exist; @param additional true: the rest is removed
 * @throws ParameterError, RequestFailure if a part of the document cannot be read
 */
export async function stepsFor(
	platform: AgentReader,
	agentId: string,
	document: AgentDocument,
	additional: boolean,
): Promise<Step[]> {
	const steps: Step[] = [];
	const last: Step[] = [];
	for (const part of [...PARTS].reverse()) {
		const wanted = document.parts.get(part.name);
		if (!wanted) continue;
		const entries = agentId === '' ? [] : await part.read(platform, agentId);
		for (const [name, fields] of wanted) {
			const step = stepFor(part, name, fields, entries, document.needsOf(part.name, name));
			if (step) (isSwitched(part, false, fields) ? last : steps).push(step);
		}
		if (additional && part.isList) last.push(...removalsOf(part, entries, document));
	}
	steps.push(...last);
	for (const step of steps) {
		if (!step.problem) Object.assign(step, await step.part.requestOf(platform, step));
	}
	return steps;
}
