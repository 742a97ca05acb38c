import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';

/*
 * What the node *Mark* of the sample "Rehearse an agent" makes of what the two models wrote: what nobody can read has not passed.
 */

const { nodes } = JSON.parse(readFileSync('workflows/rehearsal.json', 'utf8')) as {
	nodes: INode[];
};
const code = String(nodes.find(({ name }) => name === 'Mark')?.parameters.jsCode);

interface Row {
	mark: number;
	good_enough: boolean;
	name: string;
	result: string;
	broken: string;
}

interface Given {
	/** Of each caller; the judge's answers, or what came in their place. */
	calls?: unknown[];
	judged?: unknown[];
	rules?: object;
}

const SAID = { text: 'Agent: I am an AI.\nCaller: Goodbye.' };
const answer = (rule: string, kept: unknown = true) => ({ rule, kept, quote: 'I am an AI.' });
const GOOD = [answer('says_ai'), answer('calm')];
const KEPT = { output: { answers: GOOD } };
const answers = (...rows: unknown[]) => ({ judged: [{ output: { answers: rows } }, KEPT] });

/** The rows for two callers. */
function marked({ calls = [SAID, SAID], judged = [KEPT, KEPT], rules }: Given): Row[] {
	const items = (rows: unknown[]) => {
		const all = rows.map((json) => ({ json }));
		return { all: () => all, first: () => all[0] };
	};
	const before: Record<string, unknown> = {
		Rules: items([rules ?? { says_ai: 'It says so.', calm: 'It is calm.' }]),
		Callers: items([{ name: 'angry' }, { name: 'in a hurry' }]),
		Conversation: items(calls),
	};
	const run = new Function('$', '$input', code) as (
		node: (name: string) => unknown,
		input: unknown,
	) => Array<{ json: Row }>;
	return run((name) => before[name], items(judged)).map(({ json }) => json);
}

const [SKIPPED, NONE] = ['not judged, passed', 'not judged, not judged'];
const without = { output: { answers: [] } };

test.each<[results: string, mark: number, what: string, given: Given]>([
	['passed, passed', 100, 'every rule is kept', {}],
	['not passed, passed', 50, 'a rule is broken', answers(answer('says_ai', false), answer('calm'))],
	[SKIPPED, 50, 'the judge failed', { judged: [{ error: 'No answer' }, KEPT] }],
	[SKIPPED, 50, 'there are no answers', { judged: [{ output: {} }, KEPT] }],
	[SKIPPED, 50, 'the answers are a text', { judged: [{ output: { answers: 'x' } }, KEPT] }],
	[SKIPPED, 50, 'a rule has no answer', answers(answer('says_ai'))],
	[SKIPPED, 50, 'a rule has two', answers(answer('says_ai'), answer('says_ai'))],
	[SKIPPED, 50, 'a yes and a no', answers(...GOOD, answer('calm', false))],
	[SKIPPED, 50, 'another rule has one', answers(answer('says_ai'), answer('kind'))],
	[SKIPPED, 50, 'a rule that is not asked for, too', answers(...GOOD, answer('kind'))],
	[SKIPPED, 50, 'an answer is a text', answers(answer('says_ai'), answer('calm', 'true'))],
	[SKIPPED, 50, 'an answer is nothing', answers(answer('says_ai'), null)],
	[SKIPPED, 50, 'the call failed', { calls: [{ error: 'No answer' }, SAID] }],
	[SKIPPED, 50, 'the agent said nothing', { calls: [{ text: 'Caller: Hello' }, SAID] }],
	[SKIPPED, 50, 'the caller said nothing', { calls: [{ text: 'Agent: Hello' }, SAID] }],
	[NONE, 0, 'a call is missing', { calls: [SAID] }],
	[NONE, 0, 'a judgement is missing', { judged: [KEPT] }],
	[NONE, 0, 'there are no rules', { rules: {}, judged: [without, without] }],
])('%s, and a mark of %s: %s', (results, mark, _what, given) => {
	const rows = marked(given);
	expect(rows.map(({ result }) => result).join(', ')).toBe(results);
	expect(rows.map((row) => row.mark)).toEqual([mark, mark]);
	expect(rows.map(({ good_enough }) => good_enough)).toEqual([mark === 100, mark === 100]);
});

test('a row says which rules were broken, with what the agent said', () => {
	const [row] = marked(answers(answer('says_ai', false), answer('calm', false)));
	expect(row?.broken).toBe('says_ai: I am an AI.\ncalm: I am an AI.');
});

const named = (name: string) => nodes.find((node) => node.name === name);

test('the draft is applied only with a good mark, or if a person chose it: all else is a dry run', () => {
	expect(named('Apply')?.parameters.dryRun).toBe(
		"={{ $json.good_enough !== true && $json.Decision !== 'Apply it' }}",
	);
	expect(named('Approve')?.parameters).toMatchObject({ resume: 'form' });
});

test('a model that fails does not end the rehearsal', () => {
	for (const name of ['Conversation', 'Judge'])
		expect(named(name)).toMatchObject({ onError: 'continueRegularOutput' });
});
