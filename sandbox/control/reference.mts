import { USERS } from '../domain/seed.mts';
import { SCENARIOS } from '../simulation/scenarios.mts';
import { type ControlEndpoint, ENDPOINTS } from './endpoints.mts';

/** The page `sandbox/reference.md`: everything that the sandbox has, from the lists by which it works. */
export function referencePage(): string {
	const lines = [
		'# What the sandbox has',
		'',
		'<!-- Written by `npm run generate` from sandbox/. Do not edit. -->',
		'',
		'How to use it says [README.md](README.md).',
		'',
		'## Users',
		'',
		...table(
			['User', 'What it is for'],
			USERS.map(({ about, columns }) => [`\`${columns.email}\``, about]),
		),
		'',
		'## The control API',
		'',
		'Below `/sandbox`; JSON, without a login.',
		'',
		...table(
			['Request', 'Fields of the body', 'What it does'],
			ENDPOINTS.map((one) => [`\`${one.request}\``, fieldsOf(one), one.about]),
		),
		'',
		'## Conversations',
		'',
		'Which one a call has depends on the use case of its agent, the seed, the number and the attempt.',
		'',
		...table(
			['Use case', 'Outcome', 'Sentiment', 'Success', 'Summary'],
			SCENARIOS.map(({ useCase, outcome, sentiment, success, summary }) => [
				useCase,
				outcome,
				sentiment,
				success ? 'yes' : 'no',
				summary,
			]),
		),
	];
	return `${lines.join('\n')}\n`;
}

function table(titles: string[], rows: string[][]): string[] {
	const rule = titles.map(() => '---');
	return [titles, rule, ...rows].map(
		(cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
	);
}

const fieldsOf = ({ body = {}, required = [] }: ControlEndpoint) =>
	Object.keys(body)
		.map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
		.join(', ');
