import type { INodeProperties } from 'n8n-workflow';
import type { Params } from '../../shared/operation';
import { enteredTimestamp } from '../../shared/values';
import { listOptions } from '../listPages';

const MS_PER_MINUTE = 60_000;

/** Entries of Options and Advanced for every event that reads a stream. */
export const streamOptions: readonly INodeProperties[] = [
	...listOptions,
	{
		displayName: 'Max Delay of Rows (Minutes)',
		name: 'maxDelayMinutes',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100_000 },
		default: 60,
		description:
			'How late a row may appear on the platform, counted from its own time. Every poll reads this time span again.',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'Also emit what was added since this time, when the workflow is activated for the first time. If empty, only what is added later is emitted.',
	},
];

/** In milliseconds. */
export const lookbackWindow = (params: Params): number =>
	params.number('advanced.maxDelayMinutes', 60) * MS_PER_MINUTE;

/** In milliseconds since 1970; undefined when nothing was entered. @throws ParameterError if it is no date */
export const startFrom = (params: Params): number | undefined => {
	const entered = params.timestamp('options.startFrom');
	return entered === '' ? undefined : enteredTimestamp(entered, 'Start From');
};
