import { describeHistories } from './histories.mts';

describe('Once Ever', () => describeHistories('ever'));
