import { DURABLE, IN_MEMORY } from '../../harness/n8n/schedulers.mts';
import { scaleOf } from '../scale.mts';
import { triggerSuite } from './suite.mts';

triggerSuite([IN_MEMORY, DURABLE], {
	calls: scaleOf('arrivingCalls'),
	steadySeconds: scaleOf('steadySeconds'),
	killedSeconds: scaleOf('killedSeconds'),
	crashes: scaleOf('crashes'),
});
