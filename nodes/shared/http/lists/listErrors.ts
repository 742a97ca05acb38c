import { RequestFailure } from '../failures/requestFailure';

/* The errors of a list that cannot be read as a whole. Drop-downs and triggers read lists, too: nothing is named that only Get Many has. */

const REMEDY =
	'If rows were removed in the meantime, run it again. Otherwise make the list shorter with a filter, such as one by date, or read fewer rows';

/** The error for a list of which fewer rows were read than the platform says that there are. */
export class IncompleteList extends RequestFailure {
	constructor(message: string, reason: string) {
		super(message, `${reason}. ${REMEDY}`, { reach: 'answered', final: true });
	}
}

const ONE_PAGE =
	"Pages by number, link or cursor are not read. Make the list shorter with filters, or read fewer rows. If the platform can give all rows on one page, set that in 'Additional Query Parameters', such as limit = 1000";

export const offsetIgnored = () =>
	new RequestFailure(
		'The platform returns the same page again and again',
		`It ignores the parameter offset, so only the first page can be read. ${ONE_PAGE}`,
		{ reach: 'answered', final: true },
	);

export const countsNoRows = () =>
	new RequestFailure(
		'The offset of the platform does not count rows',
		`The rows behind the first page cannot be read. ${ONE_PAGE}`,
		{ reach: 'answered', final: true },
	);

/** The error of a list that changes too fast while it is read. Another reading can succeed. */
export class ListChanges extends RequestFailure {}

export const changesTooOften = () =>
	new ListChanges(
		'The list changes faster than it can be read',
		'Rows came or went between all requests, so it is not clear which rows were read. Try again, or make the list shorter with filters',
		{ reach: 'answered' },
	);
