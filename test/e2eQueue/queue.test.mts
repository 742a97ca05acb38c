import { expectNoViolations } from '../support/useSandbox.mts';
import { cancelPart } from './cancel.mts';
import { functionsPart } from './functions.mts';
import { lockPart } from './lock.mts';
import { onceEverPart } from './onceEver.mts';
import { samplesPart } from './samples.mts';
import { sessionsPart } from './sessions.mts';
import { triggerPart } from './trigger.mts';
import { type World, startWorld } from './world.mts';

const MINUTE_MS = 60_000;
/** Executions that a worker runs at a time. */
const CONCURRENCY = 2;

jest.setTimeout(12 * MINUTE_MS);

let started: World | undefined;

/** The one n8n of this file. */
const world = (): World => {
	if (!started) throw new Error('n8n did not start');
	return started;
};

beforeAll(async () => {
	started = await startWorld(CONCURRENCY);
}, 4 * MINUTE_MS);

expectNoViolations(() => started?.sandbox);

afterAll(async () => await started?.stop(), MINUTE_MS);

describe('functions of agents', () => functionsPart(world));
describe('samples', () => samplesPart(world));
describe('Once Ever', () => onceEverPart(world));
describe('a worker with the lock of Once Ever', () => lockPart(world));
describe('a cancelled execution', () => cancelPart(world));
describe('logins of two workers', () => sessionsPart(world));
describe('trigger', () => triggerPart(world));
