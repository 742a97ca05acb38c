import type { IDataObject } from 'n8n-workflow';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * All items are checked before the first request is sent: an error in a later item must be found while nothing has happened yet.
 */

interface Recorded {
	method: string;
	path: string;
}

interface RecordedCall {
	call_id: string;
	session_id: string;
}

interface Case {
	what: string;
	/** Each has one parameter that reads the column `value` of its item. */
	parameters: IDataObject;
	good: (call: RecordedCall) => IDataObject[string];
	bad: IDataObject[string];
	reason: RegExp;
	/** The request of the operation. */
	method: string;
	path: RegExp;
}

const sandbox = useSandbox({ clock: 'manual' });
let run: ReturnType<typeof runner>;
let call: RecordedCall;

beforeAll(async () => {
	run = runner('voiceAgentCall', credentialFor(sandbox));
	await sandbox.api.post('/calls', { count: 1, status: 'completed' });
	const { data } = await sandbox.api.get<RecordedCall[]>('/calls');
	call = data[0]!;
});
beforeEach(async () => await sandbox.api.delete('/requests'));

const requests = async () => (await sandbox.api.get<Recorded[]>('/requests')).data;

const cases: Case[] = [
	{
		what: 'a Limit of 0',
		parameters: { operation: 'getAll', returnAll: false, limit: '={{ $json.value }}' },
		good: () => 1,
		bad: 0,
		reason: /'Limit' "0" is out of range/,
		method: 'GET',
		path: /\/calls$/,
	},
	{
		what: 'an empty Output Data Field Name',
		parameters: {
			operation: 'downloadRecording',
			sessionId: locator('={{ $json.session }}'),
			outputDataFieldName: '={{ $json.value }}',
		},
		good: () => 'sound',
		bad: '',
		reason: /'Output Data Field Name' is empty/,
		method: 'GET',
		path: /\/calls\/recording\//,
	},
	{
		what: 'an ID with a slash',
		parameters: { operation: 'get', callId: locator('={{ $json.value }}'), output: 'simplified' },
		good: ({ call_id: id }) => id,
		bad: 'call_1/../2',
		reason: /'Call' "call_1\/\.\.\/2" is not a valid ID/,
		method: 'GET',
		path: /\/calls\/call_/,
	},
	{
		what: 'Additional Fields that are not valid JSON',
		parameters: {
			operation: 'makeCall',
			agentId: locator('agent_0001'),
			toNumber: '={{ "+1212555010" + $itemIndex }}',
			options: { additionalFieldsJson: '={{ $json.value }}' },
		},
		good: () => '{ "x_test": 1 }',
		bad: '{ "x_test": ',
		reason: /'Additional Fields \(JSON\)' is not valid JSON/,
		method: 'POST',
		path: /\/calls\/make-call$/,
	},
];

describe.each(cases)(
	'the second of two items has $what',
	({ parameters, good, bad, reason, method, path }) => {
		const all = { resource: 'call', options: {}, ...parameters };
		const list = () =>
			rows(...[good(call), bad].map((value) => ({ value, session: call.session_id })));
		const sent = async () =>
			(await requests()).filter((one) => one.method === method && path.test(one.path));

		test('On Error: Stop names the row, and nothing is sent', async () => {
			const error = await run(all, list()).catch((thrown: Error) => thrown);
			expect(error).toMatchObject({
				message: expect.stringMatching(/^1 of 2 input items cannot be sent\. Row 2: /),
				description: expect.stringMatching(/^Nothing was sent\./),
			});
			expect((error as Error).message).toMatch(reason);
			expect(await requests()).toEqual([]);
		});

		test('On Error: Continue sends the first, and the second becomes an error item', async () => {
			const output = await run(all, list(), { settings: { onError: 'continueRegularOutput' } });
			expect(output).toHaveLength(2);
			expect(output[0]).toMatchObject({ pairedItem: { item: 0 } });
			expect(output[0]?.json).not.toHaveProperty('error');
			expect(output[1]).toMatchObject({
				json: { row: 2, error: expect.stringMatching(reason) },
				pairedItem: { item: 1 },
			});
			expect(await sent()).toHaveLength(1);
		});
	},
);
