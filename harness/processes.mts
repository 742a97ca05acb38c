import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PATIENCE_MS = 20_000;

/** The Node 24 that the project brings along; not its `.bin` entry, a shell script that passes no signals on. */
export function projectNode(root: string): string {
	const name = process.platform === 'win32' ? 'node.exe' : 'node';
	const path = join(root, 'node_modules', 'node', 'bin', name);
	return existsSync(path) ? path : process.execPath;
}

export interface Finished {
	code: number;
	stdout: string;
	stderr: string;
}

/** Runs a program to its end and keeps what it prints. */
export async function runToEnd(
	command: string,
	args: readonly string[],
	options: SpawnOptions = {},
): Promise<Finished> {
	const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	const printed = { stdout: '', stderr: '' };
	child.stdout?.setEncoding('utf8').on('data', (text) => (printed.stdout += text));
	child.stderr?.setEncoding('utf8').on('data', (text) => (printed.stderr += text));
	const [code] = await once(child, 'close');
	return { code: code ?? 1, ...printed };
}

/** Asks a process to end, and makes it end if it does not listen. */
export async function endProcess(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.kill('SIGTERM');
	const lastResort = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
	await exited;
	clearTimeout(lastResort);
}

/** The end of a log, for an error message. */
export const lastLines = (text: string, count = 25): string =>
	text.trimEnd().split('\n').slice(-count).join('\n');
