import type { INodeExecutionData } from 'n8n-workflow';
import type { Entry } from './hostileServer.mts';
import { HANGS_AFTER_MS, type Played } from './play.mts';
import { isAction } from './table.mts';

/*
 * Holds what a node did and said against the journal of the server: nobody is called twice, nothing is lost, and nobody is told something
 * that nobody can know.
 */

const UNKNOWN = /whether (this|it) was carried out|the call may have been placed/i;
const ACCEPTED = /accepted .*but its answer cannot be read/i;

/** An answer that fills the memory of n8n is no result. */
const MOST_OF_AN_ITEM = 100_000_000;

/** What became of one input item, and what was sent for it. */
interface Result {
	index: number;
	entries: Entry[];
	last: Entry | undefined;
	/** A success. */
	item?: INodeExecutionData;
	/** The text of an error. */
	text?: string;
}

const pairOf = ({ pairedItem }: INodeExecutionData) =>
	typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : pairedItem;

const sentFor = (index: number, journal: readonly Entry[]): Entry[] =>
	journal.filter(({ id }) => id === `item_${index}`);

/** Neither a success nor an error: the node failed because of another item. */
function outcomeOf(index: number, { outcome, scenario }: Played): Pick<Result, 'item' | 'text'> {
	if ('isHanging' in outcome) return {};
	if ('items' in outcome) {
		const item = outcome.items.find((each) => pairOf(each) === index);
		const { error, description = '' } = item?.json ?? {};
		return error === undefined ? { item } : { text: `${String(error)} ${String(description)}` };
	}
	const { message, description, context } = outcome.error;
	const text = `${message} ${description ?? ''}`;
	// An error of several rows names its own.
	const [, row] = /\bRow (\d+) failed\b/.exec(text) ?? [];
	const isOwn =
		scenario.faults.length === 1 || Number(row) === index + 1 || context?.itemIndex === index;
	return isOwn ? { text } : {};
}

/** (a) After which answers an action may be sent once more. */
function maySendAgain(entry: Entry, next: Entry, isNewTry: boolean): boolean {
	if (entry.told === 'again') return true;
	if (entry.told === 'elsewhere' && next.path !== entry.path) return true;
	return isNewTry && (entry.told === 'refused' || entry.told === 'elsewhere');
}

function* sentTwice({ scenario }: Played, { entries }: Result): Iterable<string> {
	if (!isAction(scenario.operation)) return;
	for (const [index, entry] of entries.entries()) {
		if (!entry.isPlatform) yield `an action was sent to another origin`;
		const next = entries[index + 1];
		if (next && !maySendAgain(entry, next, scenario.retryOnFail))
			yield `sent again after "${entry.told}"`;
	}
}

/** (b) One output for each item. */
function* lost({ outcome, scenario }: Played, { index, entries, last }: Result): Iterable<string> {
	if (!('items' in outcome)) return;
	const count = outcome.items.filter((item) => pairOf(item) === index).length;
	// The fault that was met last: further ones may be left. One that repeats is the last one.
	const faults = scenario.faults[index] ?? [];
	const met = faults[entries.length - 1] ?? faults.at(-1);
	const isEmpty = met?.isEmptyList === true || last?.told === 'accepted';
	if (count !== 1 && !(count === 0 && scenario.operation.isList && isEmpty))
		yield `${count} outputs after "${last?.told ?? 'nothing'}"`;
}

/** A repeated DELETE that finds nothing: an earlier attempt, which got no clear answer, may have worked, and the item says so. */
const isGone = (json: INodeExecutionData['json'], { entries, last }: Result): boolean =>
	last?.method === 'DELETE' &&
	last.told === 'refused' &&
	entries.slice(0, -1).some(({ told }) => told === 'unclear') &&
	String(json.message).startsWith('Already gone');

