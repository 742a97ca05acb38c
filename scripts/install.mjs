import { install } from '../harness/project/install.mjs';

await install();
