import { FAULTS, type Kind } from './faults.mts';
import { OPERATIONS, isAction, isCall } from './operations.mts';
import { testKinds } from './run.mts';
import { scenariosOf, SETTINGS } from './table.mts';

testKinds('statuses', 'redirects');

test('every fault meets a call, another action and reading; every operation meets every setting that it can', () => {
	const met = new Set<string>();
	for (const [kind, faults] of Object.entries(FAULTS)) {
		for (const fault of faults) {
			const scenarios = scenariosOf(kind as Kind, fault).map(([, scenario]) => scenario);
			for (const { operation, onError, retryOnFail } of scenarios)
				met.add(`${operation.name}, ${onError}, ${retryOnFail}`);
			const operations = scenarios.map(({ operation }) => operation);
			expect(operations.some(isCall)).toBe(true);
			expect(operations.some((each) => isAction(each) && !isCall(each))).toBe(true);
			expect(operations.some((each) => !isAction(each))).toBe(true);
		}
	}
	const actions = OPERATIONS.filter(isAction).length;
	expect(met.size).toBe(actions * SETTINGS.length + (OPERATIONS.length - actions) * 2);
});
