import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { printedExecution } from '../harness/n8n/executions.mts';
import { N8n, OWNER } from '../harness/n8n/n8n.mts';
import { PublishedWorkflow, until } from '../harness/n8n/publishedWorkflow.mts';
import { freePort } from '../harness/ports.mts';
import { installPackage } from '../harness/project/package.mts';
import { root } from '../harness/project/project.mjs';
import {
	type SampleReport,
	endedCalls,
	printReports,
	reportOf,
} from '../harness/samples/report.mts';
import { reportOfTable } from '../harness/samples/reportOfTable.mts';
import {
	type SampleDatabase,
	sampleDatabaseFolder,
	startSampleDatabase,
} from '../harness/samples/sampleDatabase.mts';
import { startPage } from '../harness/samples/sampleDatabasePage.mts';
import {
	CALLS_TO_CRM,
	databaseCredential,
	importCredentials,
	importSamples,
	sampleWorkflows,
	sandboxCredential,
} from '../harness/samples/samples.mts';
import { sandboxFileIn } from '../harness/samples/sandboxFile.mts';
import { type Sandbox, startSandbox } from '../harness/sandbox.mts';

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });

/** A call of two minutes is over after two seconds. */
const SANDBOX_SPEED = 60;
/** Where the demo is found, unless these ports are taken. */
const N8N_PORT = 5678;
const SANDBOX_PORT = 5710;
const DATABASE_PORT = 5730;
const PAGE_PORT = 5731;
/** How long the calls may take into the table: the trigger polls at once, and then every minute. */
const IN_TABLE_WITHIN_MS = 150_000;

const startedAt = Date.now();
const step = (text: string) =>
	console.log(`[${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s] ${text}`);

/** What runs; stopped in the opposite order, whatever happens. */
const running: Array<() => unknown> = [];

async function stopAll(): Promise<void> {
	while (running.length > 0) await running.pop()?.();
}

interface Prepared {
	n8n: N8n;
	sandbox: Sandbox;
	database: SampleDatabase;
	/** The samples are as the project has them; otherwise as the user left them. */
	isFresh: boolean;
}

/** Where the demo's servers keep their data; in memory what is left out. */
interface Kept {
	sandboxFile?: string;
	databaseFolder?: string;
}

/** Package, sandbox, database, credentials and samples: everything but n8n's own server. */
async function prepare(userFolder: string, kept: Kept = {}): Promise<Prepared> {
	const n8n = new N8n({ userFolder, port: N8N_PORT });

	step('Packing the package and installing the tarball …');
	await installPackage(n8n.userFolder);

	step('Starting the sandbox, a simulation of the platform, and a PostgreSQL …');
	const port = await freePort(SANDBOX_PORT);
	const { sandboxFile = ':memory:', databaseFolder } = kept;
	const sandbox = await startSandbox({ port, speed: SANDBOX_SPEED, database: sandboxFile });
	running.push(sandbox.stop);
	const database = await startSampleDatabase({
		folder: databaseFolder,
		port: await freePort(DATABASE_PORT),
	});
	running.push(() => database.stop());

	step('Bringing the credentials and the sample workflows into n8n …');
	await importCredentials(n8n, [
		sandboxCredential(sandbox.url),
		databaseCredential(database.address),
	]);
	const isFresh = await importSamples(n8n, basename(sandboxFile));
	return { n8n, sandbox, database, isFresh };
}

/** Runs the sample that starts by itself until every call that has ended is in its table. */
async function runTrigger({ n8n, sandbox, database }: Prepared, name: string) {
	step('Starting n8n …');
	running.push(() => n8n.stop());
	await n8n.start();
	const workflow = new PublishedWorkflow(await n8n.signIn(), CALLS_TO_CRM);

	step(`Switching "${name}" on …`);
	await workflow.publish();
	const ended = await endedCalls(sandbox.api);
	await until(async () => (await database.calls()).length >= ended.length, IN_TABLE_WITHIN_MS);
	await until(async () => (await workflow.counts()).underWay === 0, IN_TABLE_WITHIN_MS);
	return await reportOfTable(name, await workflow.executions(), await database.calls(), sandbox);
}

async function runOnce(): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-n8n-'));
	running.push(() => rmSync(folder, { recursive: true, force: true }));
	const prepared = await prepare(folder);
	const { n8n, sandbox } = prepared;

	const samples = sampleWorkflows();
	const reports: SampleReport[] = [];
	for (const workflow of samples.filter(({ id }) => id !== CALLS_TO_CRM)) {
		step(`Running "${workflow.name}" …`);
		const execution = printedExecution(
			await n8n.cli('execute', `--id=${workflow.id}`, '--rawOutput'),
		);
		reports.push(await reportOf(workflow, execution, sandbox.api));
	}
	// The last one: it brings the calls of the others into its table.
	for (const { name } of samples.filter(({ id }) => id === CALLS_TO_CRM)) {
		reports.push(await runTrigger(prepared, name));
	}
	console.log();
	printReports(reports);
	console.log();

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
	const sandboxFile = sandboxFileIn(folder);
	const databaseFolder = sampleDatabaseFolder(sandboxFile, folder);
	const { n8n, sandbox, database, isFresh } = await prepare(folder, {
		sandboxFile,
		databaseFolder,
	});

	step('Starting n8n …');
	running.push(() => n8n.stop());
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
		await stopAll();
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
