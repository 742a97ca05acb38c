import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lastLines } from '../harness/lastLines.mts';
import { N8n, OWNER } from '../harness/n8n/n8n.mts';
import { PublishedWorkflow } from '../harness/n8n/publishedWorkflow.mts';
import { freePort, isFree } from '../harness/ports.mts';
import { build } from '../harness/project/build.mjs';
import { installPackage } from '../harness/project/package.mts';
import { root } from '../harness/project/project.mjs';
import { installIfChanged, platformFolderIn } from './demo/demoFolder.mts';
import { addHistory } from './demo/demoHistory.mts';
import { openAddress, startPage } from './demo/demoPage.mts';
import { printReports } from '../test/samples/report.mts';
import { problemsOf, runSamples } from '../test/samples/sampleRun.mts';
import { Running, type SampleWorld, prepareSamples } from '../harness/samples/sampleWorld.mts';
import { CALLS, pageOfTable } from '../harness/samples/sampleTables.mts';
import { sampleWorkflows, unlessDone } from '../harness/samples/samples.mts';
import { CALL_ME } from '../test/samples/trials/callMe.mts';
import { CALLS_TO_CRM } from '../test/samples/trials/callsToCrm.mts';
import { PHONE_AS_A_TOOL } from '../test/samples/trials/phoneAsATool.mts';
import { SAMPLE_PASSWORD, USERS } from '../sandbox/domain/seed.mts';

/** Where the demo is found, unless these ports are taken. */
const N8N_PORT = 5678;
const PAGE_PORT = 5731;
const SERVER_PORTS = { sandbox: 5710, database: 5730, model: 5732 };
/** Samples that do nothing before they are published. */
const PUBLISHED = [CALLS_TO_CRM, PHONE_AS_A_TOOL];

const startedAt = Date.now();
const step = (text: string) =>
	console.log(`[${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s] ${text}`);

const running = new Running();

interface Options {
	once: boolean;
	folder: string;
	/** Of n8n; without it, the usual one or the next that is free. */
	port?: number;
}

/** @throws for what nobody can have meant, or a port that is taken */
async function readOptions(): Promise<Options> {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			folder: { type: 'string', default: join(root, '.demo') },
			port: { type: 'string' },
		},
	});
	const { once, port } = values;
	const folder = resolve(values.folder);
	if (port === undefined) return { once, folder };
	const number = Number(port);
	if (!Number.isInteger(number) || number < 1 || number > 65_535)
		throw new Error(`--port must be a number from 1 to 65535, not "${port}"`);
	if (!(await isFree(number)))
		throw new Error(`Another program listens on port ${port}. Choose another one with --port`);
	return { once, folder, port: number };
}

async function runOnce({ port = N8N_PORT }: Options): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-n8n-'));
	running.add(() => rmSync(folder, { recursive: true, force: true }));
	build();
	step('Packing the package and installing the tarball …');
	await installPackage(folder);
	const n8n = new N8n({ userFolder: folder, port });
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

/** Who can log in to the sandbox: `owner@example.com: the owner`. */
const users = USERS.map(({ about, columns }) => `${columns.email}: ${about.replaceAll('`', '')}`);

const screenOf = ({ n8n, sandbox }: SampleWorld, page: string, table: string, folder: string) => `
  Open        ${page}
              signs you in and opens the sample "1. Call me"

  Try first   Click "Execute workflow". After some seconds, open "What was said".
              The same with a list of 200 people: the sample "2. Call a list".
  Then        ${sandbox.control}/
              what the platform saw: calls and what was said, campaigns, logins, and results as CSV
              ${n8n.url}${table}
              the table that "Calls to CRM" fills with every ended call, once a minute

  Credential  Base URL ${sandbox.url}, password ${SAMPLE_PASSWORD}, email:
              ${users.join('\n              ')}

  Sign in     if n8n asks: ${n8n.url}, ${OWNER.email}, ${OWNER.password}
  Stop        Ctrl-C. The next start keeps your changes and restores the credentials.
  Reset       Remove ${folder}. Everything is on this computer. Nobody is called.
`;

/** Waits until a server of the demo has ended. @throws an error that names it, with its last lines */
async function untilOneEnds({ n8n, sandbox, database }: SampleWorld): Promise<never> {
	const [name, lines] = await Promise.race([
		n8n.ended().then(() => ['n8n', lastLines(n8n.logs)]),
		sandbox.ended.then((text) => ['The sandbox, the simulation of the platform,', text]),
		database.ended.then((text) => ['PostgreSQL, the database of "Receptionist",', text]),
	]);
	throw new Error(`${name} has ended. Start the demo again: npm start\n${lines}`.trimEnd());
}

async function runDemo({ folder, port = N8N_PORT }: Options): Promise<void> {
	mkdirSync(folder, { recursive: true });
	await installIfChanged(folder);
	const platformFolder = platformFolderIn(folder);
	const n8n = new N8n({ userFolder: folder, port });
	const pagePort = await freePort(PAGE_PORT);
	const world = await prepareSamples({
		n8n,
		running,
		step,
		platformFolder,
		backToN8n: openAddress(pagePort),
		ports: SERVER_PORTS,
	});
	await addHistory(world.sandbox);
	const { rest, ids } = world;
	await unlessDone(
		n8n,
		'trigger-published',
		[sampleWorkflows(), basename(platformFolder)],
		async () => {
			for (const id of PUBLISHED) await new PublishedWorkflow(rest, ids[id] ?? '').publish();
		},
	);
	const page = await startPage({
		n8n,
		workflowId: ids[CALL_ME] ?? '',
		port: pagePort,
	});
	step('Ready.');
	console.log(screenOf(world, page, await pageOfTable(rest, ids[CALLS]), folder));
	await untilOneEnds(world);
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
	const options = await readOptions();
	if (options.once) await stopAndExit((await runOnce(options)) ? 0 : 1);
	else await runDemo(options);
} catch (error) {
	// A command that Ctrl-C has interrupted fails too, and that is no news.
	if (!isStopping) console.error(`\n${(error as Error).message}`);
	await stopAndExit(1);
}
