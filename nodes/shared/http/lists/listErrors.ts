import { RequestFailure } from '../failures/requestFailure';

/* The errors of a list that cannot be read whole. They name no field of Get Many: triggers read lists, too. */

const finalFailure = (message: string, description: string) =>
	new RequestFailure(message, description, { arrival: 'answered', final: true });

const REMEDY =
	'If rows were removed in the meantime, run it again. Otherwise make the list shorter with a filter, such as one by date, or read fewer rows';

/** The error for a list of which fewer rows were read than the platform says that there are. */
export class IncompleteList extends RequestFailure {
	constructor(message: string, reason: string) {
		super(message, `${reason}. ${REMEDY}`, { arrival: 'answered', final: true });
	}
}

const ONE_PAGE =
	"Pages by number, link or cursor are not read. Make the list shorter with filters, or read fewer rows. If the platform can give all rows on one page, set that in 'Additional Query Parameters', such as limit = 1000";

export const samePageAgain = () =>
	finalFailure(
		'The platform returns the same page again and again',
		`It ignores the parameter offset, or its offset does not count rows, so only the first page can be read. ${ONE_PAGE}`,
	);

export const pagesOfOneRow = () =>
	finalFailure(
		'The pages of the platform have a single row',
		"Such pages have no row in common, so rows could be missing between them. If 'Additional Query Parameters' has a limit, make it larger",
	);

/** @param field under which the rows have it */
export const sameIdentifier = (field = '') =>
	finalFailure(
		'The platform sends the same ID for different rows',
		`Two rows of one page have the same '${field}', so rows cannot be told apart. If other rows are meant, set Options → 'Response Path'. In a drop-down, choose By ID and enter the ID`,
	);

/** The error of a list that changes too fast while it is read. Another reading can succeed. */
export class ListChanges extends RequestFailure {}

export const changesTooFast = () =>
	new ListChanges(
		'The list changes faster than it can be read',
		'Rows came or went between all requests, so it is not clear which rows were read. Try again, or make the list shorter with filters',
		{ arrival: 'answered' },
	);
