import { isOfLists, MANNERS } from './manners.mts';
import { testEverything } from './whole.mts';

testEverything(
	'values',
	MANNERS.filter((manner) => !isOfLists(manner)),
);
