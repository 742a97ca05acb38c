import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Options, execa } from 'execa';

interface Program {
	file: string;
	flags: readonly string[];
	/** Printed as JSON when it is ready. */
	address: object;
	/** What ends it without waiting for its clients. */
	signal: 'SIGINT' | 'SIGKILL';
	options: Pick<Options, 'cwd' | 'uid' | 'gid'>;
}

/** Of the process that started this one, it is told when to end: Ctrl-C reaches the whole group of processes. */
export function ignoreInterrupts(): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
}

/** Runs a database server until the input of this process is closed. What it prints goes to stderr. */
export async function serve({ file, flags, address, signal, options }: Program): Promise<never> {
	const server = execa(file, flags, {
		...options,
		// A group of its own, which Ctrl-C does not reach.
		detached: true,
		stdin: 'ignore',
		all: true,
		buffer: false,
		reject: false,
	});
	process.on('exit', () => server.kill(signal));
	const isReady = new Promise<void>((resolve) => {
		createInterface(server.all).on('line', (line) => {
			process.stderr.write(`${line}\n`);
			if (/ready to accept connections/i.test(line)) resolve();
		});
	});
	const hasEnded = server.then(() => true);
	// It has said why.
	if (await Promise.race([isReady, hasEnded])) process.exit(1);
	console.log(JSON.stringify(address));
	await Promise.race([once(process.stdin.resume(), 'end'), hasEnded]);
	server.kill(signal);
	await server;
	process.exit();
}
