import { DURABLE, IN_MEMORY } from '../support/schedulers.mts';
import { scaleOf } from '../scale.mts';
import { triggerSuite } from './suite.mts';

triggerSuite([IN_MEMORY, DURABLE], {
	calls: scaleOf('arrivingCalls'),
	steadySeconds: scaleOf('steadySeconds'),
	killedSeconds: scaleOf('killedSeconds'),
	crashes: scaleOf('crashes'),
});
