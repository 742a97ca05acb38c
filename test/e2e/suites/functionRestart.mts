import { N8n } from '../../../harness/n8n/n8n.mts';
import {
	PublishedWorkflow,
	executeByHand,
	until,
} from '../../../harness/n8n/publishedWorkflow.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import type { AxiosInstance } from 'axios';
import {
	AskedWorkflow,
	FunctionWorld,
	SLOW,
	TRIGGER,
	WITHIN_MS,
	workflowOf,
} from '../../support/functionWorld.mts';
import { BACKUP_CODES, PASSWORD } from '../../support/n8nAccounts.mts';
import { chain, stepsOf } from '../../support/n8nSteps.mts';

const DAY = { day: '2026-03-02' };
/** What an agent is told if nothing behind the trigger answers. */
const USUAL = { result: 'Thank you. This is being done now.' };
/** Writes the static data of the workflow, and with it what the trigger had stored when the execution began. */
const WRITES = `const data = $getWorkflowStaticData('global');
data.count = (data.count ?? 0) + 1;
await new Promise((resolve) => setTimeout(resolve, 4000));
return [{ json: { count: data.count } }];`;

/** What is left of functions and sessions when n8n is killed, is started with another address, and when its workflow changes. */
export function restartSuite(world: () => TestN8n): void {
	let n8n: N8n;
	let rest: AxiosInstance;
	const functions = new FunctionWorld(() => ({ rest, sandbox: world().sandbox }));

	/** Starts n8n with the data of the one that has ended. */
	async function startAt(host: string): Promise<void> {
		const env = { WEBHOOK_URL: `https://${host}.example.com/` };
		n8n = new N8n({ userFolder: world().n8n.userFolder, env });
		await n8n.start();
		rest = await n8n.signIn();
	}

	beforeAll(async () => {
		await world().n8n.stop();
		await startAt('n8n');
	});

	afterAll(async () => await n8n.stop());

	/** A credential for an account of the sandbox, or what it is replaced with. */
	const credentialOf = (name: string, more: object = {}) => ({
		name,
		type: 'voiceAgentApi',
		data: {
			...{ baseUrl: world().sandbox.url, email: 'owner@example.com', password: PASSWORD },
			...{ mfa: 'none', ...more },
		},
	});

	async function createCredential(...credential: Parameters<typeof credentialOf>) {
		const { data } = await rest.post('/credentials', credentialOf(...credential));
		return { id: String(data.data.id), name: credential[0] };
	}

	/** Waits until the function has been made anew. */
	async function untilNew({ row: { id, name } }: AskedWorkflow): Promise<void> {
		const isNew = async () => ![undefined, id].includes((await functions.functionOf(name))?.id);
		expect(await until(isNew, WITHIN_MS)).toBe(true);
	}

	/** The same workflow on the n8n that runs now. */
	const again = ({ id }: PublishedWorkflow) => new PublishedWorkflow(rest, id);

	test('killed while a workflow answers: the function is there, and answers again', async () => {
		const asked = await functions.publish('e2e_killed', { code: SLOW });
		const question = asked.ask({ session_id: 's1', arguments: DAY });
		const outcome = question.then(
			({ status }) => status,
			() => 'no answer',
		);
		await until(async () => (await asked.workflow.counts()).underWay > 0, WITHIN_MS);
		await n8n.kill();
		expect(await outcome).toBe('no answer');

		await startAt('n8n');
		const after = await functions.asked('e2e_killed', again(asked.workflow));
		expect(after.row).toEqual(asked.row);
		expect(await after.answer({ session_id: 's1', arguments: DAY })).toMatchObject({ result: DAY });
	});

	test('a changed WEBHOOK_URL is noticed when the workflow is unpublished and published', async () => {
		const asked = await functions.publish('e2e_moved', {});
		await n8n.stop();
		await startAt('moved');
		const workflow = again(asked.workflow);
		// n8n tells the trigger nothing, neither when it starts nor when what is published has not changed.
		await workflow.publish();
		expect((await functions.functionOf('e2e_moved'))?.url).toBe(asked.row.url);
		await workflow.unpublish();
		await functions.untilRegistered('e2e_moved', false);
		await workflow.publish();
		const moved = await functions.asked('e2e_moved', workflow);
		expect(moved.row.url).toMatch(/^https:\/\/moved\.example\.com\//);
		expect(await moved.answer(DAY)).toEqual(USUAL);
	});

	/** Publishes the workflow with other nodes. */
	async function publishChanged(
		workflow: PublishedWorkflow,
		change: ReturnType<typeof workflowOf>,
	) {
		const { data } = await rest.get(`/workflows/${workflow.id}`);
		const { nodes: saved, versionId } = data.data;
		const webhookIdOf = (id: string) =>
			saved.find((node: { id: string }) => node.id === id)?.webhookId;
		const nodes = change.nodes.map((node) => ({ ...node, webhookId: webhookIdOf(node.id) }));
		const { connections } = change;
		await rest.patch(`/workflows/${workflow.id}`, { nodes, connections, versionId });
		await workflow.publish();
	}

	test('killed after the function was created, before n8n has saved anything: its questions are answered', async () => {
		const { faults } = world();
		faults.faults = [
			{ method: 'POST', path: 'custom-functions', kind: 'delayAfter', delayMs: 50_000, times: 1 },
		];
		const workflow = await functions.create(workflowOf('e2e_unsaved', {}));
		const publication = workflow.publish().catch(() => undefined);
		await functions.untilRegistered('e2e_unsaved');
		await n8n.kill();
		await publication;
		faults.faults = [];
		await startAt('n8n');
		const row = (await functions.functionOf('e2e_unsaved'))!;
		const asked = new AskedWorkflow(functions, again(workflow), row);
		expect((await asked.workflow.details()).staticData).toBeNull();
		expect(await asked.answer(DAY)).toEqual(USUAL);
	});

	test('an execution that writes old static data back while the workflow is published again changes nothing', async () => {
		const asked = await functions.publish('e2e_written', { code: WRITES });
		const slow = asked.ask({ session_id: 's1', arguments: DAY });
		await until(async () => (await asked.workflow.counts()).underWay > 0, WITHIN_MS);
		const change = workflowOf('e2e_written', { code: WRITES });
		Object.assign(change.nodes[0]!.parameters, { functionDescription: 'Another one' });
		await publishChanged(asked.workflow, change);
		await untilNew(asked);
		expect((await slow).status).toBe(200);
		const hasOld = async () => {
			const { staticData } = await asked.workflow.details();
			return JSON.stringify(staticData).includes(`"${asked.row.id}"`);
		};
		expect(await until(hasOld, WITHIN_MS)).toBe(true);
		const now = await functions.asked('e2e_written', asked.workflow);
		expect(await now.answer(DAY)).toMatchObject({ result: { count: expect.any(Number) } });
		await asked.workflow.unpublish();
		await functions.untilRegistered('e2e_written', false);
	});

	test('a credential that was replaced: the first question is refused, and makes the next one right', async () => {
		const credential = await createCredential('Replaced');
		const asked = await functions.publish('e2e_replaced', { credential });
		expect(await asked.answer(DAY)).toEqual(USUAL);
		await n8n.stop();
		await startAt('n8n');
		await rest.patch(`/credentials/${credential.id}`, credentialOf('Replaced'));
		expect((await asked.ask(DAY)).status).toBe(401);
		const answers = async () => {
			const row = (await functions.functionOf('e2e_replaced'))!;
			expect(row.id).toBe(asked.row.id);
			return (await asked.ask(DAY, row.headers)).status === 200;
		};
		expect(await until(answers, WITHIN_MS)).toBe(true);
	});

	test('a node that is renamed is still the same function', async () => {
		const asked = await functions.publish('e2e_node', {});
		const change = workflowOf('e2e_node', {});
		const other = 'Another name';
		change.nodes[0]!.name = other;
		change.connections = { [other]: change.connections[TRIGGER]! };
		await publishChanged(asked.workflow, change);
		// n8n says that it is published before it has asked the trigger, which deletes the function and creates it.
		await untilNew(asked);
		const answers = async () => {
			const row = await functions.functionOf('e2e_node');
			return (await asked.ask(DAY, row?.headers)).status === 200;
		};
		expect(await until(answers, WITHIN_MS)).toBe(true);
		const named = (await functions.functions()).filter(({ name }) => name === 'e2e_node');
		expect(named).toHaveLength(1);
		await asked.workflow.unpublish();
		await functions.untilRegistered('e2e_node', false);
	});

	test('a backup code that was used is not used again by the n8n that is started afterwards', async () => {
		const { api } = world().sandbox;
		const account = await createCredential('Last codes', {
			email: 'codes@example.com',
			mfa: 'backupCodes',
			backupCodes: BACKUP_CODES.slice(2).join('\n'),
		});
		const list = stepsOf('voiceAgentCall', 'call')('List', 'getAll', { limit: 1 });
		const { data: workflow } = await rest.post('/workflows', chain('Codes', [list], account));
		const run = async () =>
			(await executeByHand(rest, workflow.data.id, 'Start by hand', 60_000)).status;
		const codes = async () =>
			(await api.get('/logins')).data
				.filter(({ step }: { step: string }) => step === 'code')
				.map(({ outcome }: { outcome: string }) => outcome);
		const before = (await codes()).length;
		expect(await run()).toBe('success');
		await n8n.kill();
		await startAt('n8n');
		// No token is valid any more.
		await api.post('/clock', { skewSeconds: 7_200 });
		expect(await run()).toBe('success');
		expect((await codes()).slice(before)).toEqual(['ok', 'ok']);
	});
}
