import { loadContract } from './contract.mts';

// For tools that cannot load the contract themselves: `node sandbox/openapi/print.mts` prints it in one piece.
console.log(JSON.stringify(await loadContract()));
