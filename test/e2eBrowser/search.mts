import type { TestBrowser } from '../../harness/browser/testBrowser.mts';

/** So many are seen at a glance. */
const FIRST = 3;

/** What people search for, and what they must see among the first; the first of these is the first entry, so that the Enter key takes it. */
const SEARCHES: ReadonlyArray<readonly [words: string, first: string, ...others: string[]]> = [
	['voice', 'Voice Agent', 'Voice Agent Call'],
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

/** The nodes are found by the words of people who do not know them. `test/contract/codex.test.mts` has all words, with n8n's own ranking. */
export function searchPart(browser: () => TestBrowser): void {
	test('each of these words finds its nodes among the first three, and the right one first', async () => {
		const found = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			const names: string[][] = [];
			for (const [words] of SEARCHES)
				names.push((await editor.nodeCreator.find(words)).slice(0, FIRST));
			return names;
		});
		expect(found).toEqual(SEARCHES.map(([, ...names]) => expect.arrayContaining(names)));
		expect(found.map(([first]) => first)).toEqual(SEARCHES.map(([, first]) => first));
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
