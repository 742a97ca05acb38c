import type { IDataObject } from 'n8n-workflow';
import { readPage, readRows } from '../shared/http';
import type { InN8n, Read, ReadEndpoint, ReportOperation } from '../shared/operation';
import { agentLocator, FUNCTION_PATH } from '../shared/operation';
import { functionNameOf, functionUrlOf, idOf } from '../shared/platform';
import { isObject, ParameterError, plainAddress } from '../shared/values';

/* Which custom functions of an agent lead to this n8n, and whether a published workflow answers there. */

const ENDPOINT: ReadEndpoint = 'GET /agents/{agent_id}/custom-functions/';
const entity = 'customFunction';

/** What was found about a function, and what to do. */
type State =
	'ok' | 'noWorkflow' | 'notRegistered' | 'notReached' | 'otherWebhook' | 'elsewhere' | 'unclear';

const FINDINGS: Record<State, string> = {
	ok: 'A published workflow answers',
	noWorkflow:
		'No published workflow has this address. Publish the workflow, or delete the function',
	notRegistered:
		'n8n knows no secret for this function. Unpublish the workflow, and publish it again',
	notReached: 'n8n cannot reach its own address. Check WEBHOOK_URL and what is in front of n8n',
	otherWebhook:
		'It leads to n8n, but not to Voice Agent Function Trigger. It was not called, because that would start a workflow',
	elsewhere:
		'It does not lead to this n8n. If it did before, WEBHOOK_URL has changed: unpublish the workflow, and publish it again',
	unclear: 'Something else than n8n answers at this address. Check what is in front of n8n',
};

async function functionsOf(read: Read, agentId: string): Promise<IDataObject[]> {
	return await readRows(
		async (limit, offset, next) => {
			const query = { limit, ...(next ?? { offset }) };
			const reply = await read(ENDPOINT, { ids: { agent_id: agentId }, query });
			if (reply.isOk) return readPage(reply.body, { entity });
			throw new ParameterError(
				`The custom functions of the agent cannot be read: ${reply.problem}`,
				"Check 'Agent'. It must belong to the organization of this credential",
			);
		},
		{ entity },
	);
}

/** A request without a secret starts nothing at the address of the trigger. It is sent to no other address. */
async function stateAt(url: string, n8n: InN8n, base: string): Promise<State> {
	if (base === '' || !url.startsWith(`${base}/`)) return 'elsewhere';
	if (!url.endsWith(`/${FUNCTION_PATH}`)) return 'otherWebhook';
	const answer = await n8n.probe(url);
	if (!answer) return 'notReached';
	if (answer.status === 404) return 'noWorkflow';
	const code = isObject(answer.body) ? answer.body.code : undefined;
	if (answer.status !== 401) return 'unclear';
	if (code === 'not_registered') return 'notRegistered';
	return code === 'wrong_secret' ? 'ok' : 'unclear';
}

async function rowOf(row: IDataObject, n8n: InN8n): Promise<IDataObject> {
	const url = plainAddress(functionUrlOf(row));
	const state = await stateAt(url, n8n, n8n.webhookBase());
	return {
		function_name: functionNameOf(row),
		is_ok: state === 'ok',
		finding: FINDINGS[state],
		is_this_n8n: state !== 'elsewhere',
		// Without its query, which can have a secret.
		url,
		function_id: idOf(row, entity),
	};
}

export const checkRegistrations: ReportOperation = {
	kind: 'report',
	name: 'Check Registrations',
	value: 'checkRegistrations',
	action: 'Check registrations of custom functions',
	description:
		'Find out which custom functions of an agent lead to this n8n, and whether a published workflow answers there. Changes nothing.',
	endpoint: ENDPOINT,
	ids: { agent_id: agentLocator },
	report: async (read, params, n8n) => {
		const agentId = params.id('agentId');
		const rows = await functionsOf(read, agentId);
		const found: IDataObject[] = [];
		for (const row of rows) found.push({ ...(await rowOf(row, n8n)), agent_id: agentId });
		return found;
	},
};
