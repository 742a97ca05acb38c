import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { root } from '../../harness/project/project.mjs';
import { nodeTypes, resourcesByNode, triggers } from '../support/nodeTypes.mts';
import { type Codex, type SearchedNode, builderSearch, searchNodes } from './nodeCreator.mts';

/*
 * The codex files decide whether somebody who searches in n8n's editor finds the nodes.
 */

/** All that n8n allows to community nodes. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

/** So many are seen without scrolling and without reading on. */
const FIRST = 3;
const SEEN_WITHOUT_SCROLLING = 8;

/** What people search for, and what they must see among the first. The entry "Voice Agent" is the trigger, too. */
const SEARCHES: ReadonlyArray<readonly [text: string, ...expected: string[]]> = [
	['voice', 'Voice Agent', 'Voice Agent Call'],
	['voice agent', 'Voice Agent', 'Voice Agent Call'],
	['voice agent trigger', 'Voice Agent'],
	['voicebot', 'Voice Agent'],
	['phone agent', 'Voice Agent'],
	['phone', 'Voice Agent Call'],
	['call', 'Voice Agent Call'],
	['AI call', 'Voice Agent Call'],
	['make call', 'Voice Agent Call'],
	['AI phone', 'Voice Agent Call'],
	['CRM call', 'Voice Agent Call'],
	['leads', 'Voice Agent Campaign'],
	['call lead', 'Voice Agent Call'],
	['reminder', 'Voice Agent Call', 'Voice Agent Campaign'],
	['speech', 'Voice Agent Call'],
	['text to speech call', 'Voice Agent Call'],
	['respond', 'Voice Agent'],
	['respond to agent', 'Voice Agent'],
	['answer', 'Voice Agent'],
	['reply', 'Voice Agent'],
	['dial', 'Voice Agent Call', 'Voice Agent Campaign'],
	['telephony', 'Voice Agent Call'],
	['outbound', 'Voice Agent Call', 'Voice Agent Campaign'],
	['transcript', 'Voice Agent Call'],
	['recording', 'Voice Agent Call'],
	['campaign', 'Voice Agent Campaign'],
	['call list', 'Voice Agent Campaign'],
	['call ended', 'Voice Agent'],
	['function', 'Voice Agent Function Trigger', 'Voice Agent'],
	['voice agent function trigger', 'Voice Agent Function Trigger'],
	['function agent', 'Voice Agent Function Trigger'],
	['agent tool', 'Voice Agent Function Trigger'],
	['availability', 'Voice Agent Function Trigger'],
	['look up caller', 'Voice Agent Function Trigger'],
	['during the call', 'Voice Agent Function Trigger'],
	['booking', 'Voice Agent', 'Voice Agent Call'],
	['appointment', 'Voice Agent', 'Voice Agent Call'],
	['callback', 'Voice Agent', 'Voice Agent Call'],
	['phone number', 'Voice Agent Phone Number'],
	['credits', 'Voice Agent Credits and Billing'],
	['invoice', 'Voice Agent Credits and Billing'],
	['call statistics', 'Voice Agent Analytics'],
	['sentiment', 'Voice Agent Analytics'],
	['invite user', 'Voice Agent Organization and Users'],
	['create agent', 'Voice Agent'],
	['build agent', 'Voice Agent'],
	['IVR', 'Voice Agent'],
	['make a call', 'Voice Agent Call'],
	['start a call', 'Voice Agent Call'],
	['call a number', 'Voice Agent Call'],
	['robocall', 'Voice Agent Call', 'Voice Agent Campaign'],
	['voicemail', 'Voice Agent', 'Voice Agent Call', 'Voice Agent Campaign'],
	['retry', 'Voice Agent Call', 'Voice Agent Campaign'],
	['get transcript', 'Voice Agent Call'],
	['download recording', 'Voice Agent Call'],
	['call history', 'Voice Agent Call'],
	['get calls', 'Voice Agent Call'],
	['appointment reminder', 'Voice Agent Call', 'Voice Agent Campaign'],
	['create campaign', 'Voice Agent Campaign'],
	['start campaign', 'Voice Agent Campaign'],
	['run campaign', 'Voice Agent Campaign'],
	['stop campaign', 'Voice Agent Campaign'],
	['call a list', 'Voice Agent Campaign'],
	['call from google sheets', 'Voice Agent Campaign'],
	['redial', 'Voice Agent Campaign'],
	['no answer', 'Voice Agent Campaign'],
	['power dialer', 'Voice Agent Campaign'],
	['minutes', 'Voice Agent Credits and Billing'],
	['buy credits', 'Voice Agent Credits and Billing'],
	['call costs', 'Voice Agent Credits and Billing'],
	['buy number', 'Voice Agent Phone Number'],
	['virtual number', 'Voice Agent Phone Number'],
	['best time to call', 'Voice Agent Analytics'],
	['login history', 'Voice Agent Organization and Users'],
	['check calendar', 'Voice Agent Function Trigger'],
];

