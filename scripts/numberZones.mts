import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { numberZones, numberZonesFile } from '../harness/numberZones.mts';
import { root } from '../harness/project/project.mjs';

/** Writes which time zones the numbers of each country code can be in. */
const file = join(root, numberZonesFile);
const options = { ...(await resolveConfig(file)), filepath: file };
writeFileSync(file, await format(numberZones(), options));
