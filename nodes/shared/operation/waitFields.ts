import type { INodeProperties } from 'n8n-workflow';
import { ParameterError } from '../values';
import { choiceField, numberField, switchField, textField } from './fields';
import type { Params } from './params';

/** What can be waited for. */
export type Awaited = 'call' | 'campaign';

const MS_PER_MINUTE = 60_000;
/** Time for the transcript and analysis of a call that is over, in minutes. */
const DEFAULT_TRANSCRIPT_MINUTES = 2;
const MAX_MINUTES = 24 * 60;
/** Max Wait Time, if nothing was entered. */
const DEFAULT_MINUTES: Record<Awaited, number> = { call: 10, campaign: 60 };

export const endedStatusesField: INodeProperties = textField(
	'Statuses of Ended Calls',
	'endedStatuses',
	'Words that your platform uses for calls that are over, separated by commas, if they are not the usual ones',
	{ placeholder: 'e.g. completed, no_answer, failed' },
);

export const finishedStatusesField: INodeProperties = textField(
	'Finished Statuses',
	'finishedStatuses',
	'Words that your platform uses for campaigns that are finished, separated by commas, if they are not the usual ones',
	{ placeholder: 'e.g. finished, completed' },
);

/** How long the results of a call that is over may take. @param minutes the default */
export const waitForTranscriptField = (minutes: number, description: string): INodeProperties =>
	numberField('Wait for Transcript (Minutes)', 'waitMinutes', description, {
		typeOptions: { minValue: 0 },
		default: minutes,
	});

/** The switches of operations whose result can be waited for. */
export const waitForResultFields: Record<Awaited, INodeProperties> = {
	call: switchField(
		'Wait for Result',
		'waitForResult',
		'Whether to wait until the call is over, and return it with transcript and analysis. For waits of a few minutes. For longer ones use the trigger Call Ended.',
	),
	campaign: switchField(
		'Wait for Result',
		'waitForResult',
		'Whether to wait until the campaign is finished or cancelled, and return it with its progress. A paused campaign is waited for. For long campaigns use the trigger Campaign Finished.',
	),
};

const maxWaitField = (minutes: number): INodeProperties =>
	numberField(
		'Max Wait Time (Minutes)',
		'maxWaitTime',
		'Max time to wait for the result, counted from when all requests were sent',
		{ typeOptions: { minValue: 1, maxValue: MAX_MINUTES }, default: minutes },
	);

const afterMaxWaitField = choiceField(
	'After Max Wait Time',
	'afterMaxWaitTime',
	'What to do with an item that is not over after Max Wait Time',
	{
		options: [
			{
				name: 'Return As Is',
				value: 'returnAsIs',
				description: 'Return the item with what is known, and that it is not over',
			},
			{
				name: 'Stop',
				value: 'stop',
				description: 'Fail with an error. What was started continues, and is not repeated.',
			},
		],
		default: 'returnAsIs',
	},
);

const transcriptField = waitForTranscriptField(
	DEFAULT_TRANSCRIPT_MINUTES,
	'How long to wait, after a call is over, for its transcript and analysis. Then the item has what is there. Max Wait Time ends this wait, too.',
);

const whileWaiting = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { '/waitForResult': [true] } },
});

/** The switch of an operation whose result can be waited for. */
export const waitFieldsOf = (waitFor?: Awaited): readonly INodeProperties[] =>
	waitFor ? [waitForResultFields[waitFor]] : [];

/** The entries of Options about waiting, shown while the switch is on. */
export const waitOptionsOf = (waitFor?: Awaited): readonly INodeProperties[] =>
	waitFor
		? [
				maxWaitField(DEFAULT_MINUTES[waitFor]),
				afterMaxWaitField,
				...(waitFor === 'call' ? [transcriptField, endedStatusesField] : [finishedStatusesField]),
			].map(whileWaiting)
		: [];

/** How long to wait for one item, and for what. */
export interface Wait {
	kind: Awaited;
	/** What to wait for, if the parameters name it; otherwise the answer of the request does. */
	id?: string;
	maxMs: number;
	/** True: an item that is not over after the wait is an error. */
	stops: boolean;
	/** The status words of what is over, in lower case; none: the usual ones. */
	words: readonly string[];
	/** How long the results of a call that is over may take. */
	patienceMs: number;
}

function stopsAfter(params: Params): boolean {
	const choice = params.text('options.afterMaxWaitTime') || 'returnAsIs';
	if (choice === 'stop' || choice === 'returnAsIs') return choice === 'stop';
	throw new ParameterError(
		`'After Max Wait Time' "${choice}" is not known`,
		'Choose Return As Is or Stop, or check its expression',
	);
}

/**
 * What the user chose about waiting; undefined if nothing is waited for.
 *
 * @throws ParameterError
 */
export function waitOf(
	{ waitFor, ids = {} }: { waitFor?: Awaited; ids?: Readonly<Record<string, INodeProperties>> },
	params: Params,
): Wait | undefined {
	if (!waitFor || !params.flag('waitForResult')) return undefined;
	const [idField] = Object.values(ids);
	const minutes = params.number('options.maxWaitTime', DEFAULT_MINUTES[waitFor], 1, MAX_MINUTES);
	const patience = params.number('options.waitMinutes', DEFAULT_TRANSCRIPT_MINUTES);
	return {
		kind: waitFor,
		id: idField && params.id(idField.name),
		maxMs: minutes * MS_PER_MINUTE,
		stops: stopsAfter(params),
		words: params.words(waitFor === 'call' ? 'options.endedStatuses' : 'options.finishedStatuses'),
		patienceMs: patience * MS_PER_MINUTE,
	};
}
