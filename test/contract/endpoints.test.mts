import { placeholdersOf } from '../../nodes/shared/http';
import {
	type ResourceOperation,
	addressOfOperation,
	endpointsOf,
	idsOf,
	takesQuery,
} from '../../nodes/shared/operation';
import { ParameterError } from '../../nodes/shared/values';
import { documented } from '../support/contract.mts';
import {
	askedBy,
	everyOperation,
	everyRequest,
	type ListedOperation,
} from '../support/operations.mts';
import { paramsOf } from '../support/params.mts';

const operations = everyOperation();
const isSeveral = ({ kind }: ResourceOperation) => kind === 'task';

test.each(everyRequest().map((entry) => [entry.title, entry] as const))(
	'%s: its endpoints are in the OpenAPI contract, exactly as written',
	(_title, { operation }) => {
		for (const endpoint of endpointsOf(operation)) {
			expect(documented).toContain(endpoint);
			// What sends several requests takes identifiers from what it has read.
			if (isSeveral(operation) || !askedBy(operation).includes(endpoint)) continue;
			const filled = Object.keys(idsOf(operation));
			expect(placeholdersOf(endpoint).filter((name) => !filled.includes(name))).toEqual([]);
		}
	},
);

/** What the credential does, and no operation. */
const BY_THE_CREDENTIAL = ['POST /auth/login', 'POST /mfa/verify'];

test('each of the documented endpoints is reached by exactly one operation, or by the credential', () => {
	const single = operations.filter(({ operation }) => !isSeveral(operation));
	const isComposed = ({ operation }: ListedOperation) => 'compose' in operation;
	const askedByAll = (some: ListedOperation[]) =>
		some.flatMap(({ operation }) => askedBy(operation));
	const reached = [
		...askedByAll(single.filter((listed) => !isComposed(listed))),
		// Several of them may make something of one list.
		...new Set(askedByAll(single.filter(isComposed))),
	];
	expect([...reached, ...BY_THE_CREDENTIAL].sort()).toEqual([...documented].sort());
});

test('every create and update takes fields that the document does not show', () => {
	const closed = operations.filter(
		({ operation }) => 'request' in operation && !('openBody' in operation),
	);
	const writing = closed.filter(({ operation }) =>
		endpointsOf(operation).some((endpoint) => /^(POST|PUT|PATCH)/.test(endpoint)),
	);
	// Their bodies are documented in full: a password, a code. All others have `openBody: true`.
	expect(writing.map(({ title }) => title)).toEqual(['MFA: Disable', 'MFA: Enable']);
});

test('every list takes filters that the document does not show', () => {
	const lists = operations.filter(({ operation }) => operation.kind === 'list');
	expect(lists.filter(({ operation }) => !takesQuery(operation))).toEqual([]);
	expect(lists.length).toBeGreaterThan(20);
});

describe('identifiers never change the path', () => {
	const withIds = operations.filter(({ operation }) => Object.keys(idsOf(operation)).length > 0);

	test.each(withIds.map((entry) => [entry.title, entry] as const))(
		'%s',
		(_title, { operation }) => {
			for (const endpoint of askedBy(operation)) {
				const names = placeholdersOf(endpoint).map((name) => idsOf(operation)[name]?.name ?? '');
				const addressWith = (id: string) =>
					addressOfOperation(
						operation,
						paramsOf(Object.fromEntries(names.map((name) => [name, id]))),
						endpoint,
					).path;
				if (names.length === 0) continue;
				for (const id of ['', ' ', '.', '..', 'a/b', 'a\\b']) {
					expect(() => addressWith(id)).toThrow(ParameterError);
				}
				for (const id of ['%2e%2e', 'a?b', 'a#b', 'ü', 'a%2Fb']) {
					const url = new URL(`https://api.example.com/api/v1${addressWith(id)}`);
					const shape = endpoint.split(' ')[1]?.replace(/\{\w+\}/g, encodeURIComponent(id));
					expect(url.pathname + url.search + url.hash).toBe(`/api/v1${shape}`);
				}
			}
		},
	);
});
