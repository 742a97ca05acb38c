import type { INodeProperties, INodeType } from 'n8n-workflow';
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
 * Calling Rules inside n8n-core: what expressions give, and the call history of the sandbox.
 */

const sandbox = useSandbox();
let makeCalls: ReturnType<typeof runner>;
let campaigns: ReturnType<typeof runner>;

beforeAll(() => {
	makeCalls = runner('voiceAgentCall', credentialFor(sandbox));
	campaigns = runner('voiceAgentCampaign', credentialFor(sandbox));
});

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
	options: {},
};

/** Local times around this moment in a zone that is so many hours ahead of UTC. */
const clockIn = (hoursAhead: number, plusHours: number) =>
	`${String((new Date().getUTCHours() + hoursAhead + plusHours + 48) % 24).padStart(2, '0')}:00`;
const EVERY_DAY = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** From two hours before to two hours after this moment, in a zone of UTC+5. */
const AHEAD = 5;
const callingHours = {
	hours: { weekdays: EVERY_DAY, from: clockIn(AHEAD, -2), to: clockIn(AHEAD, 2) },
};
/** Names of zones without summer time have the sign of POSIX. */
const OPEN = 'Etc/GMT-5';
const CLOSED = 'Etc/GMT+5';
/** Yesterday, today and tomorrow, in case it is midnight. */
const today = () =>
	[-1, 0, 1]
		.map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10))
		.join();
const placed = async () => (await sandbox.api.get<unknown[]>('/calls')).data.length;

test('the time zone of each item is an expression, in Make Call and in a campaign', async () => {
	const input = () =>
		rows({ phone: '+12125550101', tz: OPEN }, { phone: '+12125550102', tz: CLOSED });
	const callingRules = { callingHours, timeZone: '={{ $json.tz }}' };
	const called = await makeCalls({ ...makeCall, callingRules }, input());
	expect(called.map(({ json }) => json.held_back === true)).toEqual([false, true]);
	expect(Date.parse(String(called[1]?.json.next_allowed_at))).toBeGreaterThan(Date.now());
	const [campaign] = await campaigns({ ...campaignFromItems, callingRules }, input());
	expect(campaign?.json).toMatchObject({ contacts_sent: 1, held_back_rows: [{ row: 2 }] });
});

test('a do-not-call list can be the list of an expression', async () => {
	const before = await placed();
	const callingRules = { doNotCall: '={{ [{ phone: "+1 212 555 0103" }].map(row => row.phone) }}' };
	const [held] = await makeCalls({ ...makeCall, callingRules }, rows({ phone: '(+1) 2125550103' }));
	expect(held?.json).toMatchObject({ held_back: true, rule: 'Do-Not-Call List' });
	expect(await placed()).toBe(before);
});

test.each(['doNotCall', 'holidays', 'callingHours', 'attempts', 'mostPerRun'])(
	'%s without a value is an error, and nobody is called',
	async (rule) => {
		const before = await placed();
		const callingRules = { [rule]: '={{ $json.nothing }}' };
		await expect(
			makeCalls({ ...makeCall, callingRules }, rows({ phone: '+12125550104' })),
		).rejects.toThrow(/is empty|not a number that can be used/);
		expect(await placed()).toBe(before);
	},
);

test.each(['doNotCall', 'holidays', 'mostPerRun'])(
	'%s that was added and left empty is an error, too',
	async (rule) => {
		const callingRules = { [rule]: '' };
		await expect(
			makeCalls({ ...makeCall, callingRules }, rows({ phone: '+12125550104' })),
		).rejects.toThrow(/is empty|not a number that can be used/);
	},
);

test('hours as the editor adds them are used', async () => {
	const { description } = nodeTypes.voiceAgentCall as INodeType;
	const field = description.properties.find(({ name }) => name === 'callingRules');
	const added = (field?.options as INodeProperties[]).find(({ name }) => name === 'callingHours');
	const callingRules = { callingHours: added?.default, holidays: today(), timeZone: 'UTC' };
	const [held] = await makeCalls({ ...makeCall, callingRules }, rows({ phone: '+12125550106' }));
	expect(held?.json).toMatchObject({ held_back: true, rule: 'Holidays' });
	expect(String(held?.json.next_allowed_at)).toMatch(/T09:00:00.000Z$/);
});

test('attempts are counted in the call history', async () => {
	const callingRules = { attempts: { limit: { calls: 2, days: 1 } } };
	const callOnce = async () =>
		(await makeCalls({ ...makeCall, callingRules }, rows({ phone: '+12125550105' })))[0]?.json;
	expect(await callOnce()).not.toHaveProperty('held_back');
	expect(await callOnce()).not.toHaveProperty('held_back');
	expect(await callOnce()).toMatchObject({
		held_back: true,
		rule: 'Attempts',
		reason: "Calls to this number in the last day: 2. 'Attempts' allows 2",
	});
});
