import { caseCount } from './table.mts';
import { testKinds } from './run.mts';

testKinds('statuses', 'redirects');

test('the table has at least 500 cases', () => {
	expect(caseCount()).toBeGreaterThanOrEqual(500);
});
