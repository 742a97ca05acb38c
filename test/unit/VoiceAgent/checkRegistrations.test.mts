import type { IExecuteFunctions } from 'n8n-workflow';
import { resources } from '../../../nodes/VoiceAgent/resources';
import { accessFor } from '../../../nodes/shared/run/taskAccess';
import { Client } from '../../../nodes/shared/http';
import type { InN8n, ResourceOperation, TaskOperation } from '../../../nodes/shared/operation';
import { findOperation } from '../../../nodes/shared/operation';
import { BASE_URL, fakeCaller, json } from '../../support/fakeCaller.mts';
import { policy } from '../../support/fakeClient.mts';
import { paramsOf } from '../../support/params.mts';

/*
 * Check Registrations reads its list as every other list is read: a function that it does not see looks as if it were in order.
 */

const check = findOperation(
	resources,
	'customFunction',
	'checkRegistrations',
) as ResourceOperation<TaskOperation>;
const functions = Array.from({ length: 45 }, (_, index) => ({
	id: `f${index}`,
	name: `function_${index}`,
	url: 'https://elsewhere.example.com/hook',
}));

test('a platform that refuses pages of 100 shows all its functions all the same', async () => {
	const { caller, session } = fakeCaller((_number, { qs }) => {
		const { limit = 0, offset = 0 } = qs as { limit?: number; offset?: number };
		if (limit > 20) return json(422, { message: 'limit is too large' });
		return json(200, { functions: functions.slice(offset, offset + limit) });
	});
	const client = new Client(caller, BASE_URL, policy, session);
	const n8n = { webhookBase: () => 'https://n8n.example.com' } as InN8n;
	const access = { ...accessFor(caller as IExecuteFunctions, client, check), n8n };
	const found = await check.task(access, paramsOf({ agentId: 'a1' }));
	expect(found?.map((item) => item.json.function_id)).toEqual(functions.map(({ id }) => id));
});
