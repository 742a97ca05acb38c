import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Grounds, Params } from '../../operation';
import { alsoMeansDoNotCallOption, switchField } from '../../operation';
import type { RefusalSign } from '../../refusals';
import { refusalIn } from '../../refusals';
import { shownColumn } from '../../values';
import type { Rule } from './rule';

/*
 * What the row of a person says against calling: an opt-out, a note, a status. It counts without any rule.
 */

const OPTION = 'callPeopleWhoseRowSaysNo';

/** What a row says, in a sentence without its full stop. */
const refusalInWords = ({ says, field, value }: RefusalSign): string =>
	says === 'yes'
		? `The column ${shownColumn(field)} says not to call: "${value}"`
		: `The column ${shownColumn(field)} may say not to call: "${value}"`;

const REMEDY = `If this is wrong, correct the row, or turn on Options → 'Call People Whose Row Says No'`;

/** Whether the user wants to call people whose row says no. */
export const callsDespiteNo = (params: Params): boolean => params.flag(`options.${OPTION}`);

/** What a row says against calling its person. */
export interface RowRefusal extends Grounds {
	/** A sentence about the column, without its full stop. */
	said: string;
}

/** What a row says against calling; undefined if it says nothing. @param ownWords the user's own words for a no */
export function rowRefusal(
	cells: IDataObject,
	ownWords: readonly string[],
): RowRefusal | undefined {
	const sign = refusalIn(cells, { ownWords });
	if (!sign) return undefined;
	const said = refusalInWords(sign);
	return {
		said,
		because: 'row says no',
		of: `in ${shownColumn(sign.field)}`,
		description: `${said}. ${REMEDY}`,
	};
}

/** Options about rows that say themselves that their person must not be called. */
export const rowSaysNoOptions: readonly INodeProperties[] = [
	alsoMeansDoNotCallOption,
	switchField(
		'Call People Whose Row Says No',
		OPTION,
		'Whether to call people although a column of their row says no, such as opted_out, Do Not Call, or the status DNC. While this is off, they are held back, and reason shows the column.',
	),
];

/** A row with "DNC" in its status is held back without any rule. */
export const rowSaysNo: Rule = {
	name: 'Row Says No',
	fields: [],
	ofRows: {
		never: ({ person: { refusal } }) => refusal,
	},
};
