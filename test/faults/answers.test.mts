import { FAULTS, type Kind } from './faults.mts';
import { testKinds } from './run.mts';
import { OPERATIONS, SETTINGS, casesFor, isAction, isCall, nameOf } from './table.mts';

testKinds('statuses', 'redirects');

test('every fault meets a call, another action and reading; every operation meets every setting that it can', () => {
	const met = new Set<string>();
	for (const [kind, faults] of Object.entries(FAULTS)) {
		for (const fault of faults) {
			const scenarios = casesFor(kind as Kind, fault).map(([, scenario]) => scenario);
			for (const scenario of scenarios) met.add(nameOf(scenario));
			const operations = scenarios.map(({ operation }) => operation);
			expect(operations.some(isCall)).toBe(true);
			expect(operations.some((each) => isAction(each) && !isCall(each))).toBe(true);
			expect(operations.some((each) => !isAction(each))).toBe(true);
		}
	}
	const actions = OPERATIONS.filter(isAction).length;
	expect(met.size).toBe(actions * SETTINGS.length + (OPERATIONS.length - actions) * 2);
});
