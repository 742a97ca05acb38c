import type { INodeProperties } from 'n8n-workflow';
import {
	agentLocator,
	campaignLocator,
	filtersField,
	optional,
	optionsField,
	outputFileField,
	pairsField,
	simplifyField,
	textField,
} from '../shared/operation';
import type { TriggerEvent } from './watch';

export type FilterName = 'agentId' | 'campaignId' | 'direction' | 'outcome';

const filterFields: Record<FilterName, INodeProperties> = {
	agentId: optional(agentLocator),
	campaignId: optional(campaignLocator),
	direction: {
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		options: [
			{ name: 'Inbound', value: 'inbound', description: 'Somebody rang the agent' },
			{ name: 'Outbound', value: 'outbound', description: 'The agent rang somebody' },
		],
		default: 'outbound',
		description: 'Who rang whom',
	},
	outcome: textField(
		'Outcome',
		'outcome',
		'Only calls with one of these outcomes, separated by commas. Upper and lower case do not matter.',
		{ placeholder: 'e.g. interested, callback requested' },
	),
};

interface Option {
	field: INodeProperties;
	/** Events that have it; all when left out. */
	events?: readonly string[];
}

const streams = ['newCall', 'callEnded', 'newBooking', 'newCallback', 'newTransfer'];

const optionFields: readonly Option[] = [
	{
		field: pairsField({
			displayName: 'Additional Query Parameters',
			name: 'additionalQuery',
			placeholder: 'Add Parameter',
			description: 'Filters your platform knows that have no field here. They go with every list.',
		}),
		events: [...streams, 'campaignFinished'],
	},
	{
		field: {
			displayName: 'After a Crash',
			name: 'afterCrash',
			type: 'options',
			options: [
				{
					name: 'Deliver Again',
					value: 'deliverAgain',
					description:
						'What n8n may have lost comes again, with "redelivered" set to true. Nothing is lost; use an upsert or Remove Duplicates.',
				},
				{
					name: 'Skip',
					value: 'skip',
					description:
						'Nothing comes again. What was under way when n8n ended may be lost to the workflow.',
				},
			],
			default: 'deliverAgain',
			description:
				'What to do with items that were handed over shortly before n8n ended. Nothing tells a node whether their execution came to its end.',
		},
	},
	{
		field: {
			displayName: 'Crash Window (Minutes)',
			name: 'crashWindowMinutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1440 },
			default: 10,
			description:
				'Items are delivered again only if n8n is back within this time of their delivery. Should be longer than the workflow takes for them.',
		},
	},
	{
		field: {
			displayName: 'Date Filter Name',
			name: 'dateFilterName',
			type: 'string',
			default: 'from',
			description:
				'Name of the query parameter with which your platform leaves out older rows. It is used only where the list is not sorted by time.',
		},
		events: streams,
	},
	{
		field: textField(
			'Ended Statuses',
			'endedStatuses',
			'Words your platform uses for calls that are over, separated by commas, if they are not the usual ones',
			{ placeholder: 'e.g. completed, no_answer, failed' },
		),
		events: ['callEnded'],
	},
	{
		field: textField(
			'Finished Statuses',
			'finishedStatuses',
			'Words your platform uses for campaigns that are finished, separated by commas, if they are not the usual ones',
			{ placeholder: 'e.g. finished, completed' },
		),
		events: ['campaignFinished'],
	},
	{
		field: {
			displayName: 'Max Items per Execution',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50_000 },
			default: 1000,
			description: 'What is beyond comes with the next poll',
		},
	},
	{
		field: {
			displayName: 'Overlap (Minutes)',
			name: 'overlapMinutes',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100_000 },
			default: 60,
			description:
				'How late a row may appear on the platform, counted from the time it bears. Every poll reads so far back.',
		},
		events: streams,
	},
	{
		field: {
			displayName: 'Start From',
			name: 'startFrom',
			type: 'dateTime',
			default: '',
			description:
				'When the workflow is activated for the first time, begin with what was there since this time. Without it only what comes later is given out.',
		},
		events: streams,
	},
	{
		field: {
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description: 'How long to wait for the answer to one request',
		},
	},
	{
		field: {
			displayName: 'Wait for Transcript (Minutes)',
			name: 'waitMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'How long to wait, after a call is over, for its transcript and analysis, and for a recording that cannot be downloaded. Then the call is given out as it is.',
		},
		events: ['callEnded'],
	},
];

const shownFor = (events: readonly string[], field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { event: [...events] } },
});

/** For an entry of a collection, which refers to the parameters of the node from its root. */
const entryFor = (events: readonly string[], field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { '/event': [...events] } },
});

function eventField(events: readonly TriggerEvent[]): INodeProperties {
	const defaultValue = events[0]?.value;
	const options = events
		.map(({ name, value, description }) => ({ name, value, description }))
		.sort((a, b) => a.name.localeCompare(b.name));
	return {
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options,
		default: defaultValue,
		description: 'What starts the workflow',
	};
}

function filtersOf(events: readonly TriggerEvent[]): INodeProperties {
	const having = (name: FilterName) =>
		events.filter(({ filters }) => filters.includes(name)).map(({ value }) => value);
	const entries = Object.entries(filterFields) as Array<[FilterName, INodeProperties]>;
	return {
		...filtersField(entries.map(([name, field]) => entryFor(having(name), field))),
		displayOptions: {
			show: {
				event: events.filter(({ filters }) => filters.length > 0).map(({ value }) => value),
			},
		},
	};
}

const thresholdField: INodeProperties = {
	displayName: 'Credits Below',
	name: 'threshold',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description: 'The workflow starts once each time the balance falls below this',
};

const recordingField: INodeProperties = {
	displayName: 'Download Recording',
	name: 'downloadRecording',
	type: 'boolean',
	default: false,
	description: 'Whether to put the recording of the call into the item as a file',
};

/** The whole `properties` of the node. n8n adds the poll times. */
export function propertiesOf(events: readonly TriggerEvent[]): INodeProperties[] {
	return [
		eventField(events),
		shownFor(['lowCreditBalance'], thresholdField),
		shownFor(['newCall', 'callEnded', 'campaignFinished'], simplifyField),
		shownFor(['callEnded'], recordingField),
		{
			...outputFileField,
			displayOptions: { show: { event: ['callEnded'], downloadRecording: [true] } },
		},
		filtersOf(events),
		optionsField(optionFields.map(({ field, events: of }) => (of ? entryFor(of, field) : field))),
	];
}