function* wrongSuccess(item: INodeExecutionData, result: Result): Iterable<string> {
	const told = result.last?.told ?? 'nothing';
	const { json } = item;
	if (told !== 'done' && told !== 'accepted' && !isGone(json, result))
		yield `a success, but the server answered "${told}"`;
	if ('polluted' in json || 'polluted' in {}) yield 'a prototype was changed';
	try {
		const { length } = JSON.stringify(item);
		if (length > MOST_OF_AN_ITEM) yield `an item of ${length} characters`;
	} catch (error) {
		yield `the item cannot be saved: ${String(error)}`;
	}
}

/** (c) What an error may say. */
function* wrongError(played: Played, text: string, { last }: Result): Iterable<string> {
	const { scenario, cancelled, brokenConnections } = played;
	const early = scenario.early?.fault;
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
	} else if (cancelled) {
		// Nothing was read, or it was refused. Both are true.
	} else if (last) {
		if (saysUnknown) yield `refused for certain, but said to be unknown: ${text}`;
	} else if (early?.isNeverSent) {
		if (saysUnknown) yield `never sent, but said to be unknown: ${text}`;
	} else if (early?.at === 'headers' && brokenConnections > 0) {
		if (saysUnknown !== (early.told === 'unclear'))
			yield `"${early.told}", but said to be: ${text}`;
	}
	// A connection that broke while it was made: "not sent" is true, and a client may not be certain.
}

/** (d) What happens once is overcome, where it may be tried again. */
function mustSucceed({ scenario, cancelled }: Played, index: number): boolean {
	const { early, faults, operation } = scenario;
	if (cancelled || (early && early.times > 1)) return false;
	const all = [...(faults[index] ?? []), ...(early ? [early.fault] : [])];
	const [fault] = all;
	if (!fault) return true;
	if (all.length > 1 || !fault.recovers) return false;
	return !isAction(operation) || fault.told === 'again' || fault.isNeverSent === true;
}

/** (e) It ends, and nothing is sent after it was cancelled. A fault that nobody met proves nothing. */
function* goesOn(played: Played): Iterable<string> {
	const { outcome, cancelled, leaked, brokenConnections, scenario } = played;
	if ('isHanging' in outcome) yield `it has not ended after ${HANGS_AFTER_MS} ms`;
	if (leaked.length > 0) yield 'the token was sent to another origin';
	const isCounted = scenario.early !== undefined && scenario.early.fault.at !== 'listen';
	if (isCounted && !cancelled && brokenConnections === 0) yield 'the fault did not happen';
	for (const { method, path } of cancelled?.arrivedLater.slice(cancelled.mostOnTheirWay) ?? [])
		yield `cancelled, but ${method} ${path} was sent later`;
}

/** A number stays recorded unless it is certain that nothing happened. */
function* wrongMemory(played: Played, { index, entries, text = '' }: Result): Iterable<string> {
	const { later, cancelled } = played;
	if (!later) return;
	const mayHaveWorked = entries.some(({ told }) => ['done', 'accepted', 'unclear'].includes(told));
	const called = sentFor(index, later.journal).length;
	if (mayHaveWorked && called > 0) yield 'a later execution called the number again';
	if (mayHaveWorked || UNKNOWN.test(text) || cancelled) return;
	if (called !== 1) yield `a later execution did not call the number: it sent ${called} requests`;
}

function* wrongResult(played: Played, result: Result): Iterable<string> {
	const { index, item, text } = result;
	yield* lost(played, result);
	yield* sentTwice(played, result);
	yield* wrongMemory(played, result);
	if (item) yield* wrongSuccess(item, result);
	if (text === undefined) return;
	yield* wrongError(played, text, result);
	if (mustSucceed(played, index)) yield `it did not get over the fault: ${text}`;
}

/** What the node did wrong; nothing if the list is empty. */
export function judge(played: Played): string[] {
	const found = [...goesOn(played)];
	for (const index of played.scenario.faults.keys()) {
		const entries = sentFor(index, played.journal);
		const result = { index, entries, last: entries.at(-1), ...outcomeOf(index, played) };
		found.push(...[...wrongResult(played, result)].map((text) => `item_${index}: ${text}`));
	}
	return found;
}
