import { clock } from '../model/clock.mts';
import { generate } from '../model/generate.mts';
import { faultIn } from '../model/search.mts';
import { realTrigger } from '../model/processes.mts';
jest.setTimeout(600_000);
test('survey', async () => {
	const first = Number(process.env.FIRST ?? 1), runs = Number(process.env.RUNS ?? 1000);
	const load = realTrigger();
	const kinds: Record<string, string[]> = {};
	clock.install();
	for (let seed = first; seed < first + runs; seed++) {
		const history = generate(seed, {});
		const m = await faultIn(history, load);
		if (m === undefined) continue;
		const { setup } = history as any;
		const k = [m.replace(/such as .*|row\d+|\d+/gs, '').slice(0, 60), setup.event === 'callEnded' ? 'ended' : 'rows', setup.budgetMs < 40000 ? 'slow' : 'fast'].join(' | ');
		(kinds[k] ??= []).push(String(seed));
	}
	clock.uninstall();
	for (const [k, s] of Object.entries(kinds)) process.stderr.write(`${s.length} ${k}: ${s.slice(0, 12).join(' ')}\n`);
});
