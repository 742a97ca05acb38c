import { describeHistories } from './startAgainHistories.mts';

describe('Once Ever', () => describeHistories('ever'));
