import type { IDataObject } from 'n8n-workflow';
import { endpointsOf } from '../../nodes/shared/operation';
import { inReadingOrder } from '../../nodes/shared/platform';
import type { JsonObject } from '../../sandbox/common/json.mts';
import { endpointOf, specified } from '../support/contract.mts';
import { everyOperation } from '../support/operations.mts';

/** The fields of the rows of a list, as the sandbox sends them. */
function rowFields(schema: JsonObject | undefined): string[] {
	const parts: JsonObject[] = schema?.allOf ?? [schema ?? {}];
	return parts.flatMap(({ properties, items }) =>
		Object.keys((properties?.items?.items ?? items)?.properties ?? {}),
	);
}

const fieldsByEndpoint = new Map(
	specified.map((operation) => {
		const { responses } = operation.definition;
		const schema = responses?.['200']?.content?.['application/json']?.schema;
		return [endpointOf(operation), rowFields(schema)];
	}),
);

const lists = everyOperation()
	.filter(({ operation }) => operation.kind === 'list')
	.filter(({ operation }) => !('columns' in operation))
	.flatMap(({ title, operation }) =>
		endpointsOf(operation).map(
			(endpoint) => [title, endpoint, fieldsByEndpoint.get(endpoint) ?? []] as const,
		),
	)
	.filter(([, , fields]) => fields.length > 0);

test('the lists that people look at first are among them', () => {
	expect(lists.map(([title]) => title)).toEqual(
		expect.arrayContaining([
			'Agent: Get Many',
			'Booking: Get Many',
			'Callback: Get Many',
			'Phone Number: Get Many',
			'Transaction: Get Many',
			'Transfer Event: Get Many',
			'User: Get Many',
		]),
	);
});

const isId = (name: string) => /^(.*_)?ids?$/.test(name);
const isLong = (name: string) => /^(configuration|instructions|parameters|headers)$/.test(name);

describe.each(lists)('%s, %s', (_title, _endpoint, fields) => {
	const shown = Object.keys(inReadingOrder(Object.fromEntries(fields.map((name) => [name, 1]))));

	test('every field is there', () => {
		expect([...shown].sort()).toEqual([...fields].sort());
	});

	test('identifiers are behind all else, long texts behind them', () => {
		expect(shown).toEqual([
			...shown.filter((name) => !isId(name) && !isLong(name)),
			...shown.filter(isId),
			...shown.filter(isLong),
		]);
	});
});

test.each<[string, string[], string[]]>([
	[
		'a booking',
		['booking_id', 'call_id', 'created_at', 'attendee_name', 'phone_number', 'starts_at'],
		['attendee_name', 'phone_number', 'starts_at', 'created_at', 'booking_id', 'call_id'],
	],
	[
		'a callback in camelCase',
		['id', 'agentId', 'notes', 'createdAt', 'scheduledAt', 'status', 'phoneNumber', 'firstName'],
		['phoneNumber', 'firstName', 'scheduledAt', 'status', 'notes', 'createdAt', 'id', 'agentId'],
	],
	[
		'an agent',
		['_id', 'configuration', 'instructions', 'updated_at', 'language', 'is_active', 'name'],
		['name', 'is_active', 'language', 'updated_at', '_id', 'configuration', 'instructions'],
	],
	[
		'what only looks like one of them',
		['paid', 'renamed', 'format'],
		['paid', 'renamed', 'format'],
	],
	[
		'a number that is no phone',
		['status', 'vat_number', 'number'],
		['number', 'status', 'vat_number'],
	],
])('%s: who, when and how it ended are first', (_what, fields, expected) => {
	const row = Object.fromEntries(fields.map((name, index) => [name, index]));
	const shown = inReadingOrder(row);
	expect(Object.keys(shown)).toEqual(expected);
	expect(shown).toEqual(row);
});

test('the order is the same for each row, whatever its values are', () => {
	const row: IDataObject = { id: 'b1', status: 'open', notes: 'x'.repeat(5000), name: 'Ada' };
	const empty: IDataObject = { id: 'b2', status: null, notes: null, name: null };
	expect(Object.keys(inReadingOrder(empty))).toEqual(Object.keys(inReadingOrder(row)));
});
