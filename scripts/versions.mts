import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../harness/project/build.mjs';
import { root } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';
import { resolveVersion } from './versions/installations.mts';
import { compareWithRelease } from './versions/release.mts';
import { type Verdicts, tryVersion } from './versions/trial.mts';

/*
 * node scripts/versions.mts [version or tag, such as 1.123.80 or latest] …
 *
 * Without any: the oldest and the newest version that package.json says were tested.
 *
 * node scripts/versions.mts --release n8n-nodes-voice-agent-1.0.0.tgz
 *
 * Plays one history of the sandbox to this release and to the code of today, and compares the items.
 */

const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const startedAt = Date.now();
const step = (text: string) =>
	console.log(`[${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s] ${text}`);

const { values, positionals: wanted } = parseArgs({
	options: { release: { type: 'string' } },
	allowPositionals: true,
});
build();
if (values.release !== undefined) {
	const faults = await compareWithRelease(resolve(values.release), step);
	console.log(faults.length > 0 ? faults.join('\n') : 'The items are the same.');
	process.exit(faults.length > 0 ? 1 : 0);
}
const verdicts = new Map<string, Verdicts>();
// One by one: a second n8n beside it would make both too slow to be judged.
for (const name of wanted.length > 0 ? wanted : [n8n.tested.oldest, n8n.tested.newest]) {
	const version = await resolveVersion(name);
	verdicts.set(version, await tryVersion(version, step));
}

const samples = [...new Set([...verdicts.values()].flatMap((bySample) => [...bySample.keys()]))];
console.log();
printTable(
	['n8n', ...samples],
	[...verdicts].map(([version, bySample]) => [
		version,
		...samples.map((sample) => bySample.get(sample)?.word ?? 'failed'),
	]),
);
console.log();
const all = [...verdicts].flatMap(([version, bySample]) =>
	[...bySample].map(([sample, verdict]) => ({ where: `n8n ${version}, ${sample}`, ...verdict })),
);
for (const { where, word, reasons } of all)
	for (const reason of reasons) console.error(`${where} ${word}: ${reason}`);
process.exit(all.some(({ word }) => word === 'failed') ? 1 : 0);
