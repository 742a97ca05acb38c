import type { IDataObject, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';
import { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
import { nodeTypes } from '../../support/nodeTypes.mts';
import { everyRequest, type ListedOperation } from '../../support/operations.mts';
import { fakeContext, json, networkError } from '../../support/fakeContext.mts';

/*
 * What an error tells the user to set must be on the screen: every operation is run against platforms that answer in every wrong way, and its
 * errors name no parameter that it does not have.
 */

const text = (statusCode: number, body: string, type = 'text/plain') => ({
	statusCode,
	headers: { 'content-type': type },
	body,
});
const PAGE = '<!doctype html><title>Blocked</title>';
const things = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: `x${index}`, created_at: 'x', name: 'y' }));

/** The answers to all requests of a run. */
const ANSWERS: Readonly<Record<string, (limit: number) => unknown>> = {
	unknown: () => json(200, { a: { b: 1 } }),
	texts: () => json(200, ['a', { b: 1 }]),
	twoWays: () => json(200, { old: things(1), data: things(2), result: things(3) }),
	refused: () => json(200, { success: false, message: 'No' }),
	short: () => json(200, { items: [], total: 5 }),
	samePage: (limit) => json(200, things(limit)),
	samePages: (limit) => json(200, { items: things(limit), total: 9_999, has_more: true }),
	text: () => text(200, 'OK'),
	lines: () => text(200, '{"a":1}\n{"a":2}'),
	table: () => text(200, 'a,b\n1,2', 'text/csv'),
	xml: () => text(200, '<Error/>', 'application/xml'),
	brokenOff: () => text(200, '{"a":', 'application/json'),
	empty: () => text(200, ''),
	page: () => text(200, PAGE, 'text/html'),
	noLink: () => json(200, { url: 'x y', pdf: null }),
	part: () => text(206, 'RIFF', 'audio/wav'),
	...Object.fromEntries(
		[400, 401, 402, 403, 404, 409, 418, 422, 429, 500].flatMap((status) => [
			[String(status), () => json(status, {})],
			[`page ${status}`, () => text(status, PAGE, 'text/html')],
		]),
	),
	...Object.fromEntries(
		['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'CERT_HAS_EXPIRED'].map((code) => [
			code,
			() => {
				throw networkError(code);
			},
		]),
	),
};

/** What a user enters in a required field. */
function entered({ name, type, default: usual, placeholder = '' }: INodeProperties): unknown {
	const example = placeholder.replace(/^e\.g\. /, '');
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'x1' };
	if (type === 'multiOptions') return ['x1'];
	if (usual !== '' && usual !== undefined) return usual;
	if (type === 'dateTime') return '2099-03-02T10:00:00Z';
	if (/number/i.test(name)) return '+12125550123';
	return example || 'x';
}

const inputOf = ({ resource }: ListedOperation): INodeExecutionData[] => [
	{
		json:
			resource.value === 'agent'
				? { kind: 'voice-agent', version: 1, agent: { name: 'Ada' } }
				: { phone_number: '+12125550123' },
		binary: { data: { data: '', mimeType: 'text/csv', fileName: 'list.csv' } },
	},
];

const parametersOf = ({ resource, operation }: ListedOperation): IDataObject => ({
	...Object.fromEntries(
		operation.shown.map((field) => [
			field.name,
			field.required ? (entered(field) as string) : (field.default as string),
		]),
	),
	resource: resource.value,
	operation: operation.value,
	options: { maxRetries: 0, additionalFieldsJson: '{"a":1}' },
});

/** The errors of one operation, and whether it has sent anything. */
async function errorsOf(listed: ListedOperation): Promise<{ errors: string[]; sends: boolean }> {
	const errors: string[] = [];
	let sends = false;
	for (const answer of Object.values(ANSWERS)) {
		const parameters = parametersOf(listed);
		const { context, sent } = fakeContext(
			{ items: inputOf(listed), parameters },
			(_number, { qs }) => answer(Number((qs as IDataObject | undefined)?.limit ?? 20)),
		);
		const { execute } = nodeTypes[listed.node] as Required<INodeType>;
		await (execute.call(context) as Promise<unknown>).catch(
			({ message, description }: Error & IDataObject) => {
				errors.push(`${message}. ${String(description)}`);
			},
		);
		sends ||= sent.length > 0;
	}
	return { errors: [...new Set(errors)], sends };
}

/** The names of a field, and of what is in it. */
const namesIn = (value: unknown): string[] => {
	if (typeof value !== 'object' || value === null) return [];
	const { displayName } = value as Partial<INodeProperties>;
	return [
		...(displayName === undefined ? [] : [displayName]),
		...Object.values(value).flatMap(namesIn),
	];
};

const operations = everyRequest();
const everyName = new Set(operations.flatMap(({ operation }) => namesIn(operation.shown)));
const ofCredential = namesIn(new VoiceAgentApi().properties);

test.each(operations.map((listed) => [`${listed.node} ${listed.title}`, listed] as const))(
	'%s: errors name no option that it does not have',
	async (_title, listed) => {
		const { errors, sends } = await errorsOf(listed);
		expect({ sends, isEver: errors.length > 0 }).toEqual({ sends: true, isEver: true });
		const own = [...namesIn(listed.operation.shown), ...ofCredential];
		const missing = errors.flatMap((error) =>
			[...error.matchAll(/'([^']+)'(?!, where the node has it)/g)]
				.map(([, name = '']) => name)
				.filter((name) => everyName.has(name) && !own.includes(name))
				.map((name) => `${name}: ${error}`),
		);
		expect(missing).toEqual([]);
	},
);
