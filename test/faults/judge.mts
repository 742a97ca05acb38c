import type { INodeExecutionData } from 'n8n-workflow';
import type { Entry } from './hostileServer.mts';
import { isAction } from './table.mts';
import { HANGS_AFTER_MS, type Played } from './play.mts';

/*
 * Holds what a node did and said against the journal of the server: nobody is called twice, nothing is lost, and nobody is told something
 * that nobody can know.
 */

const UNKNOWN = /whether (this|it) was carried out|the call may have been placed/i;
const ACCEPTED = /accepted .*but its answer cannot be read/i;

/** An answer that fills the memory of n8n is no result. */
const MOST_OF_AN_ITEM = 100_000_000;

/** What became of one input item. */
type Result = { item: INodeExecutionData } | { text: string } | undefined;

const idOf = (index: number) => `item_${index}`;

function textOf(item: INodeExecutionData): string {
	const { error, description } = item.json;
	return `${String(error)} ${String(description ?? '')}`;
}

const pairOf = ({ pairedItem }: INodeExecutionData) =>
	typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : pairedItem;

/** Results in the order of the input. Undefined: the node failed because of another item. */
function resultsOf({ outcome, scenario }: Played): Result[] {
	return scenario.faults.map((_faults, index) => {
		if ('isHanging' in outcome) return undefined;
		if ('error' in outcome) {
			const { error } = outcome;
			const text = `${error.message} ${error.description ?? ''}`;
			// An error of several rows names its own.
			const [, row] = /\bRow (\d+) failed\b/.exec(text) ?? [];
			return scenario.faults.length === 1 ||
				Number(row) === index + 1 ||
				error.context?.itemIndex === index
				? { text }
				: undefined;
		}
		const item = outcome.items.find((each) => pairOf(each) === index);
		if (!item) return undefined;
		return item.json.error === undefined ? { item } : { text: textOf(item) };
	});
}

/** (a) After which answers an action may be sent once more. */
function maySendAgain(entry: Entry, next: Entry, isNewTry: boolean): boolean {
	if (entry.told === 'again') return true;
	if (entry.told === 'elsewhere' && next.path !== entry.path) return true;
	return isNewTry && (entry.told === 'refused' || entry.told === 'elsewhere');
}

function* sentTwice({ scenario }: Played, entries: Entry[]): Iterable<string> {
	if (!isAction(scenario.operation)) return;
	for (const [index, entry] of entries.entries()) {
		if (!entry.isPlatform) yield `an action was sent to another origin`;
		const next = entries[index + 1];
		if (next && !maySendAgain(entry, next, scenario.retryOnFail)) {
			yield `sent again after "${entry.told}"`;
		}
	}
}

/** (b) One output for each item. */
function* lost({ outcome, scenario, journal }: Played): Iterable<string> {
	if (!('items' in outcome)) return;
	const pairs = outcome.items.map(pairOf);
	for (const index of scenario.faults.keys()) {
		const count = pairs.filter((pair) => pair === index).length;
		const entries = journal.filter(({ id }) => id === idOf(index));
		const last = entries.at(-1);
		// The fault that was met last: further ones may be left. One that repeats is the last one.
		const faults = scenario.faults[index] ?? [];
		const met = faults[entries.length - 1] ?? faults.at(-1);
		const isEmptyList = met?.isEmptyList === true;
		const mayBeEmpty = scenario.operation.isList && (isEmptyList || last?.told === 'accepted');
		if (count !== 1 && !(mayBeEmpty && count === 0)) {
			yield `${idOf(index)} has ${count} outputs after "${last?.told ?? 'nothing'}"`;
		}
	}
}

/** A repeated DELETE that finds nothing: an earlier attempt, which got no clear answer, may have worked, and the item says so. */
function isGone({ json }: INodeExecutionData, entries: readonly Entry[]): boolean {
	const last = entries.at(-1);
	return (
		last?.method === 'DELETE' &&
		last.told === 'refused' &&
		entries.slice(0, -1).some(({ told }) => told === 'unclear') &&
		String(json.message).startsWith('Already gone')
	);
}

/** @param entries what was sent for this item */
function* wrongSuccess(item: INodeExecutionData, entries: readonly Entry[]): Iterable<string> {
	const last = entries.at(-1);
	if (last?.told !== 'done' && last?.told !== 'accepted' && !isGone(item, entries)) {
		yield `a success, but the server answered "${last?.told ?? 'nothing'}"`;
	}
	const { json } = item;
	if ('polluted' in json || 'polluted' in {}) yield 'a prototype was changed';
	try {
		const { length } = JSON.stringify(item);
		if (length > MOST_OF_AN_ITEM) yield `an item of ${length} characters`;
	} catch (error) {
		yield `the item cannot be saved: ${String(error)}`;
	}
}

