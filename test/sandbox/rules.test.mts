import { useOwner } from './owner.mts';
import { agentsSuite } from './suites/agents.mts';
import { callsSuite } from './suites/calls.mts';
import { campaignsSuite } from './suites/campaigns.mts';
import { peopleSuite } from './suites/people.mts';

/*
 * The rules of the platform's document that the contract cannot say.
 */

const owner = useOwner();
describe('people', () => peopleSuite(owner));
describe('agents', () => agentsSuite(owner));
describe('calls', () => callsSuite(owner));
describe('campaigns', () => campaignsSuite(owner));
