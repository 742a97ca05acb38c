import { errorReply, isRespond, resultFieldOf, resultReply } from '../../../nodes/shared/operation';

/*
 * What the trigger and Respond have in common: in which form an agent gets an answer, and which nodes of a workflow give it.
 */

test.each<[answer: unknown, field: string, body: object]>([
	['10:00', 'result', { result: '10:00' }],
	['10:00', '', { result: '10:00' }],
	[undefined, 'result', { result: null }],
	[{ free: true }, 'result', { result: { free: true } }],
	[{ result: 1, free: true }, 'result', { result: 1, free: true }],
	[{ free: true }, '', { free: true }],
	[['10:00'], '', { result: ['10:00'] }],
	[{ free: true }, 'toString', { toString: { free: true } }],
])('the answer %j with the field %j is %j', (answer, field, body) => {
	expect(resultReply(answer, field)).toEqual(body);
});

test('what went wrong is in the field of the answer, or in one that says so', () => {
	expect(errorReply('No.', 'answer')).toEqual({ answer: 'No.' });
	expect(errorReply('No.', '')).toEqual({ error: 'No.' });
});

test.each([
	[undefined, 'result'],
	[null, 'result'],
	['', ''],
	[' answer ', 'answer'],
])('the entered field name %j is %j', (entered, field) => {
	expect(resultFieldOf(entered)).toBe(field);
});

const parameters = { resource: 'customFunction', operation: 'respond' };
const respond = { type: 'n8n-nodes-voice-agent.voiceAgent', disabled: false, parameters };

test.each<[what: string, node: typeof respond | Omit<typeof respond, 'parameters'>, is: boolean]>([
	['Respond', respond, true],
	['a disabled one', { ...respond, disabled: true }, false],
	['another package', { ...respond, type: 'n8n-nodes-base.httpRequest' }, false],
	['another operation', { ...respond, parameters: { ...parameters, operation: 'get' } }, false],
	['another resource', { ...respond, parameters: { ...parameters, resource: 'agent' } }, false],
	['a node whose parameters n8n does not show', { type: respond.type, disabled: false }, false],
])('%s answers the agent: %j', (_what, node, is) => {
	expect(isRespond(node)).toBe(is);
});
