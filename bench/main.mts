import { join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../harness/project/project.mjs';

/*
 * Runs the benchmarks, each in a process of its own: all of them, or those that are named (`npm run bench -- calls returnAll`). With
 * `--rounds=1` each measures once. It ends with an error if one of them misses its target.
 */

const BENCHMARKS = ['calls', 'returnAll', 'poll', 'trigger', 'rules', 'soak'];

const given = process.argv.slice(2);
const flags = given.filter((text) => text.startsWith('--'));
const named = given.filter((text) => !text.startsWith('--'));
const unknown = named.filter((name) => !BENCHMARKS.includes(name));
if (unknown.length > 0) {
	console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${BENCHMARKS.join(', ')}`);
	process.exit(2);
}

const missed: string[] = [];
for (const name of named.length > 0 ? named : BENCHMARKS) {
	const startedAt = performance.now();
	const { failed } = await execa(projectNode, [join(root, 'bench', `${name}.mts`), ...flags], {
		stdio: 'inherit',
		reject: false,
	});
	if (failed) missed.push(name);
	console.log(`\n(${name}: ${Math.round((performance.now() - startedAt) / 1000)} s)`);
}
if (missed.length > 0) {
	console.error(`\nA target was missed, or the benchmark failed: ${missed.join(', ')}`);
	process.exitCode = 1;
}
