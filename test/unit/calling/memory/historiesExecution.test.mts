import { describeHistories } from './histories.mts';

describe('Once per Execution', () => describeHistories('execution'));
