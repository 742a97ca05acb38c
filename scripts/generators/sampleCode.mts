import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/project/project.mjs';

/*
 * Code nodes of samples that are too long to be written in n8n: each is a file of its own, which tests import, and is written into its workflow from there.
 */

interface SampleCode {
	/** In workflows/. */
	workflow: string;
	node: string;
	/** In workflows/code/. */
	file: string;
	/** What the node returns, with what is in the file. */
	last: string;
}

const CODES: readonly SampleCode[] = [
	{
		workflow: 'call-me-tomorrow.json',
		node: 'When?',
		file: 'call-me-tomorrow.mjs',
		last: `const rows = (items) => items.map(({ json }) => json);
return rowsOf({
	calls: rows($('Not done yet?').all()),
	callbacks: rows($input.all()),
	settings: $('Settings').first().json,
	now: Date.now(),
}).map((json) => ({ json, pairedItem: { item: 0 } }));`,
	},
	{
		workflow: 'weekly-report.json',
		node: 'Own numbers',
		file: 'own-numbers.mjs',
		last: 'return [{ json: ownNumbers($input.all().map(({ json }) => json), $now.toMillis()) }];',
	},
];

/** n8n's Code node imports nothing, and has `DateTime` of luxon. */
const asCode = ({ file, last }: SampleCode): string => {
	const source = readFileSync(join(root, 'workflows', 'code', file), 'utf8');
	return `${source.replace(/^import .*\n+/gm, '').replace(/^export /gm, '')}\n${last}`;
};

/** The workflows with the code of today, by their paths. */
export const samplesWithCode = (): Record<string, string> =>
	Object.fromEntries(
		CODES.map((code) => {
			const path = join('workflows', code.workflow);
			const workflow = JSON.parse(readFileSync(join(root, path), 'utf8'));
			for (const { name, parameters } of workflow.nodes)
				if (name === code.node) parameters.jsCode = asCode(code);
			return [`workflows/${code.workflow}`, `${JSON.stringify(workflow, null, '\t')}\n`];
		}),
	);
