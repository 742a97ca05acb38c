import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { root } from '../../harness/project/project.mjs';
import { nodeTypes, resourcesByNode, triggers } from '../support/nodeTypes.mts';
import { type Codex, type SearchedNode, searchNodes } from './nodeCreator.mts';
import { phrases } from '../support/phrases.mts';

/*
 * The codex files decide whether somebody who searches in n8n's editor finds the nodes.
 */

/** All that n8n allows to community nodes. */
const CATEGORIES = phrases`
	Analytics | Communication | Data & Storage | Development | Finance & Accounting | Marketing & Content |
	Miscellaneous | Productivity | Sales | Utility
`;

/** So many are seen without scrolling, and without reading on. */
const SEEN_WITHOUT_SCROLLING = 8;
const FIRST = 3;
const FIRST_TWO = 2;

/** What people search for, by the node that they must find. */
type Searches = Readonly<Record<string, readonly string[]>>;
const pairsOf = (searches: Searches) =>
	Object.entries(searches).flatMap(([node, texts]) => texts.map((text) => [text, node] as const));

/** What people search for, and what they must see among the first. The entry "Voice Agent" is the trigger, too. */
const SEARCHES: Searches = {
	'Voice Agent': phrases`
		voice | voice agent | voice agent trigger | voicebot | phone agent | respond | respond to agent |
		answer | reply | call ended | function | booking | appointment | callback | create agent | build agent |
		IVR | voicemail
	`,
	'Voice Agent Call': phrases`
		voice | voice agent | phone | call | AI call | make call | AI phone | CRM call | call lead | reminder |
		speech | text to speech call | dial | telephony | outbound | transcript | recording | booking |
		appointment | callback | make a call | start a call | call a number | robocall | voicemail | retry |
		get transcript | download recording | call history | get calls | appointment reminder
	`,
	'Voice Agent Campaign': phrases`
		leads | reminder | dial | outbound | campaign | call list | robocall | voicemail | retry |
		appointment reminder | create campaign | start campaign | run campaign | stop campaign | call a list |
		call from google sheets | redial | no answer | power dialer
	`,
	'Voice Agent Function Trigger': phrases`
		function | voice agent function trigger | function agent | agent tool | availability | look up caller |
		during the call | check calendar
	`,
	'Voice Agent Phone Number': phrases`phone number | buy number | virtual number`,
	'Voice Agent Credits and Billing': phrases`credits | invoice | minutes | buy credits | call costs`,
	'Voice Agent Analytics': phrases`call statistics | sentiment | best time to call`,
	'Voice Agent Organization and Users': phrases`invite user | login history`,
};

/** What a salesperson searches for, and what comes first or second. The entry "Voice Agent" is the trigger, too. */
const SALES_SEARCHES: Searches = {
	'Voice Agent Campaign': phrases`
		call leads | call customers | telemarketing | campaign results | results | do not call |
		do not call list | opt out | opted out | calling hours | dry run | cold calling | call prospects |
		prospect | qualify leads | dialer | auto dialer | mass calling | bulk call | call everyone |
		call Excel list | call CSV | call contacts | upload leads | unreached | did not answer | consent | DNC |
		unsubscribe
	`,
	'Voice Agent Call': phrases`
		call leads | call customers | sales call | sales calls | telemarketing | results | do not call |
		do not call list | opt out | calling hours | dry run | score | phone call | AI phone call |
		wait for call result | wait for result | cold calling | cold call | call prospects |
		lead qualification | new lead | call new lead | call back | follow up call | call outcome |
		call summary | transcription | what was said | consent | time zone | test call | call me | ring |
		phone someone | call with AI | AI caller | AI agent call | DNC | survey
	`,
	'Voice Agent': phrases`
		when call ends | trigger when call ends | ended call | when a call ends | after call | on call ended |
		alert | receptionist | missed call | call center | call centre | sales agent | virtual assistant |
		inbound call | incoming call | answer calls | appointment booked | low balance alert | voice bot
	`,
	'Voice Agent Function Trigger': phrases`book meeting | schedule appointment`,
	'Voice Agent Credits and Billing': phrases`balance | call cost`,
	'Voice Agent Analytics': phrases`call report | conversion rate | customer satisfaction`,
	'Voice Agent Phone Number': phrases`caller ID`,
};

/**
 * n8n counts the name of a node 1.3 times as much as an alias: "Uplead" and "Lemonade Model" have the letters of "lead", "Home Assistant" has
 * "assistant", and every "Voice Agent …" with an i in its name has those of "voice ai". No alias comes before them.
 */
const BEHIND_NAMES: Searches = {
	'Voice Agent Campaign': phrases`lead | CRM`,
	'Voice Agent Call': phrases`lead | CRM | voice ai`,
	'Voice Agent': phrases`assistant | voice ai`,
};

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

test.each(nodes)(
	'$displayName has categories that n8n knows, and no subcategories',
	({ codex }) => {
		expect(codex?.categories).not.toEqual([]);
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex?.categories ?? ['none']));
		expect(codex?.subcategories).toBeUndefined();
	},
);

test('what finds the trigger finds the node that n8n merges it with', () => {
	const { categories, alias } = codexOf('voiceAgentTrigger');
	const merged = codexOf('voiceAgent');
	expect(merged.alias).toEqual(expect.arrayContaining(alias ?? ['none']));
	expect(merged.categories).toEqual(categories);
});

test.each([
	...pairsOf(SEARCHES).map((pair) => [...pair, FIRST] as const),
	...pairsOf(SALES_SEARCHES).map((pair) => [...pair, FIRST_TWO] as const),
	...pairsOf(BEHIND_NAMES).map((pair) => [...pair, SEEN_WITHOUT_SCROLLING] as const),
])('"%s" finds %s among the first %d', (text, node, count) => {
	expect(searchNodes(text, nodes).slice(0, count)).toContain(node);
});

test.each(OF_OTHERS)('"%s" finds %s before the nodes of this package', (text, first) => {
	expect(searchNodes(text, nodes)[0]).toBe(first);
});

test.each(['voice', 'voice agent'])('"%s" finds credits and users last', (text) => {
	const own = searchNodes(text, nodes).filter((name) => name.startsWith('Voice Agent'));
	expect(own.slice(-LAST.length)).toEqual(LAST);
});

const actions = Object.entries(resourcesByNode).flatMap(([name, resources]) =>
	resources.flatMap(({ operations }) => operations.map(({ action }) => [action, name] as const)),
);
const names = nodes.filter(({ name }) => !name.endsWith('Trigger'));

test.each(actions)('"%s" is an alias of %s', (action, name) => {
	const aliases = codexOf(name).alias?.map((alias) => alias.toLowerCase());
	expect(aliases).toContain(action.toLowerCase());
});

test.each([
	...actions.map(([text, name]) => [text, nodeTypes[name]?.description.displayName]),
	...names.map(({ displayName }) => [displayName, displayName]),
])('"%s" finds it first: %s', (text, displayName) => {
	expect(searchNodes(String(text), nodes)[0]).toBe(displayName);
});
