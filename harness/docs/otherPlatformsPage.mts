import type { Quirk } from '../../sandbox/simulation/quirkCatalogue.mts';
import type { Explanation } from '../quirkRefusals.mts';

type Quirks = Readonly<Record<string, Quirk>>;

/** What a manner means: `envelope: hal` → its quirk, and the meaning of the value if the word alone does not say it. */
function meaningOf(manner: string, quirks: Quirks): string {
	const [name = '', value = ''] = manner.split(': ');
	const quirk = quirks[name];
	if (!quirk) throw new Error(`There is no quirk "${name}"`);
	const meaning = quirk.meanings[value];
	return meaning ? `${quirk.about}: ${meaning}` : quirk.about;
}

/** The page `docs/internals/other-platforms.md`: what is tried, and what is refused. */
export function otherPlatformsPage(quirks: Quirks, refusals: readonly Explanation[]): string {
	const lines = [
		'# Platforms that answer in another way',
		'',
		'<!-- Written by `npm run generate` from harness/quirkRefusals.mts and the quirks of the sandbox. Do not edit. -->',
		'',
		'The document of the platform names the requests, and few of the answers. So the package is tried with every way to answer that it allows: the',
		'[sandbox](../../sandbox/reference.md) has a quirk for each. Every list, simplified output, drop-down, trigger event and the chains Make Call → Get and Create → Start run in',
		'each of them (`npm run coverage:api -- --quirks`); `test/platforms` reads random mixtures. A good result is the right rows, or an error that says what was seen and what to set.',
		'',
		'## What is refused, and why',
		'',
		'Everything else is right.',
		'',
		'| What the platform does | Where | Why it is an error |',
		'| --- | --- | --- |',
		...refusals.map(
			({ manner, probe, reason }) =>
				`| ${meaningOf(manner, quirks)} | ${probe ?? 'everywhere'} | ${reason} |`,
		),
		'',
		'## What nobody can tell',
		'',
		'- A platform that gives the same single row for every page looks like one whose list has a single row.',
		'- A list without a total can lack rows unnoticed if its order changes and each page still begins where the one before ended.',
		'- A raw file without a length that is cut off looks like a whole file.',
		'- A date filter may be about another date (the end of a call, an appointment): it lets other rows through than those that were requested.',
		'- A list whose rows have no time cannot be compared with the filters Called After and Called Before.',
	];
	return `${lines.join('\n')}\n`;
}
