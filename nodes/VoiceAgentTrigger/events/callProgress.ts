import type { IDataObject } from 'n8n-workflow';
import { callIsOver, callStatus } from '../../shared/platform';
import type { Watch } from '../watch';

/** The words of Ended Statuses. */
export const endedWordsOf = ({ params }: Watch) => params.words('options.endedStatuses');

const isOver = (watch: Watch, call: IDataObject) => callIsOver(call, endedWordsOf(watch));

/** The status word of a call that does not say whether it is over ('' for none); undefined if it says it. */
export const unclearWord = (watch: Watch, call: IDataObject): string | undefined =>
	isUnclear(watch, call) ? callStatus(call) : undefined;

/** Whether a call is still under way, as far as anybody can tell. */
export const isOpen = (watch: Watch, call: IDataObject): boolean => isOver(watch, call) !== true;

/** Whether a row of the list leaves open if the call is over, so that the call itself must be asked. */
export const isUnclear = (watch: Watch, row: IDataObject): boolean => isOver(watch, row) === null;
