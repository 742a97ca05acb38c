import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../harness/project/build.mjs';
import { root } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';
import { resolveVersion } from './versions/installations.mts';
import { type Verdicts, tryVersion } from './versions/trial.mts';

/*
 * node scripts/versions.mts [version or tag, such as 1.123.80 or latest] …
 *
 * Without any: the oldest and the newest version that package.json says were tested.
 */

const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const startedAt = Date.now();
const step = (text: string) =>
	console.log(`[${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s] ${text}`);

const wanted = process.argv.slice(2);
build();
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
