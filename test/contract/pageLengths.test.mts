import { readFileSync, readdirSync } from 'node:fs';

/*
 * Who looks for one fact reads the pages for users as a whole. So they stay short together: where a sentence is added, another one goes.
 */

const MOST_WORDS = 15_000;

/** Pages that are written from the code grow with the operations and the columns. */
const isGenerated = (page: string) => page.includes('<!-- Written by `npm run generate`');

/** Words between white space, as `wc -w` counts them, but for the lines and dashes that a table is made of. */
const wordsIn = (page: string): number =>
	page.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** README and the pages beside each other in docs; those for operators and contributors are in docs/internals. */
const lengths = ['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)]
	.filter((path) => path.endsWith('.md'))
	.map((path) => ({ path, page: readFileSync(path, 'utf8') }))
	.filter(({ page }) => !isGenerated(page))
	.map(({ path, page }) => ({ path, words: wordsIn(page) }))
	.sort((one, other) => other.words - one.words);

/** What is wrong with pages of these lengths together, if anything is. */
function problemOf(pages: ReadonlyArray<{ path: string; words: number }>): string | undefined {
	const total = pages.reduce((sum, { words }) => sum + words, 0);
	if (total <= MOST_WORDS) return undefined;
	return [
		`README and docs/*.md have ${total} words together, and ${MOST_WORDS} is the most: take ${total - MOST_WORDS} away.`,
		'Look for what another page says as well, and link to it. Details for operators belong in docs/internals.',
		...pages.map(({ path, words }) => `  ${words} ${path}`),
	].join('\n');
}

test(`the pages for users have ${MOST_WORDS} words or fewer together`, () => {
	expect(lengths.map(({ path }) => path)).toEqual(
		expect.arrayContaining(['README.md', 'docs/troubleshooting.md', 'docs/trigger.md']),
	);
	expect(problemOf(lengths)).toBeUndefined();
});
