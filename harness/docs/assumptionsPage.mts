import type {
	Assumption,
	CodeReference,
} from '../../nodes/VoiceAgentOrganization/platformCheck/assumptions';

const code = (text: string) => `\`${text}\``;

const reference = ({ path, names = [] }: CodeReference) => [path, ...names].map(code).join(', ');

const isSeen = ({ check }: Assumption) => typeof check === 'function';

function row(assumption: Assumption): string {
	const { question, answer, code: references, override } = assumption;
	const cells = [
		question,
		answer,
		isSeen(assumption) ? 'yes' : 'no',
		references.map(reference).join('; '),
		override || '–',
	];
	return `| ${cells.join(' | ')} |`;
}

/** The page `docs/api-assumptions.md`, from the table that Check Platform uses. */
export function assumptionsPage(assumptions: readonly Assumption[]): string {
	const seen = assumptions.filter(isSeen).length;
	const lines = [
		'# What the API document leaves open, and what this package does',
		'',
		'<!-- Written by `npm run generate` from nodes/VoiceAgentOrganization/platformCheck/assumptions.ts. Do not edit. -->',
		'',
		'The document of the platform says "not shown" in many places. For each of them, this package has a default, accepts the usual alternatives and,',
		'where possible, lets you override it. If your platform is different, this table shows what to change.',
		'',
		`[Check Platform](check-platform.md) compares your platform with this table: ${seen} of ${assumptions.length} rows can be seen by reading.`,
		'',
		'| Not shown | Default, and what is accepted | Check Platform sees it | Where in the code | How to override it |',
		'| --- | --- | --- | --- | --- |',
		...assumptions.map(row),
	];
	return `${lines.join('\n')}\n`;
}
