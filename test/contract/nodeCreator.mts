import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../../harness/project/project.mjs';

/*
 * What n8n's editor does when somebody searches for a node: the rules of its bundle, with n8n's own ranking and n8n's own nodes.
 */

/** What n8n reads in <Node>.node.json. */
export interface Codex {
	node: string;
	categories: string[];
	subcategories?: Record<string, string[]>;
	alias?: string[];
}

export interface SearchedNode {
	name: string;
	displayName: string;
	group: string[];
	version: number | number[];
	hidden?: boolean;
	codex?: Partial<Codex>;
}

interface Found {
	score: number;
	item: { key: string; properties: SearchedNode };
}

interface Ranking {
	sublimeSearch(text: string, items: ReadonlyArray<Found['item']>): Found[];
	reRankSearchResults(found: Found[], factors: Record<string, Record<string, number>>): Found[];
}

const n8nManifest = realpathSync(join(root, 'node_modules', 'n8n', 'package.json'));
const n8nRequire = createRequire(n8nManifest);
const { sublimeSearch }: Ranking = n8nRequire('@n8n/utils/search/sublime-search');
const { reRankSearchResults }: Ranking = n8nRequire('@n8n/utils/search/re-rank-search-results');

/** A JSON file of a package that n8n brings along. */
const readBesideN8n = <T,>(path: string): T =>
	JSON.parse(readFileSync(join(dirname(dirname(n8nManifest)), path), 'utf8'));

/** Those that come with n8n, in all versions. */
const N8N_NODES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name): SearchedNode[] => {
	const nodes = readBesideN8n<SearchedNode[]>(`${name}/dist/types/nodes.json`);
	return nodes.map((node) => ({ ...node, name: `${name}.${node.name}` }));
});

/** What the editor adds to the score of each, 0 to 100. Nodes that it does not know get nothing. */
const popularity = Object.fromEntries(
	readBesideN8n<Array<{ id: string; popularity: number }>>(
		'n8n-editor-ui/data/node-popularity.json',
	).map(({ id, popularity }) => [id, popularity * 100]),
);

const newestVersion = ({ version }: SearchedNode) => Math.max(...[version].flat());

const isTrigger = ({ group }: SearchedNode) => group.includes('trigger');

function newestOfEach(nodes: readonly SearchedNode[]): SearchedNode[] {
	const newest = new Map<string, SearchedNode>();
	for (const node of nodes) {
		const known = newest.get(node.name);
		if (!known || newestVersion(known) < newestVersion(node)) newest.set(node.name, node);
	}
	return [...newest.values()];
}

/** A trigger is no entry of its own beside the node of the same name. */
function withoutMergedTriggers(nodes: readonly SearchedNode[]): SearchedNode[] {
	const actions = new Set(nodes.filter((node) => !isTrigger(node)).map(({ name }) => name));
	return nodes.filter((node) => !isTrigger(node) || !actions.has(node.name.replace('Trigger', '')));
}

/** Nodes of the category AI are in the panels of AI alone, but for the root nodes. */
function isSearched({ codex = {} }: SearchedNode): boolean {
	if (!codex.categories?.includes('AI')) return true;
	return codex.subcategories?.AI?.includes('Root Nodes') ?? false;
}

/** The editor drops a last word that could become "trigger". */
function searchedText(text: string): string {
	const words = text.toLowerCase().split(' ');
	const last = words.at(-1) ?? '';
	return words.length > 1 && 'trigger'.startsWith(last)
		? words.slice(0, -1).join(' ')
		: words.join(' ');
}

/** The display names that the editor shows for this text, best first, in an n8n that has these nodes besides its own. */
export function searchNodes(text: string, nodes: readonly SearchedNode[]): string[] {
	const visible = newestOfEach([...N8N_NODES, ...nodes]).filter(({ hidden }) => !hidden);
	const items = withoutMergedTriggers(visible)
		.filter(isSearched)
		.map((node) => ({ key: node.name, properties: node }));
	return reRankSearchResults(sublimeSearch(searchedText(text), items), { popularity }).map(
		({ item }) => item.properties.displayName,
	);
}
