import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectNode, root } from '../../harness/project/project.mjs';

/** The first start builds the package and lets n8n make its database. */
export const FIRST_WITHIN_MS = 480_000;

/** `npm start` with these arguments. */
export class Demo {
	printed = '';
	private readonly child;
	private readonly closed: Promise<unknown>;

	constructor(...args: string[]) {
		this.child = spawn(projectNode, [join(root, 'scripts', 'start.mts'), ...args], { cwd: root });
		this.closed = once(this.child, 'close');
		for (const stream of [this.child.stdout, this.child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
	}

	/** Waits for the last line of the screen. */
	async ready(withinMs: number): Promise<void> {
		const deadline = Date.now() + withinMs;
		while (!this.printed.includes('Nobody is called')) {
			if (this.child.exitCode !== null || Date.now() > deadline)
				throw new Error(`The demo is not ready:\n${this.printed}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	/** The addresses on the screen. */
	get addresses(): string[] {
		return this.printed.match(/http:\/\/[\w.:/]+/g) ?? [];
	}

	/** The process in which the sandbox is. */
	get sandboxPid(): number {
		const args = ['-P', String(this.child.pid), '-f', 'sandbox/main.mts'];
		return Number(execFileSync('pgrep', args, { encoding: 'utf8' }));
	}

	interrupt(): void {
		this.child.kill('SIGINT');
	}

	/** @returns its exit code */
	async ended(): Promise<number | null> {
		await this.closed;
		return this.child.exitCode;
	}
}
