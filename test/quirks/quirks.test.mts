import { testManners } from './matrix.mts';
import { MANNERS } from './manners.mts';
import { sampled, sampledInLongLists } from './sample.mts';

/*
 * Every manner of answering that the platform's document allows, each with some of the operations that it could mislead. All operations:
 * lists.full.test.mts and values.full.test.mts.
 */

testManners(MANNERS, sampled, sampledInLongLists);
