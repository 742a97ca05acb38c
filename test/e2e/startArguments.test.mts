import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../../harness/ports.mts';
import { Demo } from '../support/demo.mts';

/* What `npm start` refuses before it starts anything. */

const refused = async (...args: string[]) => {
	const demo = new Demo(...args);
	return { code: await demo.ended(), printed: demo.printed };
};

test.each(['abc', '0', '65536', '80.5'])(
	'--port %s is refused before anything starts',
	async (port) => {
		const { code, printed } = await refused('--port', port);
		expect(code).toBe(1);
		expect(printed.trim()).toBe(`--port must be a number from 1 to 65535, not "${port}"`);
	},
);

test('a port that is taken is refused, with what to do', async () => {
	const port = await freePort();
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	const { code, printed } = await refused('--port', String(port));
	server.close();
	expect(code).toBe(1);
	expect(printed.trim()).toBe(
		`Another program listens on port ${port}. Choose another one with --port`,
	);
});

test('a misspelt argument is refused', async () => {
	const { code, printed } = await refused('--onec');
	expect(code).toBe(1);
	expect(printed).toMatch(/--onec/);
});
