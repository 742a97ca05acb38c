import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8n } from '../n8n/n8n.mts';
import { installPackage } from '../project/package.mts';
import { problemsOf, runSamples } from '../samples/sampleRun.mts';
import { Running, prepareSamples } from '../samples/sampleWorld.mts';
import { sampleWorkflows } from '../samples/samples.mts';
import { install } from './installations.mts';

/** In seconds. Every sample takes longer, and so has to log in again on its way. */
const TOKEN_LIFETIME = 5;

/** What is wrong with each sample on this version of n8n; nothing for those that passed. */
export type Verdicts = Map<string, string[]>;

const allSamples = (problem: string): Verdicts =>
	new Map(sampleWorkflows().map(({ name }) => [name, [problem]]));

/** Runs every sample once on this version of n8n, with the packed package and a sandbox of the platform. */
export async function tryVersion(version: string, step: (text: string) => void): Promise<Verdicts> {
	const running = new Running();
	try {
		const installation = await install(version);
		const userFolder = mkdtempSync(join(tmpdir(), 'voice-agent-version-'));
		running.add(() => rmSync(userFolder, { recursive: true, force: true }));
		const n8n = new N8n({ userFolder, installation });
		await installPackage(n8n.userFolder);
		const world = await prepareSamples({
			n8n,
			running,
			step: (text) => step(`n8n ${version}: ${text}`),
			tokenLifetime: TOKEN_LIFETIME,
		});
		const reports = await runSamples(world);
		return new Map(reports.map((report) => [report.sample, problemsOf(report)]));
	} catch (error) {
		return allSamples((error as Error).message);
	} finally {
		await running.stopAll();
	}
}
