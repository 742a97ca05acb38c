import { describeHistories } from './histories.mts';

describe('Once per Day', () => describeHistories('day'));
