import { testKinds } from './run.mts';

testKinds('slow', 'large');
