import { useOwner } from './owner.mts';
import { listQuirksSuite } from './suites/listQuirks.mts';
import { valueQuirksSuite } from './suites/valueQuirks.mts';

const owner = useOwner();
describe('lists', () => listQuirksSuite(owner));
describe('values', () => valueQuirksSuite(owner));
