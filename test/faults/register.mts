import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/*
 * Lets Node itself run the sources of the package, in which imports have no ending: `--import` this, with
 * `--experimental-transform-types`.
 */

// Asked for before there are hooks.
const workflowPackage = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;

registerHooks({
	resolve(specifier, context, next) {
		// n8n loads it as CommonJS. Its ES modules cannot be loaded by Node.
		if (specifier === 'n8n-workflow') {
			return { url: workflowPackage, format: 'commonjs', shortCircuit: true };
		}
		if (!specifier.startsWith('.') || !context.parentURL?.startsWith('file:')) {
			return next(specifier, context);
		}
		const target = fileURLToPath(new URL(specifier, context.parentURL));
		const ending = ['.ts', '/index.ts'].find((each) => existsSync(`${target}${each}`));
		return next(ending ? `${specifier}${ending}` : specifier, context);
	},
});
