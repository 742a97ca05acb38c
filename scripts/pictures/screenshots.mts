import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import {
	type FunctionStep,
	makeAgentFunction,
	NOTE_WISH,
	openQuestion,
} from '../../harness/browser/agentFunction.mts';
import type { Editor } from '../../harness/browser/editor.mts';
import { testId } from '../../harness/browser/elements.mts';
import { type TestBrowser, startTestBrowser } from '../../harness/browser/testBrowser.mts';
import { root } from '../../harness/project/project.mjs';
import { type PictureNode, createWorkflow } from './workflow.mts';

/*
 * The pictures of README and docs, with what the samples return. Look at each before you commit it.
 */

const IMAGES = join(root, 'docs', 'images');

/** At this size text can be read where the picture is about 900 pixels wide, as in a README. */
const WINDOW = { width: 1180, height: 700 };
/** Pixels around the nodes of a canvas. */
const MARGIN = 16;

/** What is in the way: empty boxes of the code editor, messages, tooltips, the neighbours of a panel. */
const QUIET = `
	[class^="ͼ1 ͼ2"]:empty, .el-notification, [data-test-id="floating-nodes"], .el-popper[role="tooltip"], [data-test-id="tooltip-content"] { display: none !important }
	*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important }
`;
/** What surrounds the nodes of a canvas. */
const CANVAS_ALONE = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-minimap"], [data-test-id="canvas-background"], [data-test-id="logs-panel"],
	[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-node-toolbar"], [data-test-id="execute-workflow-button"],
	[data-test-id="node-creator-plus-button"], [data-test-id="command-bar-button"], [data-test-id="add-sticky-button"],
	[data-test-id="toggle-focus-panel-button"] { visibility: hidden !important }
`;

type Clip = Record<'x' | 'y' | 'width' | 'height', number>;

async function save(page: Page, name: string, clip: Clip): Promise<void> {
	const path = join(IMAGES, `${name}.png`);
	await page.screenshot({ path, animations: 'disabled', clip });
	console.log(`docs/images/${name}.png: ${Math.round(statSync(path).size / 1024)} KB`);
}

/** The rectangle around these elements and the texts in them, and a margin. */
async function around(elements: Locator): Promise<Clip> {
	const [left, top, right, bottom] = await elements.evaluateAll((found) => {
		const isText = (element: Element) =>
			element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
			[...element.childNodes].some(
				({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
			);
		const boxes = found
			.flatMap((element) => [element, ...[...element.querySelectorAll('*')].filter(isText)])
			.map((element) => element.getBoundingClientRect());
		return [
			Math.min(...boxes.map((box) => box.left)),
			Math.min(...boxes.map((box) => box.top)),
			Math.max(...boxes.map((box) => box.right)),
			Math.max(...boxes.map((box) => box.bottom)),
		] as const;
	});
	const [x, y] = [left - MARGIN, top - MARGIN];
	return { x, y, width: right + MARGIN - x, height: bottom + MARGIN - y };
}

/** The canvas after a run, without what surrounds it. */
async function saveCanvas(editor: Editor, name: string): Promise<void> {
	const { page } = editor;
	await editor.zoomToFit();
	await editor.untilStill();
	const style = await page.addStyleTag({ content: CANVAS_ALONE });
	await save(page, name, await around(page.locator('.vue-flow__node')));
	await style.evaluate((element) => (element as Element).remove());
}

/**
 * The panel of a node.
 *
 * @param x where the middle of its parameters is dragged to: the more to the left, the wider the output
 * @param view how the output is shown: `columns` as a table, which compares items; `schema` with all fields of one item
 */
async function savePanel(
	{ page, panel }: Editor,
	name: string,
	x: number,
	view: 'columns' | 'schema' = 'columns',
): Promise<void> {
	await panel.output[view]();
	await testId(page, 'panel-drag-button').hover();
	await page.mouse.down();
	await page.mouse.move(x, 40, { steps: 5 });
	await page.mouse.up();
	const box = await testId(page, 'ndv').boundingBox();
	if (!box) throw new Error('The panel is not open');
	await save(page, name, box);
}

async function openSample(editor: Editor, id: string): Promise<void> {
	await editor.open(id);
	await editor.execute();
	await editor.page.addStyleTag({ content: QUIET });
}

async function callAList(editor: Editor): Promise<void> {
	await openSample(editor, 'sampleCallAList');
	await saveCanvas(editor, 'call-a-list');
	await editor.openPanel('Make call');
	await savePanel(editor, 'make-call', 440, 'schema');
}

async function mondayCampaign(editor: Editor): Promise<void> {
	await openSample(editor, 'sampleMondayCampaign');
	await saveCanvas(editor, 'monday-campaign');
}

async function callsToCrm(editor: Editor, { world }: TestBrowser): Promise<void> {
	for (const first_name of ['Maria', 'Grace', 'Ada']) {
		await world.sandbox.api.post('/calls', { count: 1, first_name });
	}
	await openSample(editor, 'sampleCallsToCrm');
	await saveCanvas(editor, 'calls-to-crm');
	await editor.openPanel('When a call has ended');
	await savePanel(editor, 'trigger', 440, 'schema');
}

/** A start by hand, at the left end. */
const startBefore = (name: string): PictureNode => ({
	name: 'Start by hand',
	type: 'n8n-nodes-base.manualTrigger',
	position: [0, 0],
	to: [[name]],
});

/** The agent as somebody chooses it from the list. */
const AGENT = {
	__rl: true,
	mode: 'list',
	value: 'agent_0001',
	cachedResultName: 'Appointment Setter',
};

async function checkPlatform(editor: Editor, browser: TestBrowser): Promise<void> {
	const id = await createWorkflow(browser, 'Check platform', [
		startBefore('Check platform'),
		{
			name: 'Check platform',
			type: 'voiceAgentOrganization',
			position: [220, 0],
			parameters: { resource: 'platform', operation: 'check' },
		},
	]);
	await editor.open(id);
	await editor.page.addStyleTag({ content: QUIET });
	const panel = await editor.openPanel('Check platform');
	await panel.execute();
	await savePanel(editor, 'check-platform', 0);
}

/** So high that all rules are in the picture. */
const HIGH_WINDOW = { width: 1180, height: 1300 };

const PEOPLE = [
	{ name: 'Ada', phone: '+493012345601', tz: 'Europe/Berlin' },
	{ name: 'Grace', phone: '+12135550123', tz: 'America/Los_Angeles' },
	{ name: 'Lin', phone: '+81312345678', tz: 'Asia/Tokyo' },
	{ name: 'Sam', phone: '+12125550199', tz: 'America/New_York' },
];
const EVERY_DAY = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Some of these people may be called now, others tomorrow, and one never. */
async function callingRules(editor: Editor, browser: TestBrowser): Promise<void> {
	const id = await createWorkflow(browser, 'Calling rules', [
		startBefore('People'),
		{
			name: 'People',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			position: [220, 0],
			parameters: { jsCode: `return ${JSON.stringify(PEOPLE.map((json) => ({ json })))};` },
			to: [['Make call']],
		},
		{
			name: 'Make call',
			type: 'voiceAgentCall',
			position: [440, 0],
			parameters: {
				resource: 'call',
				operation: 'makeCall',
				agentId: AGENT,
				toNumber: '={{ $json.phone }}',
				callingRules: {
					callingHours: { hours: { weekdays: EVERY_DAY, from: '09:00', to: '18:00' } },
					doNotCall: '+1 (212) 555-0199',
					timeZone: '={{ $json.tz }}',
				},
			},
			to: [['Held back?']],
		},
		{
			name: 'Held back?',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
			position: [660, 0],
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
					conditions: [
						{
							id: 'held',
							leftValue: '={{ $json.held_back }}',
							rightValue: '',
							operator: { type: 'boolean', operation: 'true', singleValue: true },
						},
					],
					combinator: 'and',
				},
				looseTypeValidation: true,
			},
			to: [['Call tomorrow'], ['Called']],
		},
		{ name: 'Call tomorrow', type: 'n8n-nodes-base.noOp', position: [880, -100] },
		{ name: 'Called', type: 'n8n-nodes-base.noOp', position: [880, 100] },
	]);
	await openSample(editor, id);
	await saveCanvas(editor, 'calling-rules-canvas');
	const held = await editor.openPanel('Call tomorrow');
	await savePanel(editor, 'held-back', 0);
	await held.close();
	await editor.page.setViewportSize(HIGH_WINDOW);
	const rules = (await editor.openPanel('Make call')).parameter('Calling Rules');
	await rules.evaluate((element) => (element as Element).scrollIntoView());
	await save(editor.page, 'calling-rules', await around(rules));
}

/** What an agent must know, as somebody enters it. */
async function functionTrigger(editor: Editor, browser: TestBrowser): Promise<void> {
	const name = 'When the agent asks';
	const id = await createWorkflow(browser, 'Free slots', [
		{
			name,
			type: 'voiceAgentFunctionTrigger',
			position: [0, 0],
			parameters: {
				agentId: AGENT,
				functionName: 'check_free_slots',
				functionDescription: 'Returns the free slots of a day. Use it before you offer a time.',
				functionParameters: {
					parameters: [
						{ name: 'day', type: 'date', description: 'The day that the caller prefers' },
					],
				},
			},
		},
	]);
	await editor.open(id);
	await editor.page.addStyleTag({ content: QUIET });
	await editor.page.setViewportSize(HIGH_WINDOW);
	await editor.openPanel(name);
	await save(editor.page, 'function-trigger', await around(testId(editor.page, 'node-parameters')));
}

/** How somebody makes a workflow a function of an agent, step by step. */
async function functionSteps(editor: Editor, { world }: TestBrowser): Promise<void> {
	const see = async (step: FunctionStep) => {
		if (step === 'answered') await editor.panel.output.schema();
		await save(editor.page, `function-${step}`, { x: 0, y: 0, ...WINDOW });
	};
	const { id } = await makeAgentFunction(editor, NOTE_WISH, see);
	await world.sandbox.api.post('/agents/agent_0001/ask', { function: NOTE_WISH.name });
	await openQuestion(editor, id, see);
}

/** The sample as it is: filling in its form would take another page. */
async function speedToLead(editor: Editor): Promise<void> {
	await editor.open('sampleSpeedToLead');
	await editor.page.addStyleTag({ content: QUIET });
	await saveCanvas(editor, 'speed-to-lead');
	await editor.page.emulateMedia({ colorScheme: 'dark' });
	await saveCanvas(editor, 'speed-to-lead-dark');
	await editor.page.emulateMedia({ colorScheme: 'light' });
}

const PICTURES = [
	speedToLead,
	callAList,
	callsToCrm,
	mondayCampaign,
	checkPlatform,
	callingRules,
	functionTrigger,
	functionSteps,
];

/** @param names of functions above; all of them if there is none */
export async function makeScreenshots(names: readonly string[]): Promise<void> {
	const wanted = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name));
	if (wanted.length === 0) throw new Error(`There is no picture ${names.join(', ')}`);
	const browser = await startTestBrowser({ viewport: WINDOW, deviceScaleFactor: 2 });
	try {
		for (const make of wanted)
			await browser.inEditor(async (editor) => await make(editor, browser));
	} finally {
		await browser.stop();
	}
}
