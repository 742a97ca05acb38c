import { type TestN8n, startTestN8n } from '../../harness/n8n/testN8n.mts';
import { runSamples } from '../samples/sampleRun.mts';
import type { SampleReport } from '../samples/report.mts';
import { isFull } from '../scale.mts';
import { expectNoViolations } from '../support/useSandbox.mts';
import { afterTheCallSuite } from './suites/afterTheCall.mts';
import { askingAgentSuite } from './suites/askingAgent.mts';
import { callingRulesSuite } from './suites/callingRules.mts';
import { canarySuite } from './suites/canaries.mts';
import { credentialSuite } from './suites/credential.mts';
import { deduplicationSuite } from './suites/deduplication.mts';
import { functionSuite } from './suites/function.mts';
import { restartSuite } from './suites/functionRestart.mts';
import { httpRequestSuite } from './suites/httpRequest.mts';
import { installationSuite } from './suites/installation.mts';
import { operationSuite } from './suites/operations.mts';
import { isPlayed, sampleCliSuite, sampleSuite } from './suites/samples.mts';
import { secretSuite } from './suites/secret.mts';
import { toolSuite } from './suites/tool.mts';
import { triggerSuite } from './suites/trigger.mts';
import { waitingSuite } from './suites/waiting.mts';

/*
 * One real n8n with the packed package. `npm test` plays each journey of a user once, `npm run test:full` every sample and what takes long, too.
 */

jest.setTimeout(600_000);

let started: TestN8n | undefined;
let samples: Promise<SampleReport[]>;

const world = (): TestN8n => {
	if (!started) throw new Error('n8n did not start');
	return started;
};

beforeAll(async () => {
	started = await startTestN8n({ isApart: true });
	// Beside everything else: they mostly wait.
	samples = runSamples(started.samples, isPlayed);
});

expectNoViolations(() => started?.sandbox);

afterAll(async () => {
	await samples;
	await started?.stop();
});

describe('installation', () => installationSuite(world));
describe('credential', () => credentialSuite(world));
describe('HTTP Request of n8n', () => httpRequestSuite(world));
describe('trigger', () => triggerSuite(world));
describe('nobody is called twice', () => deduplicationSuite(world));
describe('Wait for Result', () => waitingSuite(world));
describe('calling rules', () => callingRulesSuite(world));
describe('functions of agents', () => functionSuite(world));
describe('an agent that asks while it speaks', () => askingAgentSuite(world));
describe('operations', () => operationSuite(world));
describe('tools of an AI agent', () => toolSuite(world));
describe('a platform that repeats every secret', () => canarySuite(world));
if (isFull) describe('recipes for after the call', () => afterTheCallSuite(world));
describe('samples', () => {
	sampleSuite(world, async () => await samples);
	if (isFull) sampleCliSuite(world);
});
// It searches what all the others have written.
describe('secrets', () => secretSuite(world));
// The last one: this n8n is killed.
if (isFull) describe('functions after a crash', () => restartSuite(world));
