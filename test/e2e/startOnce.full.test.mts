import { freePort } from '../../harness/ports.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';
import { Demo } from '../support/demo.mts';

/** All samples one after the other, in an n8n of their own. */
const WITHIN_MS = 900_000;

test(
	'npm start -- --once: every sample does what the platform recorded',
	async () => {
		const demo = new Demo('--once', '--port', String(await freePort()));
		const code = await demo.ended();
		expect({ code, printed: demo.printed }).toEqual({
			code: 0,
			printed: expect.stringContaining('Every figure agrees with what the platform recorded.'),
		});
		for (const { name } of sampleWorkflows()) expect(demo.printed).toMatch(`\n${name} `);
	},
	WITHIN_MS,
);