/** What a salesperson searches for, and what comes first or second. The entry "Voice Agent" is the trigger, too. */
const FIRST_TWO = 2;
const SALES_SEARCHES: ReadonlyArray<readonly [text: string, ...expected: string[]]> = [
	['call leads', 'Voice Agent Campaign', 'Voice Agent Call'],
	['call customers', 'Voice Agent Call', 'Voice Agent Campaign'],
	['sales call', 'Voice Agent Call'],
	['sales calls', 'Voice Agent Call'],
	['telemarketing', 'Voice Agent Campaign', 'Voice Agent Call'],
	['campaign results', 'Voice Agent Campaign'],
	['results', 'Voice Agent Campaign', 'Voice Agent Call'],
	['do not call', 'Voice Agent Call', 'Voice Agent Campaign'],
	['do not call list', 'Voice Agent Call', 'Voice Agent Campaign'],
	['opt out', 'Voice Agent Campaign', 'Voice Agent Call'],
	['opted out', 'Voice Agent Campaign'],
	['calling hours', 'Voice Agent Call', 'Voice Agent Campaign'],
	['dry run', 'Voice Agent Call', 'Voice Agent Campaign'],
	['score', 'Voice Agent Call'],
	['when call ends', 'Voice Agent'],
	['trigger when call ends', 'Voice Agent'],
	['ended call', 'Voice Agent'],
	['when a call ends', 'Voice Agent'],
	['after call', 'Voice Agent'],
	['on call ended', 'Voice Agent'],
	['phone call', 'Voice Agent Call'],
	['AI phone call', 'Voice Agent Call'],
	['alert', 'Voice Agent'],
	['receptionist', 'Voice Agent'],
	['wait for call result', 'Voice Agent Call'],
	['wait for result', 'Voice Agent Call'],
	['cold calling', 'Voice Agent Call', 'Voice Agent Campaign'],
	['cold call', 'Voice Agent Call'],
	['call prospects', 'Voice Agent Campaign', 'Voice Agent Call'],
	['prospect', 'Voice Agent Campaign'],
	['lead qualification', 'Voice Agent Call'],
	['qualify leads', 'Voice Agent Campaign'],
	['new lead', 'Voice Agent Call'],
	['call new lead', 'Voice Agent Call'],
	['call back', 'Voice Agent Call'],
	['missed call', 'Voice Agent'],
	['follow up call', 'Voice Agent Call'],
	['call center', 'Voice Agent'],
	['call centre', 'Voice Agent'],
	['dialer', 'Voice Agent Campaign'],
	['auto dialer', 'Voice Agent Campaign'],
	['mass calling', 'Voice Agent Campaign'],
	['bulk call', 'Voice Agent Campaign'],
	['call everyone', 'Voice Agent Campaign'],
	['call Excel list', 'Voice Agent Campaign'],
	['call CSV', 'Voice Agent Campaign'],
	['call contacts', 'Voice Agent Campaign'],
	['upload leads', 'Voice Agent Campaign'],
	['unreached', 'Voice Agent Campaign'],
	['did not answer', 'Voice Agent Campaign'],
	['call outcome', 'Voice Agent Call'],
	['call summary', 'Voice Agent Call'],
	['transcription', 'Voice Agent Call'],
	['what was said', 'Voice Agent Call'],
	['consent', 'Voice Agent Call', 'Voice Agent Campaign'],
	['time zone', 'Voice Agent Call'],
	['test call', 'Voice Agent Call'],
	['call me', 'Voice Agent Call'],
	['ring', 'Voice Agent Call'],
	['phone someone', 'Voice Agent Call'],
	['call with AI', 'Voice Agent Call'],
	['AI caller', 'Voice Agent Call'],
	['AI agent call', 'Voice Agent Call'],
	['sales agent', 'Voice Agent'],
	['virtual assistant', 'Voice Agent'],
	['inbound call', 'Voice Agent'],
	['incoming call', 'Voice Agent'],
	['answer calls', 'Voice Agent'],
	['book meeting', 'Voice Agent Function Trigger'],
	['schedule appointment', 'Voice Agent Function Trigger'],
	['appointment booked', 'Voice Agent'],
	['low balance alert', 'Voice Agent'],
	['balance', 'Voice Agent Credits and Billing'],
	['call cost', 'Voice Agent Credits and Billing'],
	['call report', 'Voice Agent Analytics'],
	['conversion rate', 'Voice Agent Analytics'],
	['customer satisfaction', 'Voice Agent Analytics'],
	['caller ID', 'Voice Agent Phone Number'],
	['DNC', 'Voice Agent Call', 'Voice Agent Campaign'],
	['unsubscribe', 'Voice Agent Campaign'],
	['voice bot', 'Voice Agent'],
	['survey', 'Voice Agent Call'],
];

