import { testKinds } from './run.mts';

testKinds('connections', 'bodies', 'tls');
