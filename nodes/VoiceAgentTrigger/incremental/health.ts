import { RequestFailure } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { isFarBelow, pageIfAny } from './listEnd';
import type { Reading } from './reading';
import type { Stream } from './stream';

const thousands = (count: number): string => count.toLocaleString('en-US');

/**
 * Checks that old rows can be told from new ones by their times, where that is necessary.
 *
 * @throws RequestFailure if no row of the list has a time
 */
export function checkDates(
	{ state }: Watch,
	{ dated, undated }: Reading,
	{ rows }: Stream,
	isWhole: boolean,
): void {
	const needsTimes = !state.knowsUndated;
	const isAll = isWhole || state.known.size === state.known.undated;
	if (undated === 0 || dated > 0 || !needsTimes || !isAll) return;
	throw new RequestFailure(
		`The platform does not say when its ${rows} were made`,
		"Nothing was emitted, because old rows cannot be told from new ones. 'Start From' needs these times. If the platform has stopped " +
			'sending them, replace this node by a new one. It emits what comes after its activation',
		{ reach: 'answered', final: true },
	);
}

/**
 * Checks that not too many rows without a time are to be remembered.
 *
 * @throws RequestFailure if there are too many, and no others
 */
export function checkUndated({ state, now }: Watch, { dated }: Reading, { rows }: Stream): void {
	if (state.known.undated <= bounds.maxUndated) return;
	if (dated > 0) return state.noteUndated(now);
	throw new RequestFailure(
		`The platform does not say when its ${rows} were made, and has more than ${thousands(bounds.maxUndated)} of them`,
		"The trigger would have to remember all their IDs. Make the list shorter with Advanced → 'Additional Query Parameters'",
		{ reach: 'answered', final: true },
	);
}

/**
 * Checks the end of a list. A platform may refuse an offset behind the end; but one that gives only its first 10,000 rows refuses what is behind
 * them, too. So a refusal is the end only if the platform does not say that there are more rows.
 *
 * @param count rows that were read
 * @throws RequestFailure if many are missing, and the list is too long to be known as a whole. A few can have gone while it was read
 */
export async function checkEnd(
	watch: Watch,
	{ list }: Reading,
	{ rows }: Stream,
	count: number,
): Promise<void> {
	const { said } = list;
	const { total = 0 } = said;
	if (count === 0 || total <= count) return;
	if (!said.isRefused) await pageIfAny(list.pages, 1, count);
	if (!said.isRefused) return;
	const message = `The platform gives only ${thousands(count)} of ${thousands(total)} ${rows}`;
	const advice =
		"It refuses the pages behind them, and new ones may be there. Make the list shorter with Advanced → 'Additional Query Parameters', such as a " +
		'date from which on it begins';
	if (count > bounds.maxKnown && isFarBelow(count, total)) {
		throw new RequestFailure(message, `Nothing was emitted. ${advice}`, {
			reach: 'answered',
			final: true,
		});
	}
	watch.say('refused end', { message, description: advice });
}

/** Whether a list has no rows, and says that there are some. */
export const hidesRows = ({ list: { said }, dated, undated }: Reading): boolean =>
	dated + undated === 0 && ((said.total ?? 0) > 0 || said.hasMore === true);

/** The error that two readings at the activation do not agree, or that all hide their rows. */
export function noBaseline({ state }: Watch, { list }: Reading, { rows }: Stream): RequestFailure {
	const { total = 0 } = list.said;
	return state.known.size === 0
		? new RequestFailure(
				`The platform lists no ${rows}, and says that there are ${total > 0 ? thousands(total) : 'some'}`,
				'The trigger must know what is there at its activation. Look at the answer with Get Many, and activate again',
				{ reach: 'answered' },
			)
		: new RequestFailure(
				`The platform lists other ${rows} each time, also old ones`,
				'The trigger must know what was there at its activation, and no two readings agree. Nothing was emitted. The next poll tries again',
				{ reach: 'answered' },
			);
}

/** Says once what the platform's manner means for cost and guarantees, where it gives no way to be sure. */
export function sayHealth(watch: Watch, { dated, undated, list }: Reading, { rows }: Stream): void {
	if (list.identity.hasNoIds) {
		watch.say('no ids', {
			message: `The platform gives its ${rows} no IDs`,
			description: `The trigger tells its ${rows} apart by their content. One that changes later is emitted again`,
		});
	}
	if (dated === 0 && undated > 0) {
		watch.say('no times', {
			message: `The platform does not say when its ${rows} were made`,
			description:
				'The trigger works: it remembers all IDs. Every poll reads the whole list, the items are in no order, and the list may have ' +
				`${thousands(bounds.maxUndated)} rows`,
		});
	}
}
