import { type FaultySandbox, startFaultySandbox } from '../../harness/faultProxy.mts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../harness/sandbox.mts';

/** A defect of the sandbox itself: an answer its contract does not allow, or an error nobody meant to throw. */
interface Violation {
	operationId: string;
	status: number | null;
	reason: string;
}

const lineOf = ({ operationId, status, reason }: Violation) =>
	`${operationId}${status === null ? '' : ` (${status})`}: ${reason}`;

/**
 * Reads where a sandbox broke its contract, each time it is called.
 *
 * @returns a function that throws, naming them, if there are violations that it has not named before
 */
export function violationCheck(): (sandbox: Pick<Sandbox, 'api'>) => Promise<void> {
	let named = 0;
	return async ({ api }) => {
		const { data: violations } = await api.get<Violation[]>('/violations');
		// A reset forgets them.
		const fresh = violations.slice(named > violations.length ? 0 : named);
		named = violations.length;
		if (fresh.length === 0) return;
		throw new Error(['The sandbox broke its contract:', ...fresh.map(lineOf)].join('\n'));
	};
}

/** Fails every test of this file or `describe` during which the sandbox breaks its contract. */
export function expectNoViolations(current: () => Pick<Sandbox, 'api'> | undefined): void {
	const check = violationCheck();
	const checkCurrent = async () => {
		const sandbox = current();
		if (sandbox) await check(sandbox);
	};
	afterEach(checkCurrent);
	afterAll(checkCurrent);
}

export interface UseSandboxOptions extends SandboxOptions {
	/** Back to a fresh seed and default behaviour before each test. */
	resetEachTest?: boolean;
}

/**
 * The sandbox of this test file or `describe`: started before its tests, stopped after them. A test during which the sandbox breaks its
 * contract fails.
 *
 * Hooks run in the order in which they are written: what needs the sandbox before the tests comes below this call, and what still needs it
 * after them comes above.
 */
export function useSandbox(options: UseSandboxOptions = {}): Sandbox {
	return use(startSandbox, options);
}

/** The same, behind a proxy that lets requests fail. */
export function useFaultySandbox(options: UseSandboxOptions = {}): FaultySandbox {
	return use(startFaultySandbox, options);
}

function use<Kind extends Sandbox>(
	start: (options: SandboxOptions) => Promise<Kind>,
	{ resetEachTest, ...options }: UseSandboxOptions,
): Kind {
	let started: Kind | undefined;
	const current = (): Kind => {
		if (!started) throw new Error('The sandbox has not been started yet');
		return started;
	};

	beforeAll(async () => {
		started = await start(options);
	});
	if (resetEachTest) beforeEach(async () => await current().reset());
	expectNoViolations(() => started);
	afterAll(async () => await started?.stop());

	return new Proxy({} as Kind, { get: (_none, name) => current()[name as keyof Kind] });
}
