import { outputOf, rowsOf } from '../../../harness/n8n/executions.mts';
import {
	PublishedWorkflow,
	executeByHand,
	until,
} from '../../../harness/n8n/publishedWorkflow.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { sandboxCredential } from '../../../harness/samples/samples.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import { type MailServer, startMailServer } from '../../support/mailServer.mts';
import { type Step, byId, chain, items, stepsOf } from '../../support/n8nSteps.mts';
import { useSandbox } from '../../support/useSandbox.mts';
import { polling } from './trigger.mts';

/*
 * Recipes of docs/recipes.md, with the nodes and expressions that it names.
 */

const WITHIN_MS = 180_000;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

const call = stepsOf('voiceAgentCall', 'call');
const callback = stepsOf('voiceAgentCall', 'callback');
const campaign = stepsOf('voiceAgentCampaign', 'campaign');

/** A row of a list of the platform. */
type Row = Record<'name' | 'status' | 'phone_number', string>;

/** Lets items through of which this is true, as an expression. */
const filter = (name: string, isTrue: string): Step => ({
	name,
	type: 'n8n-nodes-base.filter',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				{
					id: '00000000-0000-4000-8000-000000000001',
					leftValue: isTrue,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
			combinator: 'and',
		},
		looseTypeValidation: true,
		options: {},
	},
});

export function afterTheCallSuite(world: () => TestN8n): void {
	const platform = useSandbox({ speed: 60 });
	let mail: MailServer;
	let credential: { id: string; name: string };
	let smtp: { id: string; name: string };

	beforeAll(async () => {
		mail = await startMailServer();
		const { data } = sandboxCredential(platform.url);
		const name = 'Sandbox of the recipes';
		credential = { id: await world().createCredential(name, data), name };
		const server = { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true };
		const mailName = 'Mail of the recipes';
		smtp = { id: await world().createCredential(mailName, server, 'smtp'), name: mailName };
	});

	afterAll(() => mail.stop());

	test('a transfer that failed becomes one callback to the person, and no other transfer does', async () => {
		const steps = [
			filter('Failed?', "={{ $json.status === 'failed' }}"),
			call('Get call', 'get', { callId: byId('={{ $json.call_id }}') }, { executeOnce: false }),
			callback(
				'Call back',
				'create',
				{
					agentId: byId("={{ $('Failed?').item.json.agent_id }}"),
					phoneNumber: '={{ $json.contact_number }}',
					scheduledAt: '={{ $now.plus({ minutes: 15 }).toISO() }}',
					options: { repeatedNumbers: 'ever', callAgainWhenChanged: '={{ $json.call_id }}' },
				},
				{ executeOnce: false },
			),
		];
		const trigger = polling('New transfer', { event: 'newTransfer' });
		const id = await world().createWorkflow(chain('Callbacks', steps, credential, trigger));
		const workflow = new PublishedWorkflow(world().rest, id);
		await workflow.publish();
		await platform.api.post('/seed/transfer-events', { count: 20 });
		expect(await until(async () => (await workflow.counts()).over > 0, WITHIN_MS)).toBe(true);
		await workflow.unpublish();

		const api = platformOf(platform);
		const transfers = await listOf<Row>(api, '/transfer-events');
		const failed = transfers.filter(({ status }) => status === 'failed');
		const callbacks = await listOf<Row>(api, '/callbacks/');
		expect(failed.length).toBeGreaterThan(0);
		expect(failed.length).toBeLessThan(transfers.length);
		const numbers = (rows: Row[]) => rows.map(({ phone_number }) => phone_number).sort();
		expect(numbers(callbacks)).toEqual(numbers(failed));
	});

	test.each([
		['approved', true],
		['declined', false],
	])(
		'a campaign whose dry run is %s: it is created and started only if the person says so',
		async (_what, isApproved) => {
			const people = [
				{ phone: '+12125550181', name: 'Ada' },
				{ phone: '+12125550182', name: 'Sam' },
				{ phone: '0', name: 'Lin' },
			];
			const settings = {
				campaignName: `Approved ${isApproved}`,
				agentId: byId('agent_0001'),
				contactsFrom: 'items',
				phoneNumberColumn: 'phone',
				options: { badRows: 'report' },
			};
			const steps: Step[] = [
				...items('Rows', people),
				campaign('Dry run', 'create', { ...settings, dryRun: true }, { executeOnce: false }),
				filter('Summary', '={{ $json.dry_run_summary }}'),
				{
					name: 'Ask',
					type: 'n8n-nodes-base.emailSend',
					typeVersion: 2.1,
					parameters: {
						operation: 'sendAndWait',
						fromEmail: 'n8n@example.com',
						toEmail: 'you@example.com',
						subject: 'Start the campaign?',
						message:
							'={{ $json.counts.call }} people, about {{ $json.counts.call * 2 }} credits. Next allowed: {{ $json.next_allowed_at ?? "now" }}',
						approvalOptions: { values: { approvalType: 'double' } },
						options: {},
					},
					credentials: { smtp },
				},
				filter('Approved?', '={{ $json.data.approved }}'),
				{
					name: 'Rows again',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: { jsCode: "return $('Rows').all().map(({ json }) => ({ json }));" },
				},
				campaign('Create campaign', 'create', settings, { executeOnce: false }),
				campaign('Start campaign', 'start', { campaignId: byId('={{ $json.campaign_id }}') }),
			];
			const { nodes, ...workflow } = chain('Approval', steps, credential);
			const ask = nodes.find((node) => Object(node).name === 'Ask');
			Object.assign(Object(ask), { webhookId: crypto.randomUUID() });
			const id = await world().createWorkflow({ ...workflow, nodes });
			const before = mail.messages.length;
			const answer = async () => {
				await until(async () => mail.messages.length > before, WITHIN_MS);
				const message = mail.messages.at(-1) ?? '';
				expect(message).toContain('2 people, about 4 credits. Next allowed: now');
				const links = message.replaceAll('&amp;', '&').match(/https?:\/\/[^"'\s<>]*/g) ?? [];
				const link = links.find((url) => url.includes(`approved=${isApproved}`));
				const { pathname, search } = new URL(String(link));
				const answered = await fetch(world().n8n.url + pathname + search, { headers: BROWSER });
				expect(answered.ok).toBe(true);
			};
			const execution = await executeByHand(world().rest, id, 'Start by hand', WITHIN_MS, answer);
			expect(execution.status).toBe('success');
			const campaigns = await listOf<Row>(platformOf(platform), '/campaigns/');
			const made = campaigns.filter(({ name }) => name === settings.campaignName);
			expect(made.map(({ status }) => status)).toEqual(
				isApproved ? [expect.stringMatching(/active|finished/)] : [],
			);
			expect(rowsOf(execution, 'Dry run').filter(({ would }) => would === 'call')).toHaveLength(2);
			expect(outputOf(execution, 'Start campaign').length > 0).toBe(isApproved);
		},
	);
}
