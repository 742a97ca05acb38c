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
 * @param file of the server, from the folder of the project
 * @throws with what the server printed on stderr, if it does not get ready
 */
export async function startProcess<Address>(
	file: string,
	flags: readonly string[],
): Promise<Server<Address>> {
	const child = execa(projectNode, [join(root, file), ...flags], {
		cwd: root,
		buffer: { stdout: false },
		reject: false,
	});
	const printed = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
	const line = await Promise.race([printed, child.then(() => undefined)]);
	if (line === undefined) throw new Error(lastLines((await child).stderr));
	return {
		address: JSON.parse(line),
		ended: child.then(({ stderr }) => lastLines(stderr)),
		stop: async () => {
			child.stdin.end();
			await child;
		},
	};
}
