import type { OnError } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import { credentialFor, runner } from '../support/nodes.mts';
import { OPERATIONS, inputOf } from './operations.mts';
import { testKinds } from './run.mts';

testKinds('connections', 'bodies', 'tls');

describe('a host name that does not exist', () => {
	const ON_ERROR: readonly OnError[] = [
		'stopWorkflow',
		'continueRegularOutput',
		'continueErrorOutput',
	];
	let accounts = 0;

	/** The texts of all errors of one run. */
	async function errorsOf(operation: (typeof OPERATIONS)[number], onError: OnError) {
		accounts += 1;
		// Names that end in .invalid never exist (RFC 2606).
		const credential = credentialFor({ url: 'https://voice-agent.invalid/api/v1' } as Sandbox, {
			email: `nobody-${accounts}@example.com`,
		});
		const run = runner(operation.node, credential);
		const options = { ...(operation.parameters.options as object), maxRetries: 0, timeout: 1 };
		const parameters = { ...operation.parameters, options };
		return await run(parameters, inputOf(3), { settings: { onError } }).then(
			(items) => items.map(({ json }) => `${String(json.error)} ${String(json.description)}`),
			(error: Error & { description?: string }) => [`${error.message} ${error.description ?? ''}`],
		);
	}

	test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
		'%s: says that the platform could not be reached, and not that the outcome is unknown',
		async (_name, operation) => {
			for (const onError of ON_ERROR) {
				const texts = await errorsOf(operation, onError);
				expect(texts).toHaveLength(onError === 'stopWorkflow' ? 1 : 3);
				for (const text of texts) {
					expect(text).toMatch(/reached/);
					expect(text).not.toMatch(/whether (this|it) was carried out/i);
				}
			}
		},
		60_000,
	);
});
