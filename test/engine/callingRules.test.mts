import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import {
	campaignFromItems,
	credentialFor,
	locator,
	nodeTypes,
	rows,
	runner,
} from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * Calling Rules and Dry Run inside n8n-core: what expressions give, the call history of the sandbox, and its list of requests, which shows
 * that nothing is sent that does something. And what an AI model can do with a tool that has Allowed Numbers.
 */

const sandbox = useSandbox({ resetEachTest: true });
let makeCalls: ReturnType<typeof runner>;
let campaigns: ReturnType<typeof runner>;

beforeEach(() => {
	forgetProcessed();
	makeCalls = runner('voiceAgentCall', credentialFor(sandbox));
	campaigns = runner('voiceAgentCampaign', credentialFor(sandbox));
});

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
};

/** Parameters that add contacts to a campaign that is there. */
async function add(): Promise<IDataObject> {
	const [campaign] = await campaigns(campaignFromItems, rows({ phone: '+12125550160' }));
	const campaignId = locator(String(campaign?.json.campaign_id));
	return { ...campaignFromItems, resource: 'contact', operation: 'add', campaignId };
}
const dryRun = { dryRun: true };
const once = { repeatedNumbers: 'ever' };

interface Request {
	method: string;
	path: string;
}

/** What reached the platform since it was asked last, without the login. */
async function requests(): Promise<Request[]> {
	const { data } = await sandbox.api.get<Request[]>('/requests');
	await sandbox.api.delete('/requests');
	return data.filter(({ path }) => path.startsWith('/api/v1') && !path.endsWith('/auth/login'));
}
const writes = async () => (await requests()).filter(({ method }) => method !== 'GET');
const placed = async () =>
	(await sandbox.api.get<Array<{ to_number: string }>>('/calls')).data.map(
		(call) => call.to_number,
	);
const wouldOf = (items: ReadonlyArray<{ json: IDataObject }>) =>
	items.map(({ json }) => json.would);

const PEOPLE = ['+12125550101', '(+1) 212 555 0102', 'nobody', '+12125550101'];
const people = () => rows(...PEOPLE.map((phone) => ({ phone, topic: 'renewal' })));
const settings = { onError: 'continueRegularOutput' as const };

describe('Calling Rules', () => {
	/** Local times around this moment in a zone that is so many hours ahead of UTC. */
	const clockIn = (hoursAhead: number, plusHours: number) =>
		`${String((new Date().getUTCHours() + hoursAhead + plusHours + 48) % 24).padStart(2, '0')}:00`;
	const EVERY_DAY = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
	/** From two hours before to two hours after this moment, in a zone of UTC+5. */
	const AHEAD = 5;
	const callingHours = {
		hours: { weekdays: EVERY_DAY, from: clockIn(AHEAD, -2), to: clockIn(AHEAD, 2) },
	};
	const OPEN = 'UTC+05:00';
	const CLOSED = 'UTC-05:00';
	/** Yesterday, today and tomorrow, in case it is midnight. */
	const today = () =>
		[-1, 0, 1]
			.map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10))
			.join();
	test('the time zone of each item is an expression, in Make Call and in a campaign', async () => {
		const input = () =>
			rows({ phone: '+12125550101', tz: OPEN }, { phone: '+12125550102', tz: CLOSED });
		const callingRules = { callingHours, timeZone: '={{ $json.tz }}' };
		const called = await makeCalls({ ...makeCall, callingRules, options: {} }, input());
		expect(called.map(({ json }) => json.held_back === true)).toEqual([false, true]);
		expect(Date.parse(String(called[1]?.json.next_allowed_at))).toBeGreaterThan(Date.now());
		const [campaign] = await campaigns({ ...campaignFromItems, callingRules }, input());
		expect(campaign?.json).toMatchObject({ contacts_sent: 1, held_back_rows: [{ row: 2 }] });
	});

	test('a do-not-call list can be the list of an expression', async () => {
		const before = await placed();
		const callingRules = {
			doNotCall: '={{ [{ phone: "+1 212 555 0103" }].map(row => row.phone) }}',
		};
		const [held] = await makeCalls(
			{ ...makeCall, callingRules, options: {} },
			rows({ phone: '(+1) 2125550103' }),
		);
		expect(held?.json).toMatchObject({ held_back: true, rule: 'Do-Not-Call List' });
		expect(await placed()).toEqual(before);
	});

	test.each(['doNotCall', 'holidays', 'callingHours', 'maxCallsPerPerson', 'maxCallsPerExecution'])(
		'%s without a value is an error, and nobody is called',
		async (rule) => {
			const before = await placed();
			const callingRules = { [rule]: '={{ $json.nothing }}' };
			await expect(
				makeCalls({ ...makeCall, callingRules, options: {} }, rows({ phone: '+12125550104' })),
			).rejects.toThrow(/is empty|not a number that can be used/);
			expect(await placed()).toEqual(before);
		},
	);

	test('hours as the editor adds them are used', async () => {
		const { description } = nodeTypes.voiceAgentCall as INodeType;
		const field = description.properties.find(({ name }) => name === 'callingRules');
		const added = (field?.options as INodeProperties[]).find(({ name }) => name === 'callingHours');
		const callingRules = { callingHours: added?.default, holidays: today(), timeZone: 'UTC' };
		const [held] = await makeCalls(
			{ ...makeCall, callingRules, options: {} },
			rows({ phone: '+12125550106' }),
		);
		expect(held?.json).toMatchObject({ held_back: true, rule: 'Holidays' });
		expect(String(held?.json.next_allowed_at)).toMatch(/T09:00:00.000Z$/);
	});

	test('attempts are counted in the call history', async () => {
		const callingRules = { maxCallsPerPerson: { limit: { calls: 2, days: 1 } } };
		const callOnce = async () =>
			(
				await makeCalls(
					{ ...makeCall, callingRules, options: { repeatedNumbers: 'always' } },
					rows({ phone: '+12125550105' }),
				)
			)[0]?.json;
		expect(await callOnce()).not.toHaveProperty('held_back');
		expect(await callOnce()).not.toHaveProperty('held_back');
		expect(await callOnce()).toMatchObject({
			held_back: true,
			rule: 'Max Calls per Person',
			reason: "Calls to this number in the last day: 2. 'Max Calls per Person' allows 2",
		});
	});
});

