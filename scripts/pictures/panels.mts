import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type * as workflow from 'n8n-workflow';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import type { Editor } from '../../harness/browser/editor.mts';
import { testId } from '../../harness/browser/elements.mts';
import { type TestBrowser, startTestBrowser } from '../../harness/browser/testBrowser.mts';
import { root } from '../../harness/project/project.mjs';
import { createWorkflow } from './workflow.mts';

/*
 * A picture of the panel of every operation and every event, as n8n's editor draws it, and one picture of all panels of each node. If they are
 * opened, everything under Add Option and Add Field is added, and the pictures have "opened" in their names.
 */

const FOLDER = join(root, '.cache', 'contact-sheet');
/** So high that no panel has to be scrolled. */
const WINDOW = { width: 1400, height: 3600 };
const COLUMNS = 6;
/** Pixels of a panel on the sheet, across. */
const PANEL_WIDTH = 330;

/** One panel: the parameters that choose it. */
interface Panel {
	name: string;
	parameters: INodeParameters;
}

const projectRequire = createRequire(join(root, 'package.json'));
// As CommonJS: Node cannot load its ES modules.
const { NodeHelpers } = projectRequire('n8n-workflow') as typeof workflow;

/** The nodes of the built package, by their internal names. */
function builtNodes(): INodeType[] {
	const { n8n } = projectRequire('./package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((file) => {
		const [NodeType] = Object.values(projectRequire(`./${file}`)) as Array<new () => INodeType>;
		if (!NodeType) throw new Error(`${basename(file)} exports no node`);
		return new NodeType();
	});
}

const choicesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ name, value }) => ({ name, value: String(value) }));

/** The panels of a node: one for each operation, or for each event; a node that has neither has one. */
function panelsOf({ description: { displayName, properties } }: INodeType): Panel[] {
	const event = properties.find(({ name }) => name === 'event');
	if (event)
		return choicesOf(event).map(({ name, value }) => ({ name, parameters: { event: value } }));
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(choicesOf);
	const operations = properties.filter(({ name }) => name === 'operation');
	if (operations.length === 0) return [{ name: displayName, parameters: {} }];
	return resources.flatMap((resource) =>
		operations
			.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource.value))
			.flatMap(choicesOf)
			.map((operation) => ({
				name: `${resource.name}: ${operation.name}`,
				parameters: { resource: resource.value, operation: operation.value },
			})),
	);
}

/** The value of a field to which everything that it offers was added. */
function openedValue(field: INodeProperties): INodeParameters[string] {
	const { type, options = [], typeOptions } = field;
	if (type === 'collection') return valuesOf(options as INodeProperties[]);
	if (type !== 'fixedCollection') return field.default;
	const [group] = options as INodePropertyCollection[];
	if (!group) return field.default;
	const values = valuesOf(group.values);
	return { [group.name]: typeOptions?.multipleValues === true ? [values] : values };
}

const valuesOf = (fields: readonly INodeProperties[]): INodeParameters =>
	Object.fromEntries(fields.map((field) => [field.name, openedValue(field)]));

/** The panel with everything added that Add Option and Add Field offer. */
function openedPanel({ description }: INodeType, { name, parameters }: Panel): Panel {
	const defaults = valuesOf(
		description.properties.filter(({ type }) => !['collection', 'fixedCollection'].includes(type)),
	);
	const chosen = { ...defaults, ...parameters };
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(chosen, field, { typeVersion: 1 }, description);
	const collections = description.properties
		.filter(({ type }) => ['collection', 'fixedCollection'].includes(type))
		.filter(isShown);
	return { name, parameters: { ...parameters, ...valuesOf(collections) } };
}

async function pictureOf({ page }: Editor, address: string, path: string): Promise<void> {
	await page.goto(address);
	const parameters = testId(testId(page, 'ndv'), 'node-parameters');
	await parameters.waitFor();
	await page.waitForLoadState('networkidle');
	const fields = parameters.locator('.parameter-input-list-wrapper').first();
	await fields.waitFor();
	await fields.screenshot({ path, animations: 'disabled' });
	const cut = await testId(fields, 'input-label').evaluateAll((labels) =>
		labels
			.flatMap((label) => [...label.querySelectorAll<HTMLElement>('*')])
			.filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
			.map(({ textContent }) => textContent?.trim()),
	);
	if (cut.length > 0) console.log(`${path} has no room for ${[...new Set(cut)].join(', ')}`);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** All panels of a node in one picture. */
async function sheetOf(
	{ page }: Editor,
	panels: readonly Panel[],
	folder: string,
	path: string,
): Promise<void> {
	const figures = panels.map(({ name }, index) => {
		const picture = readFileSync(join(folder, `${index}.png`)).toString('base64');
		return `<figure><figcaption>${escaped(name)}</figcaption><img src="data:image/png;base64,${picture}"></figure>`;
	});
	await page.setContent(`<style>
		body { font: 14px sans-serif; display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); gap: 12px; align-items: start; margin: 12px; background: #ddd }
		figure { margin: 0; background: #fff; padding: 6px }
		figcaption { font-weight: bold; padding-bottom: 4px }
		img { width: 100% }
	</style>${figures.join('')}`);
	await page.locator('img').last().waitFor();
	await page.setViewportSize({ width: COLUMNS * PANEL_WIDTH, height: 100 });
	await page.screenshot({ path, fullPage: true });
	await page.setViewportSize(WINDOW);
}

async function makeSheet(browser: TestBrowser, node: INodeType, isOpened: boolean): Promise<void> {
	const type = node.description.name;
	const name = isOpened ? `${type}-opened` : type;
	const panels = panelsOf(node).map((panel) => (isOpened ? openedPanel(node, panel) : panel));
	const folder = join(FOLDER, name);
	mkdirSync(folder, { recursive: true });
	const id = await createWorkflow(
		browser,
		type,
		panels.map((panel, index) => ({
			...panel,
			id: `panel-${index}`,
			type,
			position: [0, index * 200],
		})),
	);
	await browser.inEditor(async (editor) => {
		for (const index of panels.keys()) {
			const address = `${browser.world.n8n.url}/workflow/${id}/panel-${index}`;
			await pictureOf(editor, address, join(folder, `${index}.png`));
		}
		await sheetOf(editor, panels, folder, join(FOLDER, `${name}.png`));
	});
	console.log(`.cache/contact-sheet/${name}.png: ${panels.length} panels`);
}

/** @param wanted nodes by their internal names; all of them if there is none */
export async function makePanels(wanted: readonly string[], isOpened: boolean): Promise<void> {
	if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
	const browser = await startTestBrowser({ viewport: WINDOW });
	try {
		for (const node of builtNodes()) {
			if (wanted.length === 0 || wanted.includes(node.description.name))
				await makeSheet(browser, node, isOpened);
		}
	} finally {
		await browser.stop();
	}
}
