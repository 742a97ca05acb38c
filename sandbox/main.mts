import { parseArgs } from 'node:util';
import { serveSandbox } from './server/server.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		database: { type: 'string', default: ':memory:' },
		speed: { type: 'string', default: '1' },
		clock: { type: 'string', default: 'real' },
		seed: { type: 'string', default: '1' },
		agents: { type: 'string', default: '4' },
		'token-lifetime': { type: 'string', default: '3600' },
		n8n: { type: 'string' },
		'exit-with-parent': { type: 'boolean', default: false },
	},
});

function numberOf(
	name: 'port' | 'speed' | 'seed' | 'agents' | 'token-lifetime',
	minimum: number,
): number {
	const number = Number(values[name]);
	if (!(number >= minimum)) throw new Error(`--${name} must be a number from ${minimum} up`);
	return number;
}

if (values.clock !== 'real' && values.clock !== 'manual')
	throw new Error('--clock must be real or manual');

const { n8n } = values;
if (n8n !== undefined && !/^https?:\/\//.test(n8n))
	throw new Error('--n8n must begin with http:// or https://');

const server = await serveSandbox({
	port: numberOf('port', 0),
	database: values.database,
	speed: numberOf('speed', 0.001),
	clock: values.clock,
	seed: numberOf('seed', 0),
	agents: numberOf('agents', 1),
	tokenLifetimeSeconds: numberOf('token-lifetime', 1),
	n8n,
});

async function stop(): Promise<void> {
	await server.close();
	process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (values['exit-with-parent']) process.stdin.once('close', stop).resume();

console.log(JSON.stringify({ url: server.url, control: server.control }));
