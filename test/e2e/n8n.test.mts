import { type TestN8n, startTestN8n } from '../../harness/n8n/testN8n.mts';
import { expectNoViolations } from '../support/useSandbox.mts';
import { askingAgentSuite } from './suites/askingAgent.mts';
import { callingRulesSuite } from './suites/callingRules.mts';
import { canarySuite } from './suites/canaries.mts';
import { credentialSuite } from './suites/credential.mts';
import { functionSuite } from './suites/function.mts';
import { httpRequestSuite } from './suites/httpRequest.mts';
import { installationSuite } from './suites/installation.mts';
import { deduplicationSuite } from './suites/deduplication.mts';
import { resourceSuite } from './suites/resource.mts';
import { sampleSuite } from './suites/sample.mts';
import { secretSuite } from './suites/secret.mts';
import { toolSuite } from './suites/tool.mts';
import { triggerSuite } from './suites/trigger.mts';
import { waitingSuite } from './suites/waiting.mts';

jest.setTimeout(180_000);

/** n8n starts three times: twice to import something, and then for the tests. */
const STARTS_WITHIN_MS = 360_000;

let started: TestN8n | undefined;

/** The one n8n of this file: starting it takes longer than most of its tests. */
const world = (): TestN8n => {
	if (!started) throw new Error('n8n did not start');
	return started;
};

beforeAll(async () => {
	started = await startTestN8n();
}, STARTS_WITHIN_MS);

expectNoViolations(() => started?.sandbox);

afterAll(async () => await started?.stop());

describe('installation', () => installationSuite(world));
describe('credential', () => credentialSuite(world));
describe('HTTP Request of n8n', () => httpRequestSuite(world));
describe('samples', () => sampleSuite(world));
describe('trigger', () => triggerSuite(world));
describe('nobody is called twice', () => deduplicationSuite(world));
describe('Wait for Result', () => waitingSuite(world));
describe('calling rules', () => callingRulesSuite(world));
describe('functions of agents', () => functionSuite(world));
describe('an agent that asks while it speaks', () => askingAgentSuite(world));
describe('resources', () => resourceSuite(world));
describe('tools of an AI agent', () => toolSuite(world));
describe('a platform that repeats every secret', () => canarySuite(world));
// The last one: it searches what all the others have written.
describe('secrets', () => secretSuite(world));
