import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8n } from '../../harness/n8n/n8n.mts';
import { installPackage } from '../../harness/project/package.mts';
import type { SampleReport } from '../../test/samples/report.mts';
import { isSkipped, problemsOf, runSamples } from '../../test/samples/sampleRun.mts';
import { Running, prepareSamples } from '../../harness/samples/sampleWorld.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';
import { install } from './installations.mts';

/** In seconds. Every sample takes longer, and so has to log in again on its way. */
const TOKEN_LIFETIME = 5;

/**
 * What n8n 2 does by default. n8n 1 has one connection to SQLite without it, on which the transactions of executions at the same time mix:
 * some fail or stay "running", and others wait for minutes. And it runs Code nodes in its own process, whose items an expression such as
 * `$('Own numbers').first().json.numbers` finds empty.
 */
const ENVIRONMENT = { DB_SQLITE_POOL_SIZE: '3', N8N_RUNNERS_ENABLED: 'true' };

/** What came of one sample. */
export interface Verdict {
	word: 'passed' | 'skipped' | 'failed';
	/** What is wrong with it, or why it was skipped; nothing if it passed. */
	reasons: string[];
}

/** What came of each sample on this version of n8n. */
export type Verdicts = Map<string, Verdict>;

const allSamples = (problem: string): Verdicts =>
	new Map(sampleWorkflows().map(({ name }) => [name, { word: 'failed', reasons: [problem] }]));

function verdictOn(report: SampleReport): Verdict {
	if (isSkipped(report)) return { word: 'skipped', reasons: [report.progress] };
	const reasons = problemsOf(report);
	return { word: reasons.length === 0 ? 'passed' : 'failed', reasons };
}

/** Runs every sample once on this version of n8n, with the packed package and a sandbox of the platform. */
export async function tryVersion(version: string, step: (text: string) => void): Promise<Verdicts> {
	const running = new Running();
	try {
		const installation = await install(version);
		const userFolder = mkdtempSync(join(tmpdir(), 'voice-agent-version-'));
		running.add(() => rmSync(userFolder, { recursive: true, force: true }));
		const n8n = new N8n({ userFolder, installation, env: ENVIRONMENT });
		await installPackage(n8n.userFolder);
		const world = await prepareSamples({
			n8n,
			running,
			step: (text) => step(`n8n ${version}: ${text}`),
			tokenLifetime: TOKEN_LIFETIME,
		});
		const reports = await runSamples(world);
		return new Map(reports.map((report) => [report.sample, verdictOn(report)]));
	} catch (error) {
		return allSamples((error as Error).message);
	} finally {
		await running.stopAll();
	}
}
