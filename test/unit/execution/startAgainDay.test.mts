import { describeHistories } from './startAgainHistories.mts';

describe('Once per Day', () => describeHistories('day'));
