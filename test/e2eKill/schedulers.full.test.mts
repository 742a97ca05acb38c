import {
	DURABLE_IN_SQLITE,
	DURABLE_SCHEDULES,
	DURABLE_SCHEDULES_IN_SQLITE,
} from '../support/schedulers.mts';
import { triggerSuite } from './suite.mts';

// Shorter than for the two schedulers of trigger.test.mts, with one crash at each kind of moment.
triggerSuite([DURABLE_IN_SQLITE, DURABLE_SCHEDULES, DURABLE_SCHEDULES_IN_SQLITE], {
	calls: 3_000,
	steadySeconds: 20,
	killedSeconds: 60,
	crashes: 4,
});
