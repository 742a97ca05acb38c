import type { INodeProperties } from 'n8n-workflow';
import type { CallFilterName } from '../shared/operation';
import { CALL_FILTERS, filtersField, optionsField } from '../shared/operation';
import type { TriggerEvent } from './event';
import { pollOptions } from './pollOptions';

type FieldsOf = (event: TriggerEvent) => readonly INodeProperties[];

/** A field, and the events that have it. */
type SharedField = readonly [field: INodeProperties, events: string[]];

/** Every field once, in the order of the events. */
function fieldsOfEvents(events: readonly TriggerEvent[], fieldsOf: FieldsOf): SharedField[] {
	const owners = new Map<INodeProperties, string[]>();
	for (const event of events) {
		for (const field of fieldsOf(event)) {
			owners.set(field, [...(owners.get(field) ?? []), event.value]);
		}
	}
	return [...owners];
}

const shownForEvents = ([field, events]: SharedField): INodeProperties => ({
	...field,
	displayOptions: { show: { event: events, ...field.displayOptions?.show } },
});

/** A field as the entry of a collection, which refers to the parameters of the node from its root. */
const entryFor = ([field, events]: SharedField): INodeProperties => ({
	...field,
	displayOptions: { show: { '/event': events, ...field.displayOptions?.show } },
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
	};
}

function filtersOf(events: readonly TriggerEvent[]): INodeProperties {
	const having = (name: CallFilterName) =>
		events.filter(({ filters }) => filters.includes(name)).map(({ value }) => value);
	const names = Object.keys(CALL_FILTERS) as CallFilterName[];
	const entries = names.map((name) => entryFor([CALL_FILTERS[name].field, having(name)]));
	const collection = filtersField(entries);
	const withFilters = events.filter(({ filters }) => filters.length > 0);
	return shownForEvents([collection, withFilters.map(({ value }) => value)]);
}

const eventOptions = (events: readonly TriggerEvent[]): INodeProperties =>
	optionsField([
		...pollOptions,
		...fieldsOfEvents(events, ({ options = [] }) => options).map(entryFor),
	]);

/** The `subtitle` of the node: the event, as a sentence. n8n shows it below the node. */
export function triggerSubtitle(events: readonly TriggerEvent[]): string {
	const sentence = (name: string) => name.charAt(0) + name.slice(1).toLowerCase();
	const names = Object.fromEntries(events.map(({ name, value }) => [value, sentence(name)]));
	return `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
}

/** The whole `properties` of the node. n8n adds the poll times. */
export function triggerProperties(events: readonly TriggerEvent[]): INodeProperties[] {
	return [
		eventField(events),
		...fieldsOfEvents(events, ({ criteria = [] }) => criteria).map(shownForEvents),
		...fieldsOfEvents(events, ({ output = [] }) => output).map(shownForEvents),
		filtersOf(events),
		eventOptions(events),
	];
}
