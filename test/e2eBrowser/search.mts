import type { TestBrowser } from '../../harness/browser/testBrowser.mts';

/** So many are seen at a glance. */
const FIRST = 3;

/** What people search for, and what they must see among the first. The entry "Voice Agent" also has the events of the trigger. */
const SEARCHES: ReadonlyArray<readonly [words: string, ...expected: string[]]> = [
	['voice', 'Voice Agent', 'Voice Agent Call'],
	['voice agent', 'Voice Agent', 'Voice Agent Call'],
	['phone call', 'Voice Agent Call'],
	['call ended', 'Voice Agent'],
	['AI call', 'Voice Agent Call'],
	['dial', 'Voice Agent Call', 'Voice Agent Campaign'],
	['outbound', 'Voice Agent Call', 'Voice Agent Campaign'],
	['campaign', 'Voice Agent Campaign'],
	['transcript', 'Voice Agent Call'],
	['booking', 'Voice Agent', 'Voice Agent Call'],
	['appointment', 'Voice Agent', 'Voice Agent Call'],
	['callback', 'Voice Agent', 'Voice Agent Call'],
	['telephony', 'Voice Agent Call'],
	['AI phone', 'Voice Agent Call'],
	['CRM call', 'Voice Agent Call'],
	['reminder', 'Voice Agent Call', 'Voice Agent Campaign'],
	['speech', 'Voice Agent Call'],
	['text to speech call', 'Voice Agent Call'],
	['answer', 'Voice Agent'],
	['respond', 'Voice Agent'],
	['reply', 'Voice Agent'],
	['function', 'Voice Agent Function Trigger'],
	['function agent', 'Voice Agent Function Trigger'],
	['agent tool', 'Voice Agent Function Trigger'],
	['availability', 'Voice Agent Function Trigger'],
	['create campaign', 'Voice Agent Campaign'],
	['start campaign', 'Voice Agent Campaign'],
	['call a list', 'Voice Agent Campaign'],
	['get transcript', 'Voice Agent Call'],
	['download recording', 'Voice Agent Call'],
	['make a call', 'Voice Agent Call'],
	['robocall', 'Voice Agent Call', 'Voice Agent Campaign'],
	['voicemail', 'Voice Agent', 'Voice Agent Call', 'Voice Agent Campaign'],
	['retry', 'Voice Agent Call', 'Voice Agent Campaign'],
	['appointment reminder', 'Voice Agent Call', 'Voice Agent Campaign'],
	['create agent', 'Voice Agent'],
	['IVR', 'Voice Agent'],
	['minutes', 'Voice Agent Credits and Billing'],
];

/** What is the first entry, so that the Enter key takes it. All words are ranked by `test/contract/codex.test.mts`, with n8n's own ranking. */
const FIRST_FOUND: ReadonlyArray<readonly [words: string, first: string]> = [
	['voice', 'Voice Agent'],
	['AI call', 'Voice Agent Call'],
	['make a call', 'Voice Agent Call'],
	['get transcript', 'Voice Agent Call'],
	['download recording', 'Voice Agent Call'],
	['telephony', 'Voice Agent Call'],
	['create campaign', 'Voice Agent Campaign'],
	['start campaign', 'Voice Agent Campaign'],
	['call a list', 'Voice Agent Campaign'],
	['create agent', 'Voice Agent'],
	['IVR', 'Voice Agent'],
	['function agent', 'Voice Agent Function Trigger'],
	['minutes', 'Voice Agent Credits and Billing'],
];

const TOOLS = [
	'Voice Agent Tool',
	'Voice Agent Analytics Tool',
	'Voice Agent Credits and Billing Tool',
	'Voice Agent Call Tool',
	'Voice Agent Campaign Tool',
	'Voice Agent Organization and Users Tool',
	'Voice Agent Phone Number Tool',
];

/** The nodes are found by the words of people who do not know them. */
export function searchPart(browser: () => TestBrowser): void {
	test('each of these words finds its nodes among the first three, and the right one first', async () => {
		const found = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			const names: Record<string, string[]> = {};
			for (const [words] of SEARCHES) {
				names[words] = (await editor.nodeCreator.find(words)).slice(0, FIRST);
			}
			return names;
		});
		const missing = SEARCHES.flatMap(([words, ...expected]) =>
			expected
				.filter((name) => !found[words]?.includes(name))
				.map((name) => `${words}: ${name} is not in ${found[words]?.join(', ') || 'nothing'}`),
		);
		expect(missing).toEqual([]);
		const first = FIRST_FOUND.map(([words]) => [words, found[words]?.[0]]);
		expect(first).toEqual(FIRST_FOUND);
	});

	test('an AI agent is offered every node as a tool', async () => {
		const found = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add('AI Agent');
			await (await editor.panel.untilOpen()).close();
			await editor.addTool('AI Agent');
			return await editor.nodeCreator.find('Voice Agent');
		});
		expect(found).toEqual(expect.arrayContaining(TOOLS));
	});
}
