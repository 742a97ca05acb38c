import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from '../test/support/sandbox.mts';
import { printedExecution } from './lib/executions.mts';
import { N8n, OWNER } from './lib/n8n.mts';
import { installPackage } from './lib/package.mts';
import { freePort } from './lib/ports.mts';
import { type SampleReport, reportOf, tableOf } from './lib/report.mts';
import {
	importCredentials,
	importSamples,
	sampleWorkflows,
	sandboxCredential,
} from './lib/samples.mts';
import { sandboxDatabase } from './lib/sandboxDatabase.mts';

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });

const root = process.cwd();
/** A call of two minutes is over after two seconds. */
const SANDBOX_SPEED = 60;
const FIRST_SANDBOX_PORT = 5710;

const startedAt = Date.now();
const step = (text: string) =>
	console.log(`[${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s] ${text}`);

/** What runs; stopped in the opposite order, whatever happens. */
const running: Array<() => unknown> = [];

async function stopAll(): Promise<void> {
	while (running.length > 0) await running.pop()?.();
}

/** Package, sandbox, credential and samples: everything but n8n's own server. */
async function prepare(userFolder: string, database: string): Promise<[N8n, Sandbox]> {
	const n8n = new N8n({ root, userFolder });

	step('Packing the package and installing the tarball …');
	await installPackage(root, n8n.userFolder);

	step('Starting the sandbox, the platform in small …');
	const port = await freePort(FIRST_SANDBOX_PORT);
	const sandbox = await startSandbox({ port, speed: SANDBOX_SPEED, database });
	running.push(sandbox.stop);

	step('Bringing the credential and the sample workflows into n8n …');
	await importCredentials(n8n, [sandboxCredential(sandbox.url)]);
	await importSamples(root, n8n);
	return [n8n, sandbox];
}

async function runOnce(): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-n8n-'));
	running.push(() => rmSync(folder, { recursive: true, force: true }));
	const [n8n, sandbox] = await prepare(folder, ':memory:');

	const reports: SampleReport[] = [];
	for (const workflow of sampleWorkflows(root)) {
		step(`Running "${workflow.name}" …`);
		const execution = printedExecution(
			await n8n.cli('execute', `--id=${workflow.id}`, '--rawOutput'),
		);
		reports.push(await reportOf(workflow, execution, sandbox.api));
	}
	console.log(`\n${tableOf(reports)}\n`);

	const problems = reports.flatMap(({ sample, status, disagreements }) => [
		...(status === 'success' ? [] : [`${sample}: it ended with the status "${status}"`]),
		...disagreements.map((text) => `${sample}: ${text}`),
	]);
	for (const problem of problems) console.error(problem);
	step(
		problems.length === 0
			? 'Done. Every figure agrees with what the platform recorded.'
			: 'Something is wrong: see above.',
	);
	return problems.length === 0;
}

async function runDemo(): Promise<void> {
	const folder = join(root, '.demo');
	mkdirSync(folder, { recursive: true });
	const [n8n, sandbox] = await prepare(folder, sandboxDatabase(root, folder));

	step('Starting n8n …');
	running.push(() => n8n.stop());
	await n8n.start();
	await n8n.signIn();
	step('Ready.');

	const [first] = sampleWorkflows(root);
	console.log(`
  n8n       ${n8n.url}
  Sign in   ${OWNER.email}   ${OWNER.password}
  Try       open "${first?.name}" (${n8n.url}/workflow/${first?.id}) and press "Execute workflow":
            200 rows, 188 calls, 12 rows that come back with the reason
  Sandbox   ${sandbox.control}/calls lists every call the platform was asked for

  Everything stays on this computer. Ctrl-C stops it; the folder .demo keeps n8n's data for the next start.
`);
	await n8n.ended();
	if (!isStopping) throw new Error('n8n ended by itself');
}

let isStopping = false;

async function stopAndExit(code: number): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	await stopAll();
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		if (!isStopping) console.log('\nStopping …');
		void stopAndExit(0);
	});
}

try {
	if (options.once) await stopAndExit((await runOnce()) ? 0 : 1);
	else await runDemo();
} catch (error) {
	// A command that Ctrl-C has interrupted fails too, and that is no news.
	if (!isStopping) console.error(`\n${(error as Error).message}`);
	await stopAndExit(1);
}
