import { CATALOGUE } from './manners.mts';

/*
 * Each value of the catalogue is played by every suite, and each way to answer that a suite plays becomes code that nobody dares to take out.
 */

const MOST_VALUES = 110;

const count = Object.values(CATALOGUE)
	.flatMap((group) => Object.values(group))
	.flatMap(({ usual, others }) => [usual, ...new Set<unknown>(others)]).length;

test(`the catalogue has ${count} values: a value comes in only if another goes, or with a public report`, () => {
	expect(count).toBeLessThanOrEqual(MOST_VALUES);
});
