import { type TestBrowser, startTestBrowser } from '../../harness/browser/testBrowser.mts';
import { expectNoViolations } from '../support/useSandbox.mts';
import { accessibilityPart } from './accessibility.mts';
import { beforeTheCallPart } from './beforeTheCall.mts';
import { campaignPart } from './campaign.mts';
import { columnsPart } from './columns.mts';
import { credentialPart } from './credential.mts';
import { functionPart } from './function.mts';
import { mappingPart } from './mapping.mts';
import { pickerPart } from './picker.mts';
import { samplesPart } from './samples.mts';
import { searchPart } from './search.mts';
import { toolPart } from './tool.mts';
import { walkPart } from './walk.mts';

const MINUTE_MS = 60_000;

jest.setTimeout(2 * MINUTE_MS);

let started: TestBrowser | undefined;

/** The one n8n of this file, and the browser that is signed in to it. */
const browser = (): TestBrowser => {
	if (!started) throw new Error('n8n did not start');
	return started;
};

beforeAll(async () => {
	started = await startTestBrowser();
}, 6 * MINUTE_MS);

expectNoViolations(() => started?.world.sandbox);

afterAll(async () => await started?.stop(), MINUTE_MS);

describe('search', () => searchPart(browser));
describe('credential', () => credentialPart(browser));
describe('choosing an agent', () => pickerPart(browser));
describe('mapping columns', () => mappingPart(browser));
describe('columns before the first call', () => beforeTheCallPart(browser));
describe('the table of results', () => columnsPart(browser));
describe('a function of an agent', () => functionPart(browser));
describe('a tool of an AI agent', () => toolPart(browser));
describe('the first steps', () => walkPart(browser));
describe('a campaign', () => campaignPart(browser));
describe('accessibility', () => accessibilityPart(browser));
describe('the samples', () => samplesPart(browser));
