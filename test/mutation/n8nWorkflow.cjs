const { dirname, join } = require('node:path');

/*
 * The parts of n8n-workflow that the judged code uses at run time: n8n's own, without the nine tenths that it does not use. They are loaded
 * anew for each mutant.
 */

const folder = dirname(require.resolve('n8n-workflow/package.json'));
const part = (path) => require(join(folder, 'dist', 'cjs', path));

const { isSafeObjectProperty, jsonParse, sleep } = part('utils.js');
const { NodeApiError, NodeOperationError, UserError } = part('errors/index.js');
const { NodeConnectionTypes } = part('interfaces.js');
const NodeHelpers = part('node-helpers.js');
const ObservableObject = part('observable-object.js');

module.exports = {
	NodeApiError,
	NodeConnectionTypes,
	NodeHelpers,
	NodeOperationError,
	ObservableObject,
	UserError,
	isSafeObjectProperty,
	jsonParse,
	sleep,
};
