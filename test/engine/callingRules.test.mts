import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { credentialFor, locator, nodeTypes, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * Calling Rules and Dry Run inside n8n-core: what expressions give, and the list of requests of the sandbox, which shows that nothing is sent
 * that does something. And what an AI model can do with a tool that has Allowed Numbers.
 */

const sandbox = useSandbox({ resetEachTest: true });
let makeCalls: ReturnType<typeof runner>;

beforeEach(() => {
	forgetProcessed();
	makeCalls = runner('voiceAgentCall', credentialFor(sandbox));
});

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
};

/** What reached the platform since it was asked last, without the login. */
async function requests() {
	const { data } = await sandbox.api.get<Array<{ method: string; path: string }>>('/requests');
	await sandbox.api.delete('/requests');
	return data.filter(({ path }) => path.startsWith('/api/v1') && !path.endsWith('/auth/login'));
}
const writes = async () => (await requests()).filter(({ method }) => method !== 'GET');
const placed = async () =>
	(await sandbox.api.get<Array<{ to_number: string }>>('/calls')).data.map(
		(call) => call.to_number,
	);
const PEOPLE = ['+12125550101', '(+1) 212 555 0102', 'nobody', '+12125550101'];
const people = () => rows(...PEOPLE.map((phone) => ({ phone, topic: 'renewal' })));
const settings = { onError: 'continueRegularOutput' as const };

describe('Calling Rules', () => {
	/** Yesterday, today and tomorrow, in case it is midnight. */
	const today = () =>
		[-1, 0, 1]
			.map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10))
			.join();

	test.each([
		...['doNotCall', 'holidays', 'callingHours', 'maxCallsPerPerson', 'maxCallsPerExecution'],
		...['consent', 'keepCredits'],
	])('%s without a value is an error, and nobody is called', async (rule) => {
		const before = await placed();
		const callingRules = { [rule]: '={{ $json.nothing }}' };
		await expect(
			makeCalls({ ...makeCall, callingRules, options: {} }, rows({ phone: '+12125550104' })),
		).rejects.toThrow(/is empty|not a number that can be used/);
		expect(await placed()).toEqual(before);
	});

	/** What the editor writes for a rule that is added and left as it is. */
	const added = (rule: string) => {
		const { description } = nodeTypes.voiceAgentCall as INodeType;
		const field = description.properties.find(({ name }) => name === 'callingRules');
		return (field?.options as INodeProperties[]).find(({ name }) => name === rule)?.default;
	};

	test('hours as the editor adds them are used', async () => {
		const callingRules = {
			callingHours: added('callingHours'),
			holidays: today(),
			timeZone: 'UTC',
		};
		const [held] = await makeCalls(
			{ ...makeCall, callingRules, options: {} },
			rows({ phone: '+12125550106' }),
		);
		expect(held?.json).toMatchObject({ held_back: true, rule: 'Holidays' });
		expect(String(held?.json.next_allowed_at)).toMatch(/T09:00:00Z$/);
	});

	const list = () =>
		rows(
			{ phone: '+12125550107', 'Opt-In': true },
			{ phone: '+12125550108', 'Opt-In': 'no' },
			{ phone: '+12125550109' },
		);

	test('a consent as the editor adds it is found by its heading, and an expression is the consent itself', async () => {
		const columns = [
			added('consent') as IDataObject,
			{ column: { name: "={{ $json['Opt-In'] }}", validDays: 0 } },
		];
		const options = { repeatedNumbers: 'always' };
		for (const consent of columns) {
			const items = await makeCalls({ ...makeCall, callingRules: { consent }, options }, list());
			expect(items.map(({ json }) => json.rule)).toEqual([undefined, 'Consent', 'Consent']);
			expect(items[1]?.json.description).toMatch(/^"no" in /);
		}
	});
});

describe('Dry Run', () => {
	test('Make Call: not one write, and then the run calls who would be called', async () => {
		const before = await placed();
		const asked = { ...makeCall, options: { repeatedNumbers: 'ever' }, dryRun: true };
		await requests();
		const shown = await makeCalls(asked, people(), { settings });
		const sent = await requests();
		expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(shown.map(({ json }) => json.would)).toEqual([
			'call',
			'call',
			'not_valid',
			'duplicate',
			undefined,
		]);
		expect(await placed()).toEqual(before);
		expect(shown.at(-1)?.json).toMatchObject({
			dry_run_summary: true,
			counts: { call: 2, duplicate: 1, not_valid: 1 },
		});

		await makeCalls({ ...asked, dryRun: false }, people(), { settings });
		expect(await writes()).toHaveLength(2);
		const again = await makeCalls(asked, people(), { settings });
		const calledBefore = { would: 'duplicate', reason: 'called before' };
		expect(again.slice(0, 2).map(({ json }) => json)).toMatchObject([calledBefore, calledBefore]);
		expect(await writes()).toEqual([]);
	});
});

describe('as a tool of an AI agent', () => {
	const tool = { settings: { type: 'n8n-nodes-voice-agent.voiceAgentCallTool' } };
	const ALLOWED = '+12125550150';
	const byModel = { ...makeCall, toNumber: "={{ $fromAI('phone', 'Number to call', 'string') }}" };
	/** What n8n gives a tool: the arguments of the model. */
	const said = (json: IDataObject) => [{ json: { ...json, toolCallId: 'call_1' } }];

	test.each([
		...['+12125550151', '+1212555015', '+12125550150;+12125550151', '+12125550150 ext. 1'],
		...['+2125550150', '*', ''],
	])('nobody else is called, also if the model says %p', async (phone) => {
		const callingRules = { allowedNumbers: ALLOWED };
		await requests();
		const run = makeCalls(
			{ ...byModel, callingRules, options: {} },
			said({ phone, callingRules: { allowedNumbers: phone }, allowedNumbers: phone }),
			tool,
		);
		await run.catch(() => []);
		expect(await writes()).toEqual([]);
	});

	test('who is allowed is called', async () => {
		const parameters = {
			...byModel,
			callingRules: { allowedNumbers: '+1212555015*' },
			options: {},
		};
		const [called] = await makeCalls(parameters, said({ phone: ALLOWED }), tool);
		expect(called?.json).toMatchObject({ contact_number: ALLOWED });
		expect(called?.json).not.toHaveProperty('held_back');
	});

	test.each([
		{ allowedNumbers: "={{ $fromAI('allowed', 'Numbers', 'string') }}" },
		{ allowedNumbers: '={{ $json.allowed }}' },
		{
			allowedNumbers: '+1*',
			maxCallsPerExecution: "={{ $fromAI('most', 'Max calls', 'number') }}",
		},
	])('%j is refused before anything is sent', async (callingRules) => {
		await requests();
		const input = said({ phone: ALLOWED, allowed: ALLOWED, most: 100 });
		await expect(makeCalls({ ...byModel, callingRules, options: {} }, input, tool)).rejects.toThrow(
			"An AI model must not fill in 'Calling Rules'",
		);
		expect(await requests()).toEqual([]);
	});
});
