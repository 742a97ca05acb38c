import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { lastLines } from './lastLines.mts';
import { projectNode, root } from './project/project.mjs';

export interface Server<Address> {
	address: Address;
	/** Resolves when it has ended, for any reason, with the last lines that it printed on stderr. */
	ended: Promise<string>;
	stop: () => Promise<void>;
}

/**
 * Starts a server of the project as a process of its own.
 *
 * Such a server prints its address as one line of JSON when it is ready, and ends when its input is closed; so it also ends when this
 * process does, for any reason.
 *
 * @param name what people call it, for the error
 * @param file of the server, from the folder of the project
 * @param options flags of the server; what is undefined is left out
 * @throws with what the server printed on stderr, if it does not get ready
 */
export async function startProcess<Address>(
	name: string,
	file: string,
	options: object = {},
): Promise<Server<Address>> {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	const flags = given.map(([flag, value]) => (value === true ? `--${flag}` : `--${flag}=${value}`));
	const child = execa(projectNode, [join(root, file), ...flags], {
		cwd: root,
		buffer: { stdout: false },
		reject: false,
	});
	const printed = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
	const line = await Promise.race([printed, child.then(() => undefined)]);
	if (line === undefined)
		throw new Error(`${name} did not start:\n${lastLines((await child).stderr)}`);
	return {
		address: JSON.parse(line),
		ended: child.then(({ stderr }) => lastLines(stderr)),
		stop: async () => {
			child.stdin.end();
			await child;
		},
	};
}
