import type { IDataObject } from 'n8n-workflow';
import { Identity, readRows } from '../shared/http';
import type { InN8n, ReadEndpoint, TaskItem, TaskOperation, TaskRead } from '../shared/operation';
import { agentLocator, FUNCTION_PATH, UNREADABLE_REQUEST } from '../shared/operation';
import { functionNameOf, functionUrlOf, idOf } from '../shared/platform';
import { isObject, ParameterError, plainAddress } from '../shared/values';

/* Which custom functions of an agent lead to this n8n, and whether a published workflow answers there. */

const ENDPOINT: ReadEndpoint = 'GET /agents/{agent_id}/custom-functions/';
const entity = 'customFunction';

/** What was found about a function, and what to do. */
type State =
	| 'ok'
	| 'renewed'
	| 'noWorkflow'
	| 'wrongSecret'
	| 'notRegistered'
	| 'notReached'
	| 'otherWebhook'
	| 'elsewhere'
	| 'unclear';

const FINDINGS: Record<State, string> = {
	ok: 'A published workflow answers',
	renewed:
		'A published workflow answers. The platform did not show the right secret, so it was told it again',
	noWorkflow:
		'No published workflow has this address. Publish the workflow, or delete the function',
	wrongSecret:
		'n8n refuses the secret of this function. If it was copied from another agent, delete it. Otherwise unpublish the workflow, and publish it again',
	notRegistered:
		'n8n knows no secret for this function, or could not ask the platform. Test the credential of the trigger, unpublish the workflow, and publish it again',
	notReached: 'n8n cannot reach its own address. Check WEBHOOK_URL and what is in front of n8n',
	otherWebhook:
		'It leads to n8n, but not to Voice Agent Function Trigger. It was not called, because that would start a workflow',
	elsewhere:
		'It does not lead to this n8n. If it did before, WEBHOOK_URL has changed: unpublish the workflow, and publish it again',
	unclear: 'Something else than n8n answers at this address. Check what is in front of n8n',
};
const GOOD: readonly State[] = ['ok', 'renewed'];

async function functionsOf(read: TaskRead, agentId: string): Promise<IDataObject[]> {
	const pages = read.pages(ENDPOINT, { ids: { agent_id: agentId }, entity });
	const functions = await read.attempt(
		async () => await readRows(pages, { identity: new Identity(entity) }),
	);
	if (!('problem' in functions)) return functions;
	throw new ParameterError(
		`The custom functions of the agent cannot be read: ${functions.problem}`,
		"Check 'Agent'. It must belong to the organization of this credential",
	);
}

/** The headers that the platform shows, and can send. */
const headersIn = ({ headers }: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(isObject(headers) ? headers : {}).filter(
			([name, value]) =>
				/^[\w-]+$/.test(name) && typeof value === 'string' && /^[ -~]*$/.test(value),
		),
	);

/** Whether the platform shows a secret: 43 letters. Some hide it. */
const showsSecret = (row: IDataObject): boolean =>
	/[\w-]{43}/.test(
		JSON.stringify([Object.values(headersIn(row)), new URL(functionUrlOf(row)).search]),
	);

/**
 * Asks as the platform would, with what it shows of the secret, and a body that starts nothing; only triggers of this
 * n8n are asked. One that refuses the secret corrects it on the platform.
 */
async function registrationState(row: IDataObject, n8n: InN8n): Promise<State> {
	const url = plainAddress(functionUrlOf(row));
	const base = n8n.webhookBase();
	if (base === '' || !url.startsWith(`${base}/`)) return 'elsewhere';
	if (!url.endsWith(`/${FUNCTION_PATH}`)) return 'otherWebhook';
	const answer = await n8n.probe(functionUrlOf(row), headersIn(row));
	if (!answer) return 'notReached';
	const { status } = answer;
	const body = isObject(answer.body) ? answer.body : {};
	if (status === 404) return 'noWorkflow';
	if (status === 200) return Object.values(body).includes(UNREADABLE_REQUEST) ? 'ok' : 'unclear';
	if (status !== 401) return 'unclear';
	switch (body.code) {
		case 'secret_renewed':
			return 'renewed';
		case 'wrong_secret':
			return showsSecret(row) ? 'wrongSecret' : 'ok';
		default:
			return body.code === 'not_registered' ? 'notRegistered' : 'unclear';
	}
}

async function findingRow(row: IDataObject, n8n: InN8n): Promise<IDataObject> {
	const state = await registrationState(row, n8n);
	return {
		function_name: functionNameOf(row),
		is_ok: GOOD.includes(state),
		finding: FINDINGS[state],
		is_this_n8n: state !== 'elsewhere',
		// The address is shown without its query, which can have a secret.
		url: plainAddress(functionUrlOf(row)),
		function_id: idOf(row, entity),
	};
}

export const checkRegistrations: TaskOperation = {
	kind: 'task',
	name: 'Check Registrations',
	value: 'checkRegistrations',
	action: 'Check registrations of custom functions',
	description:
		'Find out which custom functions of an agent lead to this n8n, and whether a published workflow answers there. Corrects a wrong secret.',
	endpoint: ENDPOINT,
	ids: { agent_id: agentLocator },
	task: async ({ read, n8n }, params) => {
		const agentId = params.id('agentId');
		const rows = await functionsOf(read, agentId);
		const items: TaskItem[] = [];
		for (const row of rows)
			items.push({ json: { ...(await findingRow(row, n8n)), agent_id: agentId } });
		return items;
	},
};
