import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { N8n, OWNER } from '../harness/n8n/n8n.mts';
import { PublishedWorkflow } from '../harness/n8n/publishedWorkflow.mts';
import { freePort } from '../harness/ports.mts';
import { root } from '../harness/project/project.mjs';
import { printReports } from '../harness/samples/report.mts';
import { sampleDatabaseFolder } from '../harness/samples/sampleDatabase.mts';
import { startPage } from '../harness/samples/sampleDatabasePage.mts';
import { Running, prepareSamples, problemsOf, runSamples } from '../harness/samples/sampleRun.mts';
import { CALLS_TO_CRM, sampleWorkflows } from '../harness/samples/samples.mts';
import { sandboxFileIn } from '../harness/samples/sandboxFile.mts';

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });

/** Where the demo is found, unless these ports are taken. */
const N8N_PORT = 5678;
const PAGE_PORT = 5731;

const startedAt = Date.now();
const step = (text: string) =>
	console.log(`[${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s] ${text}`);

const running = new Running();

async function runOnce(): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-n8n-'));
	running.add(() => rmSync(folder, { recursive: true, force: true }));
	const n8n = new N8n({ userFolder: folder, port: N8N_PORT });
	const reports = await runSamples(await prepareSamples({ n8n, running, step }));
	console.log();
	printReports(reports);
	console.log();

	const problems = reports.flatMap((report) =>
		problemsOf(report).map((problem) => `${report.sample}: ${problem}`),
	);
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
	const sandboxFile = sandboxFileIn(folder);
	const databaseFolder = sampleDatabaseFolder(sandboxFile, folder);
	const n8n = new N8n({ userFolder: folder, port: N8N_PORT });
	const { sandbox, database, isFresh } = await prepareSamples({
		n8n,
		running,
		step,
		sandboxFile,
		databaseFolder,
	});

	step('Starting n8n …');
	running.add(() => n8n.stop());
	await n8n.start();
	const rest = await n8n.signIn();
	if (isFresh) await new PublishedWorkflow(rest, CALLS_TO_CRM).publish();
	const page = await startPage(database, await freePort(PAGE_PORT));
	step('Ready.');

	const samples = sampleWorkflows();
	const [first] = samples;
	const toCrm = samples.find(({ id }) => id === CALLS_TO_CRM);
	console.log(`
  n8n       ${n8n.url}
  Sign in   ${OWNER.email}   ${OWNER.password}
  Try       open "${first?.name}" (${n8n.url}/workflow/${first?.id}) and press "Execute workflow":
            200 rows, 188 calls, 12 rows that come back with the reason
  Then      "${toCrm?.name}" (${n8n.url}/workflow/${toCrm?.id}) is switched on and brings every call that
            is over into a PostgreSQL, within a minute: see the table at ${page}
  Sandbox   ${sandbox.control}/calls lists every call the platform was asked for

  Everything stays on this computer. Ctrl-C stops it; the folder .demo keeps the data for the next start.
`);
	await n8n.ended();
	if (!isStopping) throw new Error('n8n ended by itself');
}

let isStopping = false;

async function stopAndExit(code: number): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	try {
		await running.stopAll();
		process.exit(code);
	} catch (error) {
		console.error(`\n${(error as Error).message}`);
		process.exit(1);
	}
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
