import type { IDataObject } from 'n8n-workflow';
import { callingGate } from '../../../nodes/shared/calling';
import { execute } from '../../../nodes/shared/run';
import { call } from '../../../nodes/VoiceAgentCall/resources/call';
import { fakeContext, json, networkError, rows, type Setting } from '../../support/fakeContext.mts';

/*
 * What somebody sees who makes a first call: where the result comes from, and what is wrong with an expression.
 */

const PHONE = '+12125550123';
const PARAMETERS = {
	resource: 'call',
	operation: 'makeCall',
	agentId: 'agent_1',
	toNumber: PHONE,
	output: 'simplified',
};

/** Makes one call. */
async function makeCall(answer: () => unknown, setting: Setting = {}) {
	const fake = fakeContext({ parameters: PARAMETERS, ...setting }, answer);
	const work = execute.call(fake.context, [call], fake.context.continueOnFail(), callingGate);
	const output = await work.then(
		([items = []]) => ({ items, error: undefined }),
		(error: Error & { description?: string }) => ({ items: [], error }),
	);
	return { ...fake, ...output };
}

const placed = () => json(200, { call_id: 'c1', status: 'queued' });

test('without Wait for Result, one hint says where the result comes from', async () => {
	const { hints, items } = await makeCall(placed);
	expect(items).toHaveLength(1);
	expect(hints).toHaveLength(1);
	for (const word of ['Wait for Result', 'Call Ended']) expect(hints[0]?.message).toContain(word);
});

test('a call that may have been placed is an error with one advice', async () => {
	const { error, sent } = await makeCall(() => json(500, { message: 'Broken' }));
	expect(sent.map(({ options }) => options.method)).toEqual(['POST', 'GET']);
	expect(error?.message).toMatch(/^The call may have been placed: .*Broken/);
	expect(error?.description).toMatch(
		/^Look for it on the platform .* before you call this number again/,
	);
	expect(error?.description).not.toMatch(/try again|repeat|check/i);
});

test('a tool with Retry On Fail: a call whose answer was lost is not repeated, and others are made', async () => {
	const calledBy = async (toNumber: string, answer: () => unknown) => {
		const { sent, items } = await makeCall(answer, {
			parameters: { ...PARAMETERS, toNumber, options: { repeatedNumbers: 'always' } },
			node: { retryOnFail: true, onError: 'continueRegularOutput' },
			executionId: 'lost call of a tool',
			isTool: true,
		});
		const posts = sent.filter(({ options }) => options.method === 'POST');
		return [posts.length, items.map((item) => item.json.call_id ?? 'error')];
	};
	const lost = () => {
		throw networkError('ECONNRESET');
	};
	expect(await calledBy(PHONE, lost)).toEqual([1, ['error']]);
	expect(await calledBy('+12125550124', placed)).toEqual([1, ['c1']]);
	expect(await calledBy(PHONE, placed)).toEqual([0, ['error']]);
});

describe('an expression that gives nothing', () => {
	const input = rows({ first_name: 'Ada', mobile: PHONE });
	const written = (more: IDataObject) => ({ parameters: { ...PARAMETERS, ...more } });

	test.each([
		['Phone Number', { toNumber: '={{ $json.phone }}' }, { toNumber: '' }],
		['Phone Number', { toNumber: '={{ $json.phone }}' }, { toNumber: null }],
		[
			'Agent',
			{ agentId: { __rl: true, mode: 'id', value: '={{ $json.agent }}' } },
			{ agentId: { __rl: true, mode: 'id', value: undefined } },
		],
	])('of %s names the columns of the input: %j', async (label, expression, value) => {
		const { error, sent } = await makeCall(placed, {
			items: input,
			node: written(expression as IDataObject),
			parameters: { ...PARAMETERS, ...value } as IDataObject,
		});
		expect(sent).toEqual([]);
		expect(error?.message).toBe(`'${label}' is empty: its expression gives nothing`);
		expect(error?.description).toContain('The input has: first_name, mobile');
	});

	test.each(['={{ $json.phone }}', '={{ $json["phone"] }}', "=+{{ $json['phone'] }} "])(
		'%s of an empty cell: the row has no number, and the expression is right',
		async (toNumber) => {
			for (const phone of ['', null, ' ']) {
				const { error, sent } = await makeCall(placed, {
					items: rows({ name: 'Ada', phone }),
					node: written({ toNumber }),
					parameters: { ...PARAMETERS, toNumber: phone },
				});
				expect(sent).toEqual([]);
				expect(error?.message).toBe('There is no phone number in this row');
				expect(error?.description).toContain('Its column phone is empty');
			}
		},
	);

	test('names none if nothing was entered, or if the input has no columns', async () => {
		const parameters = { ...PARAMETERS, toNumber: '' };
		const { error } = await makeCall(placed, { items: input, node: written({}), parameters });
		expect(error?.message).toBe('There is no phone number');
		const node = written({ toNumber: '={{ $json.phone }}' });
		const { error: other } = await makeCall(placed, { node, parameters });
		expect(other?.description).not.toContain('The input has');
	});
});
