import type { INodeProperties } from 'n8n-workflow';
import { filtersField, optionsField } from '../shared/operation';
import type { TriggerEvent } from './event';
import type { FilterName } from './filters';
import { filterFields } from './filters';
import { pollOptions } from './pollOptions';

type FieldsOf = (event: TriggerEvent) => readonly INodeProperties[];

/** A field, and the events that have it. */
type SharedField = readonly [field: INodeProperties, events: string[]];

/** Every field once, in the order of the events. */
function sharedFields(events: readonly TriggerEvent[], fieldsOf: FieldsOf): SharedField[] {
	const owners = new Map<INodeProperties, string[]>();
	for (const event of events) {
		for (const field of fieldsOf(event)) {
			owners.set(field, [...(owners.get(field) ?? []), event.value]);
		}
	}
	return [...owners];
}

const shownFor = ([field, events]: SharedField): INodeProperties => ({
	...field,
	displayOptions: { show: { event: events, ...field.displayOptions?.show } },
});

/** For an entry of a collection, which refers to the parameters of the node from its root. */
const entryFor = ([field, events]: SharedField): INodeProperties => ({
	...field,
	displayOptions: { show: { '/event': events } },
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
	const collection = filtersField(entries.map(([name, field]) => entryFor([field, having(name)])));
	const withFilters = events.filter(({ filters }) => filters.length > 0);
	return shownFor([collection, withFilters.map(({ value }) => value)]);
}

/** The whole `properties` of the node. n8n adds the poll times. */
export function propertiesOf(events: readonly TriggerEvent[]): INodeProperties[] {
	return [
		eventField(events),
		...sharedFields(events, ({ criteria = [] }) => criteria).map(shownFor),
		...sharedFields(events, ({ output = [] }) => output).map(shownFor),
		filtersOf(events),
		optionsField([
			...pollOptions,
			...sharedFields(events, ({ options = [] }) => options).map(entryFor),
		]),
	];
}
