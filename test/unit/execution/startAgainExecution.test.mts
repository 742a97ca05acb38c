import { describeHistories } from './startAgainHistories.mts';

describe('Once per Execution', () => describeHistories('execution'));
