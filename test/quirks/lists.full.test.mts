import { isOfLists, MANNERS } from './manners.mts';
import { testEverything } from './whole.mts';

testEverything('lists', MANNERS.filter(isOfLists));
