import { parseArgs } from 'node:util';
import { makePanels } from './pictures/panels.mts';
import { makeScreenshots } from './pictures/screenshots.mts';

/*
 * node scripts/pictures.mts panels [--opened] [nodes, such as voiceAgentCall]
 * node scripts/pictures.mts screenshots [names, such as callAList]
 *
 * Makes pictures in n8n's editor: the panel of every operation, in .cache/contact-sheet, to look at after a change; or those of README and docs.
 */

const { values, positionals } = parseArgs({
	options: { opened: { type: 'boolean', default: false } },
	allowPositionals: true,
});
const [what, ...names] = positionals;
if (what === 'panels') await makePanels(names, values.opened);
else if (what === 'screenshots') await makeScreenshots(names);
else throw new Error('Say which pictures: panels or screenshots');
