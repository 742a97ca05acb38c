import { basename, join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { N8n } from '../n8n/n8n.mts';
import type { ModelServer } from '../modelServer.mts';
import { freePort } from '../ports.mts';
import { FaultProxy } from '../faultProxy.mts';
import { type SandboxOptions, type SandboxProcess, startSandbox } from '../sandbox.mts';
import { type SampleDatabase, databaseFolderIn, startSampleDatabase } from './sampleDatabase.mts';
import { startSampleModel } from './sampleModel.mts';
import { type SampleIds, importSamples } from './importSamples.mts';
import {
	databaseCredential,
	modelCredential,
	phoneCredential,
	sandboxCredential,
} from './samples.mts';

/** A call of two minutes is over after two seconds. */
const SANDBOX_SPEED = 60;
/** What was started; stopped in the opposite order, whatever happens. */
export class Running {
	private readonly stops: Array<() => unknown> = [];

	add(stop: () => unknown): void {
		this.stops.push(stop);
	}

	async stopAll(): Promise<void> {
		while (this.stops.length > 0) await this.stops.pop()?.();
	}
}

/** An n8n with the packed package and the samples, and the servers that the samples work with. */
export interface SampleWorld {
	/** It runs. */
	n8n: N8n;
	/** Its REST API, signed in. */
	rest: AxiosInstance;
	/** Of the samples and their credentials in this n8n. */
	ids: SampleIds;
	sandbox: SandboxProcess;
	/** What goes wrong between n8n and the sandbox; undefined in the demo, where nothing does. */
	faults: FaultProxy | undefined;
	database: SampleDatabase;
	/** Of the sample with an AI Agent. */
	model: ModelServer;
	running: Running;
	/** Is told what happens next. */
	step: (text: string) => void;
}

/** What goes wrong, where something can. */
export function faultsOf({ faults }: SampleWorld): FaultProxy {
	if (!faults) throw new Error('In the demo, nothing goes wrong');
	return faults;
}

export interface SampleWorldOptions extends Pick<SampleWorld, 'n8n' | 'running' | 'step'> {
	/** Where the sandbox and the database keep their data; without it, the data is deleted at the end. */
	platformFolder?: string;
	tokenLifetime?: SandboxOptions['tokenLifetime'];
	/** The address of n8n to which the page of the sandbox leads. */
	backToN8n?: SandboxOptions['n8n'];
	/** Where the servers are found, unless these ports are taken. Without it, anywhere. */
	ports?: Record<'sandbox' | 'database' | 'model', number>;
}

/** Sandbox, database, n8n, credentials and samples. The package is installed already. */
export async function prepareSamples(options: SampleWorldOptions): Promise<SampleWorld> {
	const { n8n, running, step, platformFolder, tokenLifetime, backToN8n, ports } = options;
	const portOf = async (server: keyof NonNullable<typeof ports>) =>
		ports && (await freePort(ports[server]));

	const started = async <T extends { stop: () => unknown }>(starting: Promise<T>): Promise<T> => {
		const server = await starting;
		running.add(() => server.stop());
		return server;
	};

	step('Starting n8n, the sandbox, a simulation of the platform, and a PostgreSQL …');
	running.add(() => n8n.stop());
	const [platform, database, model] = await Promise.all([
		started(
			startSandbox({
				port: await portOf('sandbox'),
				speed: SANDBOX_SPEED,
				database: platformFolder && join(platformFolder, 'sandbox.sqlite'),
				tokenLifetime,
				n8n: backToN8n,
			}),
		),
		started(
			startSampleDatabase({
				folder: platformFolder && databaseFolderIn(platformFolder),
				port: await portOf('database'),
			}),
		),
		started(startSampleModel(await portOf('model'))),
		n8n.start(),
	]);

	const faults = platformFolder === undefined ? await FaultProxy.before(platform.url) : undefined;
	if (faults) running.add(() => faults.stop());
	const sandbox = { ...platform, url: faults?.url ?? platform.url };

	step('Bringing the credentials and the sample workflows into n8n …');
	const rest = await n8n.signIn();
	const credentials = [
		sandboxCredential(sandbox.url),
		databaseCredential(database.address),
		modelCredential(model.url),
		phoneCredential,
	];
	const ids = await importSamples(
		n8n,
		rest,
		credentials,
		platformFolder && basename(platformFolder),
	);
	return { n8n, rest, ids, sandbox, faults, database, model, running, step };
}
