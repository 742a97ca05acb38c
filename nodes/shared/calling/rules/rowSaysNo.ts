import type { IDataObject } from 'n8n-workflow';
import type { Params } from '../../operation';
import type { RefusalSign } from '../../refusals';
import { refusalIn } from '../../refusals';
import { shownColumn } from '../../values';

/*
 * What the row of a person says against calling: an opt-out, a note, a status. It counts without any rule.
 */

const OPTION = 'callPeopleWhoseRowSaysNo';

/** What a row says, in a sentence without its full stop. */
export const refusalInWords = ({ says, field, value }: RefusalSign): string =>
	says === 'yes'
		? `The column ${shownColumn(field)} says not to call: "${value}"`
		: `The column ${shownColumn(field)} may say not to call: "${value}"`;

export const REMEDY = `If this is wrong, correct the row, or turn on Options → 'Call People Whose Row Says No'`;

/** Whether the user wants to call people whose row says no. */
export const callsDespiteNo = (params: Params): boolean => params.flag(`options.${OPTION}`);

/** Reads what rows say against calling, with the user's own words; undefined for a row that says nothing. */
export function refusalReader(params: Params): (cells: IDataObject) => string | undefined {
	const ownWords = params.texts('options.alsoMeansDoNotCall');
	return (cells) => {
		const refusal = refusalIn(cells, { ownWords });
		return refusal && refusalInWords(refusal);
	};
}
