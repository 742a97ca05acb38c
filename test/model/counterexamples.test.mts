import { counterexamples } from './counterexample.mts';
import { play } from './property.mts';
import { realTrigger } from './realTrigger.mts';

/** Scenarios that violated an invariant once. To keep another one: see counterexample.mts. */
describe('the trigger holds', () => {
	const load = realTrigger();

	it.each(counterexamples)('%s', async (_name, scenario) => {
		await expect(play(scenario, load)).resolves.toBeUndefined();
	});
});
