import { describeScenarios } from './scenarioRuns.mts';

/** See trigger.test.mts: the same with other scenarios, so that two processes share the work. */
describeScenarios(1);