describe('Dry Run', () => {
	test('Make Call: not one write, and then the run calls who would be called', async () => {
		const before = await placed();
		const asked = { ...makeCall, options: once, ...dryRun };
		await requests();
		const shown = await makeCalls(asked, people(), { settings });
		const sent = await requests();
		expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(wouldOf(shown)).toEqual(['call', 'call', 'not_valid', 'duplicate', undefined]);
		expect(await placed()).toEqual(before);

		const { data: state } = await sandbox.api.get('/state');
		expect(shown.at(-1)?.json).toMatchObject({
			dry_run_summary: true,
			rows: 4,
			counts: { call: 2, duplicate: 1, not_valid: 1 },
			calls_by_country_code: { '+1': 2 },
			balance: state.credits,
		});

		await makeCalls({ ...makeCall, options: once }, people(), { settings });
		expect(await writes()).toHaveLength(2);
		const again = await makeCalls(asked, people(), { settings });
		expect(wouldOf(again).slice(0, 2)).toEqual(['duplicate', 'duplicate']);
		expect(again[0]?.json.reason).toMatch(
			/^Called on \d{4}-\d\d-\d\d by execution 1\. To call again/,
		);
		expect(await writes()).toEqual([]);
	});

	test.each([
		['Create', async (): Promise<IDataObject> => campaignFromItems],
		['Add', add],
	])('%s: not one write, and then the run sends who would be called', async (_name, prepare) => {
		const operation = await prepare();
		await requests();
		const shown = await campaigns({ ...operation, options: once, ...dryRun }, people());
		expect(wouldOf(shown)).toEqual(['call', 'call', 'not_valid', 'duplicate', undefined]);
		const sent = await requests();
		expect(sent.length).toBeGreaterThan(1);
		expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
		const [done] = await campaigns({ ...operation, options: once }, people());
		expect(done?.json).toMatchObject({ contacts_sent: 2 });
		expect(await writes()).toHaveLength(1);
	});

	test('a file: not one write', async () => {
		const data = Buffer.from('phone_number\n+12125550103\n').toString('base64');
		const file = { data, mimeType: 'text/csv', fileName: 'people.csv', fileExtension: 'csv' };
		await requests();
		const shown = await campaigns(
			{ ...campaignFromItems, contactsFrom: 'file', inputDataFieldName: 'data', ...dryRun },
			[{ json: {}, binary: { data: file } }],
		);
		expect(wouldOf(shown)).toEqual(['not_known', undefined]);
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
		'+12125550151',
		'+1212555015',
		'+12125550150;+12125550151',
		'+12125550150,+12125550151',
		'+12125550150 ext. 1',
		'+2125550150',
		'*',
		'',
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

	test.each<IDataObject>([
		{ defaultCountryCode: '={{ $json.code }}' },
		{ advanced: { additionalFieldsJson: '={{ $json.more }}' } },
		{ options: { repeatedNumbers: '={{ $json.again }}' } },
		{ callingRules: { allowedNumbers: ALLOWED, timeZone: 'tz' } },
	])('%j is refused, too', async (parameters) => {
		await requests();
		const input = said({ phone: ALLOWED, code: '44', more: {}, again: 'always', tz: 'Asia/Tokyo' });
		const rules = { callingRules: { allowedNumbers: ALLOWED }, options: {} };
		await expect(makeCalls({ ...byModel, ...rules, ...parameters }, input, tool)).rejects.toThrow(
			/^An AI model must not fill in '/,
		);
		expect(await requests()).toEqual([]);
	});

	test('a dry run tells the model what would happen', async () => {
		await requests();
		const parameters = { ...byModel, callingRules: { allowedNumbers: ALLOWED }, ...dryRun };
		const [held] = await makeCalls(parameters, said({ phone: '+12125550151' }), tool);
		expect(held?.json).toMatchObject({ would: 'held_back', rule: 'Allowed Numbers' });
		expect(await writes()).toEqual([]);
	});

	test('a list without a value is an error, and does not mean everybody', async () => {
		await requests();
		const callingRules = { allowedNumbers: "={{ $('Start').first().json.nothing }}" };
		await expect(
			makeCalls({ ...byModel, callingRules, options: {} }, said({ phone: ALLOWED }), tool),
		).rejects.toThrow("'Allowed Numbers' under 'Calling Rules' is empty");
		expect(await requests()).toEqual([]);
	});
});