/**
 * n8n counts the name of a node 1.3 times as much as an alias: "Uplead" and "Lemonade Model" have the letters of "lead", "Home Assistant" has
 * "assistant", and every "Voice Agent …" with an i in its name has those of "voice ai". No alias comes before them.
 */
const BEHIND_NAMES: typeof SALES_SEARCHES = [
	['lead', 'Voice Agent Campaign', 'Voice Agent Call'],
	['CRM', 'Voice Agent Call', 'Voice Agent Campaign'],
	['assistant', 'Voice Agent'],
	['voice ai', 'Voice Agent', 'Voice Agent Call'],
];

/** n8n's AI builder takes each word by itself, and is shown five nodes: these are made of words that stand in names of other nodes. */
const NOT_SHOWN_TO_BUILDER: readonly string[] = [
	'sales call',
	'do not call',
	'do not call list',
	'opt out',
	'when call ends',
	'trigger when call ends',
	'when a call ends',
	'new lead',
	'call new lead',
	'call center',
	'bulk call',
	'call Excel list',
	'call CSV',
	'time zone',
	'test call',
	'AI agent call',
	'sales agent',
	'virtual assistant',
	'schedule appointment',
	'call cost',
	'lead',
	'assistant',
];

/** Nodes of others that these words belong to: more aliases must not put a node of this package before them. */
const OF_OTHERS: ReadonlyArray<readonly [text: string, first: string]> = [
	['agent', 'AI Agent'],
	['webhook', 'Webhook'],
	['calendar', 'Google Calendar'],
	['schedule', 'Schedule Trigger'],
	['google sheets', 'Google Sheets'],
	['gmail', 'Gmail'],
	['merge', 'Merge'],
	['sms', 'Twilio'],
];

/** Nodes that hardly anybody looks for by these words: they come behind all others of the package. */
const LAST = ['Voice Agent Credits and Billing', 'Voice Agent Organization and Users'];

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function codexOf(name: string): Codex {
	const node = capitalized(name);
	return JSON.parse(readFileSync(join(root, 'nodes', node, `${node}.node.json`), 'utf8'));
}

function searched(description: INodeTypeDescription): SearchedNode {
	const codex = codexOf(description.name);
	return { ...description, name: `n8n-nodes-voice-agent.${description.name}`, codex };
}

const nodes = [...Object.values(nodeTypes), ...triggers].map(({ description }) =>
	searched(description),
);

