import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import type { TriggerEvent } from '../../../../nodes/VoiceAgentTrigger/event';
import { events } from '../../../../nodes/VoiceAgentTrigger/events';
import { pollOptions } from '../../../../nodes/VoiceAgentTrigger/pollOptions';
import { Polls, RECORDING } from '../fakeWatch.mts';

/*
 * Which parameters the editor shows for an event is compared with those that the event reads while it runs. Nothing here lists the
 * parameters of an event, so a new event is covered as soon as it is in events/index.ts.
 */

const { description } = new VoiceAgentTrigger();

/** Parameters on which others depend, with what makes those appear. */
const SWITCHES = { downloadRecording: true, figure: 'creditBalance', output: 'simplified' };
const OPTION_SWITCHES = { afterRestart: 'redeliver' };

const entriesOf = (collection: string) =>
	description.properties.find(({ name }) => name === collection)?.options as INodeProperties[];

/** The parameters that n8n shows for an event, entries of collections as `options.timeout`. */
function shownFor({ value }: TriggerEvent): string[] {
	const root: INodeParameters = { event: value, ...SWITCHES };
	const isShown = (field: INodeProperties, values: INodeParameters = root) =>
		NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, description, root);
	return description.properties
		.filter((field) => field.name !== 'event' && isShown(field))
		.flatMap(({ name, type }) =>
			type === 'collection'
				? entriesOf(name)
						.filter((entry) => isShown(entry, OPTION_SWITCHES))
						.map((entry) => `${name}.${entry.name}`)
				: [name],
		);
}

/** Of an agent or a campaign that has nothing. */
const OTHER = 'other';
/** What no row of these tests is, by the filter. */
const NOT_MET: IDataObject = { direction: 'outbound', success: 'no', minDuration: 6 };

/** The parameters that an event reads, in a poll that sets the baseline and one that finds something new, and how much the second one emits. */
async function readBy(
	event: TriggerEvent,
	parameters: IDataObject = {},
): Promise<{ names: Set<string>; emitted: number }> {
	const polls = new Polls(event, { ...SWITCHES, ...parameters });
	/** A row that has everything an event waits for. */
	const add = (id: string) =>
		polls.rows.push({
			id,
			session_id: id,
			status: 'completed',
			duration_seconds: 5,
			transcript: [{ role: 'agent', text: 'Hello' }],
			analysis: { summary: 'A talk', outcome: 'interested', is_success: true },
			created_at: new Date(polls.now).toISOString(),
			// High first, then low.
			balance: id === 'old' ? 1000 : 1,
			agent_id: 'agent_1',
			// Not campaign_id: that is a campaign's own name for its identifier.
			campaign: { id: 'campaign_1' },
			direction: 'inbound',
		});
	const { list } = polls;
	polls.list = (query, path) => (path.includes(OTHER) ? { body: [] } : list(query, path));
	polls.detail = (id) => {
		if (id.startsWith('recording/')) return { body: RECORDING };
		return { body: polls.rows.find((row) => row.id === id) };
	};
	polls.other = (path) => ({
		body: path.endsWith('/balance') ? polls.rows.at(-1) : { id: OTHER, status: 'active' },
	});
	add('old');
	await polls.poll();
	add('new');
	const found = await polls.poll();
	const names = [...polls.read].map((name) => name.replace(/\.pairs$/, ''));
	return { names: new Set(names), emitted: found.length };
}

const OF_EVERY_POLL = pollOptions.map(({ name }) => `options.${name}`);

describe.each(events.map((event) => [event.name, event] as const))('%s', (_name, event) => {
	const shown = shownFor(event);
	const isFilter = (name: string) => name.startsWith('filters.');

	test('reads what the editor shows for it, and nothing else', async () => {
		const { names, emitted } = await readBy(event);
		expect(emitted).toBe(1);
		expect(shown).toEqual([...new Set(shown)]);
		const isUnread = (name: string) => !names.has(name) && !OF_EVERY_POLL.includes(name);
		expect(shown.filter(isUnread)).toEqual([]);
		// Filters are read by code that several events share; n8n gives none that is not shown.
		const isHidden = (name: string) => !isFilter(name) && !shown.includes(name);
		expect([...names].filter(isHidden)).toEqual([]);
	});

	test('each filter excludes what it does not match', async () => {
		expect(shown.filter(isFilter).length).toBe(event.filters.length);
		for (const name of shown.filter(isFilter)) {
			const value = NOT_MET[name.replace('filters.', '')] ?? OTHER;
			const { emitted } = await readBy(event, { [name]: value });
			expect({ name, emitted }).toEqual({ name, emitted: 0 });
		}
	});
});
