import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Kind } from './faults.mts';

/*
 * Meets faults of every kind, each once, with an operation that changes from fault to fault, and then has nothing more to do: the process must end by
 * itself. The judge has no part in it: it needs no verdict, only what is left behind.
 */

// Asked for before there are hooks.
const workflowPackage = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;

// Node itself runs the sources of the package, in which imports have no ending.
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

const { sampleOf } = await import('../scale.mts');
const { FAULTS } = await import('./faults.mts');
const { playAll } = await import('./play.mts');
const { casesFor } = await import('./table.mts');

const KINDS: readonly Kind[] = ['connections', 'slow', 'bodies', 'statuses', 'redirects', 'tls'];

const scenarios = KINDS.flatMap((kind) =>
	sampleOf('leaves', FAULTS[kind]).map((fault, index) => {
		const cases = casesFor(kind, fault);
		return cases[index % cases.length]![1];
	}),
);
await playAll(scenarios, 12, () => undefined);
console.log(`played ${scenarios.length} scenarios`);
