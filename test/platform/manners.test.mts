import { valuesDrawn } from './drawing.mts';

/*
 * Each value of the catalogue is played by every suite, and each way to answer that a suite plays becomes code that nobody dares to take out.
 */

const MOST_VALUES = 110;

const dimensions = valuesDrawn();
const count = dimensions.reduce((sum, [, values]) => sum + values.length, 0);

test(`the catalogue has ${count} values: a value comes in only if another goes, or with a public report`, () => {
	expect(count).toBeLessThanOrEqual(MOST_VALUES);
});

test.each(dimensions)('%s is a choice', (topic, values) => {
	// Companions are there, or none is.
	expect(values.length).toBeGreaterThan(topic.endsWith('companions') ? 0 : 1);
});
