import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import axios from 'axios';
import { freshConnections } from '../n8n/connections.mts';
import { lastLines, projectNode } from '../processes.mts';
import type { SavedCall } from './sampleDatabasePage.mts';

const PREFIX = 'crm-';

/**
 * The folder in which the demo's PostgreSQL keeps its data from one start to the next.
 *
 * Calls are only what they are together with the sandbox that made them: a fresh sandbox counts its calls from one again. So there is
 * one folder for each file of the sandbox, and those of others are removed.
 */
export function sampleDatabaseFolder(sandboxFile: string, folder: string): string {
	const name = `${PREFIX}${basename(sandboxFile, '.sqlite')}`;
	for (const entry of readdirSync(folder)) {
		if (entry.startsWith(PREFIX) && entry !== name) {
			rmSync(join(folder, entry), { recursive: true });
		}
	}
	mkdirSync(join(folder, name), { recursive: true });
	return join(folder, name);
}

export interface SampleDatabaseOptions {
	/** Folder of the project. */
	root: string;
	/** Where the data is kept; in memory when left out. */
	folder?: string;
	/** Port of PostgreSQL; any free one when left out. */
	port?: number;
	/** Port of the web page; any free one when left out. */
	pagePort?: number;
}

/** A PostgreSQL with the table `calls`, for one sample; it needs no installation and listens on this computer only. */
export interface SampleDatabase {
	port: number;
	/** Address of a web page that shows the table. */
	page: string;
	/** Every row of the table. */
	calls: () => Promise<SavedCall[]>;
	stop: () => Promise<void>;
}

/** Starts the database as a process of its own, which also ends when this one does. */
export async function startSampleDatabase(options: SampleDatabaseOptions): Promise<SampleDatabase> {
	const { root, folder, port = 0, pagePort = 0 } = options;
	const server = join(root, 'harness', 'samples', 'sampleDatabaseServer.mts');
	const flags = [
		`--port=${port}`,
		`--page-port=${pagePort}`,
		...(folder ? [`--folder=${folder}`] : []),
	];
	const child = spawn(projectNode(root), [server, ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
	let complaints = '';
	child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
	const exited = once(child, 'exit');
	const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
	const line = await Promise.race([firstLine, exited.then(() => null)]);
	if (line === null) {
		const advice = folder ? `\nIf its data is damaged, remove the folder ${folder}` : '';
		throw new Error(`The sample's database did not start:\n${lastLines(complaints)}${advice}`);
	}

	const started = JSON.parse(line) as { port: number; page: string };
	return {
		...started,
		calls: async () => {
			const { data } = await axios.get<SavedCall[]>(`${started.page}calls.json`, freshConnections);
			return data;
		},
		stop: async () => {
			child.stdin.end();
			await exited;
		},
	};
}