describe.each(nodes)('$displayName', ({ name, codex }) => {
	test('is named in its codex file as n8n names it', () => {
		expect(codex?.node).toBe(name);
	});

	test('has categories that n8n knows, and no subcategories', () => {
		expect(codex?.categories).not.toEqual([]);
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex?.categories ?? ['none']));
		expect(codex?.subcategories).toBeUndefined();
	});

	test('has no alias twice', () => {
		expect(codex?.alias).toEqual([...new Set(codex?.alias)]);
	});
});

test('what finds the trigger finds the node that n8n merges it with', () => {
	const { categories, alias } = codexOf('voiceAgentTrigger');
	const merged = codexOf('voiceAgent');
	expect(merged.alias).toEqual(expect.arrayContaining(alias ?? ['none']));
	expect(merged.categories).toEqual(categories);
});

test.each(SEARCHES)('"%s" finds %s', (text, ...expected) => {
	expect(searchNodes(text, nodes).slice(0, FIRST)).toEqual(expect.arrayContaining(expected));
});

test.each(SALES_SEARCHES)('"%s" finds %s first or second', (text, ...expected) => {
	expect(searchNodes(text, nodes).slice(0, FIRST_TWO)).toEqual(expect.arrayContaining(expected));
});

test.each(BEHIND_NAMES)('"%s" finds %s without scrolling', (text, ...expected) => {
	const seen = searchNodes(text, nodes).slice(0, SEEN_WITHOUT_SCROLLING);
	expect(seen).toEqual(expect.arrayContaining(expected));
});

test("n8n's AI builder is shown one of the nodes that are wanted, but for the phrases named here", () => {
	const search = builderSearch(nodes);
	// The builder has the trigger as an entry of its own.
	const entriesOf = (name: string) => (name === 'Voice Agent' ? [name, `${name} Trigger`] : [name]);
	const notShown = [...SALES_SEARCHES, ...BEHIND_NAMES].filter(([text, ...expected]) => {
		const found = search(text);
		return !expected.flatMap(entriesOf).some((name) => found.includes(name));
	});
	expect(notShown.map(([text]) => text)).toEqual(NOT_SHOWN_TO_BUILDER);
});

test.each(OF_OTHERS)('"%s" finds %s before the nodes of this package', (text, first) => {
	expect(searchNodes(text, nodes)[0]).toBe(first);
});

test.each(['voice', 'voice agent'])('"%s" finds credits and users last', (text) => {
	const own = searchNodes(text, nodes).filter((name) => name.startsWith('Voice Agent'));
	expect(own.slice(-LAST.length)).toEqual(LAST);
});

describe.each(Object.entries(resourcesByNode))('%s', (name, resources) => {
	const { displayName } = nodeTypes[name]?.description ?? { displayName: '' };
	const actions = resources.flatMap(({ operations }) => operations.map(({ action }) => action));

	test('has the label of every action as an alias', () => {
		const aliases = codexOf(name).alias?.map((alias) => alias.toLowerCase());
		expect(aliases).toEqual(expect.arrayContaining(actions.map((action) => action.toLowerCase())));
	});

	test.each(actions)('"%s" finds it first', (action) => {
		expect(searchNodes(action, nodes)[0]).toBe(displayName);
	});
});

test.each(nodes.filter(({ name }) => !name.endsWith('Trigger')))(
	'$displayName is the first that its name finds',
	({ displayName }) => {
		expect(searchNodes(displayName, nodes)[0]).toBe(displayName);
	},
);

describe('a node is not found', () => {
	const spoiled = (change: Partial<Codex>) =>
		nodes.map((node) => ({ ...node, codex: { ...node.codex, ...change } }));
	const ours = (text: string, changed: readonly SearchedNode[]) =>
		searchNodes(text, changed).filter((name) => name.startsWith('Voice Agent'));

	test('by its own name, in the category AI', () => {
		expect(ours('voice agent', spoiled({ categories: ['AI', 'Communication'] }))).toEqual([]);
	});

	test('by words that are neither in its name nor among its aliases', () => {
		expect(ours('telephony', spoiled({ alias: [] }))).toEqual([]);
	});
});