/** (c) What an error may say. */
function* wrongError(played: Played, text: string, last: Entry | undefined): Iterable<string> {
	const { scenario, cancelled, brokenConnections } = played;
	const { early } = scenario;
	const saysUnknown = UNKNOWN.test(text);
	if (last?.told === 'done' && !cancelled) {
		yield `carried out, but an error: ${text}`;
		return;
	}
	if (!isAction(scenario.operation)) return;
	if (last?.told === 'unclear' || last?.told === 'done') {
		if (!saysUnknown) yield `read and not answered, but not said to be unknown: ${text}`;
	} else if (last?.told === 'accepted') {
		if (!saysUnknown && !ACCEPTED.test(text)) yield `accepted, but not said to be unknown: ${text}`;
	} else if (last) {
		if (saysUnknown && !cancelled) yield `refused for certain, but said to be unknown: ${text}`;
	} else if (cancelled) {
		// Nothing was read. Both are true.
	} else if (early?.fault.isNeverSent) {
		if (saysUnknown) yield `never sent, but said to be unknown: ${text}`;
	} else if (early?.fault.at === 'headers' && brokenConnections > 0) {
		const isUnclear = early.fault.told === 'unclear';
		if (isUnclear !== saysUnknown) yield `"${early.fault.told}", but said to be: ${text}`;
	}
	// A connection that broke while it was made: "not sent" is true, and a client may not be certain.
}

/** (d) What happens once is overcome, where it may be tried again. */
function mustSucceed({ scenario, cancelled }: Played, index: number): boolean {
	if (cancelled) return false;
	const faults = [...(scenario.faults[index] ?? [])];
	if (scenario.early) faults.push(scenario.early.fault);
	if (scenario.early && scenario.early.times > 1) return false;
	const [fault] = faults;
	if (!fault) return true;
	if (faults.length > 1 || !fault.recovers) return false;
	return !isAction(scenario.operation) || fault.told === 'again' || fault.isNeverSent === true;
}

/** A fault that nobody met proves nothing. */
function* notMet({ scenario: { early }, cancelled, brokenConnections }: Played): Iterable<string> {
	const isCounted = early && early.fault.at !== 'listen';
	if (isCounted && !cancelled && brokenConnections === 0) yield 'the fault did not happen';
}

/** (e) It ends, and nothing is sent after it was cancelled. */
function* goesOn({ outcome, cancelled }: Played): Iterable<string> {
	if ('isHanging' in outcome) yield `it has not ended after ${HANGS_AFTER_MS} ms`;
	if (!cancelled) return;
	const { arrivedLater, mostOnTheirWay } = cancelled;
	for (const { method, path } of arrivedLater.slice(mostOnTheirWay)) {
		yield `cancelled, but ${method} ${path} was sent later`;
	}
}

/** A number stays recorded unless it is certain that nothing happened. */
function* wrongMemory(played: Played, index: number, result: Result): Iterable<string> {
	const { later, journal } = played;
	if (!later) return;
	const id = idOf(index);
	const earlier = journal.filter((entry) => entry.id === id);
	const mayHaveWorked = earlier.some(({ told }) => ['done', 'accepted', 'unclear'].includes(told));
	const saysUnknown = result !== undefined && 'text' in result && UNKNOWN.test(result.text);
	const called = later.journal.filter((entry) => entry.id === id).length;
	if (mayHaveWorked && called > 0) yield 'a later execution called the number again';
	if (mayHaveWorked || saysUnknown || played.cancelled) return;
	if (called !== 1) yield `a later execution did not call the number: it sent ${called} requests`;
}

/** What the node did wrong; nothing if the list is empty. */
export function judge(played: Played): string[] {
	const results = resultsOf(played);
	const found = [...notMet(played), ...goesOn(played), ...lost(played)];
	if (played.leaked.length > 0) found.push('the token was sent to another origin');
	for (const [index, result] of results.entries()) {
		const entries = played.journal.filter(({ id }) => id === idOf(index));
		const last = entries.at(-1);
		const wrong = [...sentTwice(played, entries), ...wrongMemory(played, index, result)];
		if (result && 'item' in result) wrong.push(...wrongSuccess(result.item, entries));
		if (result && 'text' in result) {
			wrong.push(...wrongError(played, result.text, last));
			if (mustSucceed(played, index)) wrong.push(`it did not get over the fault: ${result.text}`);
		}
		found.push(...wrong.map((text) => `${idOf(index)}: ${text}`));
	}
	return found;
}
