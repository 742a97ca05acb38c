import { sampleOf } from '../scale.mts';
import { FAULTS, type Kind } from './faults.mts';
import { playAll } from './play.mts';
import { scenariosOf } from './table.mts';

/*
 * Meets faults of every kind, each once, with an operation that changes from fault to fault, and then has nothing more to do: the process must end by
 * itself. The judge has no part in it: it needs no verdict, only what is left behind.
 */

const KINDS: readonly Kind[] = ['connections', 'slow', 'bodies', 'statuses', 'redirects', 'tls'];

const scenarios = KINDS.flatMap((kind) =>
	sampleOf('leaves', FAULTS[kind]).flatMap((fault, index) => {
		const all = scenariosOf(kind, fault).map(([, scenario]) => scenario);
		const scenario = all[index % all.length];
		return scenario ? [scenario] : [];
	}),
);
await playAll(scenarios, 12, () => undefined);
console.log(`played ${scenarios.length} scenarios`);
