import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The unit tests of the rooms as one file for `npm run test:mutation`: what they all need is then loaded once for a mutant, not once for
 * each file.
 */

// What is quick and stands below comes first: a mutant in it is then found soon.
const ROOMS = [
	'values',
	'platform',
	'operation',
	'http',
	'credentials',
	'execution',
	'functionTrigger',
	'trigger',
];
const unit = join(__dirname, '..', 'unit');

for (const room of ROOMS) {
	const files = readdirSync(join(unit, room)).filter((name) => name.endsWith('.test.mts'));
	// Each in a block of its own: what a file does before each of its tests is nothing to the others.
	for (const file of files.sort())
		describe(`${room}/${file}`, () => void require(join(unit, room, file)));
}

// Generated platforms find what no example shows.
for (const kind of ['objects', 'lists']) {
	describe(kind, () => void require(join(__dirname, '..', 'platforms', `${kind}.test.mts`)));
}
