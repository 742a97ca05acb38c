import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from '../../harness/project/project.mjs';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { anchorsIn, linksIn } from './markdown.mts';

/*
 * Every link and every picture of every page leads somewhere, with its anchor; every page is found from README.
 */

const FOLDERS = ['.', 'docs', 'docs/internals', 'harness', 'sandbox', 'workflows'];
const pages = FOLDERS.flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file)),
);
const read = (page: string) => readFileSync(join(root, page), 'utf8');
const isAddress = (target: string) => /^[a-z][a-z\d+.-]*:/i.test(target);

/** Whether this very name is there, also on a computer that does not tell small from capital letters. */
const isThere = (path: string): boolean =>
	path === '.' ||
	(readdirSync(join(root, dirname(path))).includes(path.split(sep).at(-1) ?? '') &&
		isThere(dirname(path)));

/** What is wrong with a link of this page; undefined if it leads somewhere. */
function problemOf(page: string, target: string): string | undefined {
	if (isAddress(target)) {
		return /^https:\/\/[\w-]+(\.[\w-]+)+(\/|$)/.test(target)
			? undefined
			: `${target} is no web address`;
	}
	const [file = '', anchor] = target.split('#');
	const path = file === '' ? page : relative(root, join(root, dirname(page), file));
	if (path.startsWith('..')) return `${target} leads out of the project`;
	if (!existsSync(join(root, path)) || !isThere(path)) return `${target} is not there`;
	if (anchor === undefined) return undefined;
	if (statSync(join(root, path)).isDirectory())
		return `${target} is a folder, which has no anchors`;
	return anchorsIn(read(path)).has(anchor) ? undefined : `${target} has no such heading`;
}

const problemsOf = (page: string, content: string) =>
	linksIn(content)
		.map(({ target }) => problemOf(page, target))
		.filter((problem) => problem !== undefined);

test('there are pages', () => {
	expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/trigger.md']));
	expect(pages.length).toBeGreaterThan(20);
});

test.each(pages)('%s: every link leads somewhere', (page) => {
	expect(problemsOf(page, read(page))).toEqual([]);
});

test.each(pages)('%s: every picture has a text for those who do not see it', (page) => {
	const pictures = linksIn(read(page)).filter(({ isPicture }) => isPicture);
	expect(pictures.filter(({ text }) => text.length < 10)).toEqual([]);
});

/** The pages to which a page links. */
const nextPages = (page: string) =>
	linksIn(read(page))
		.map(({ target }) => target.split('#')[0] ?? '')
		.filter((file) => file !== '' && !isAddress(file))
		.map((file) => join(dirname(page), file))
		.map((path) => (path.endsWith('.md') ? path : join(path, 'README.md')))
		.filter((path) => pages.includes(path));

test('README links to every page for users, and every other page is found from it', () => {
	const found = new Set(['README.md']);
	for (const page of found) nextPages(page).forEach((next) => found.add(next));
	expect(pages.filter((page) => !found.has(page))).toEqual([]);
	const direct = nextPages('README.md');
	const ofUsers = pages.filter((page) => dirname(page) === 'docs');
	expect(ofUsers.filter((page) => !direct.includes(page))).toEqual([]);
});

test('what n8n links to is there', () => {
	const { homepage, repository } = JSON.parse(read('package.json'));
	const home = homepage.replace(/#.*/, '');
	expect(repository.url).toBe(`git+${home}.git`);
	const links = [
		new VoiceAgentApi().documentationUrl,
		...readdirSync(join(root, 'nodes'))
			.map((folder) => join('nodes', folder, `${folder}.node.json`))
			.filter((path) => existsSync(join(root, path)))
			.flatMap((path) => [...read(path).matchAll(/"url": "([^"]+)"/g)].map(([, url = '']) => url)),
	];
	expect(links.length).toBeGreaterThan(10);
	const targets = links.map((link) =>
		link === `${home}#readme` ? 'README.md' : link.replace(`${home}/blob/main/`, ''),
	);
	expect(targets.filter(isAddress)).toEqual([]);
	expect(targets.map((target) => problemOf('README.md', target)).filter(Boolean)).toEqual([]);
});
