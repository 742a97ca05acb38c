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
		'Nobody has shown the answers of the platform: its document names the requests. So the package is tried with every way to answer that the',
		'document allows. For each, there are two good results: the right rows, or an error that says what was seen and what to set. A wrong row, a missing',
		'row or a wrong value without an error is a fault of this package. [Check Platform](check-platform.md) shows how your platform answers.',
		'',
		'- **The matrix.** The [sandbox](../../sandbox/README.md) has a quirk for each way to answer. Every list, every simplified output, every drop-down, every',
		'  trigger event and the chains Make Call → Get and Create → Start run in each of them. `npm run coverage:api -- --quirks` prints the result.',
		'- **Generated platforms.** `test/platforms` makes random platforms out of many independent choices (shape of answers, names, pages, totals, links,',
		'  identifiers, filters, refusals, forms of values) and reads them with the real nodes. `npm run test:full` reads 20,000 of them.',
		'',
		'## What is refused, and why',
		'',
		'Everything else in the matrix is right.',
		'',
		'| Quirk of the sandbox | What the platform does | Where | Why it is an error |',
		'| --- | --- | --- | --- |',
		...refusals.map(
			({ manner, probe, reason }) =>
				`| \`${manner}\` | ${meaningOf(manner, quirks)} | ${probe ?? 'everywhere'} | ${reason} |`,
		),
		'',
		'## What nobody can tell',
		'',
		'- A platform that gives the same single row for every page looks like one whose list has a single row. It is taken as the whole list.',
		'- A list of which the platform says no total, and whose rows change their order between two pages, can lack rows unnoticed.',
		'- A raw file without a length that is cut off looks like a whole file.',
		'- A date filter that is about another date (the end of a call, an appointment) lets other rows through than those that were asked for.',
		'- A list whose rows have no time cannot be compared with the filters From and To.',
	];
	return `${lines.join('\n')}\n`;
}
