import type { Column, Entity, Source, Table } from '../../nodes/shared/platform';

/** What `nodes/shared/platform` says, as the page shows it. */
export interface PlatformNames {
	CALL: Table;
	CAMPAIGN: Table;
	CONTACT: Table;
	TRANSCRIPT: Table;
	ENTITIES: Readonly<Record<string, Entity>>;
	STATUS_FAMILIES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
	OWN_ID_NAMES: readonly string[];
	CREATED_AT: readonly string[];
}

const KINDS: Record<Column['kind'], string> = {
	text: 'text',
	number: 'number',
	time: 'time (ISO 8601, UTC)',
	flag: 'true or false',
	transcript: 'text',
	json: 'JSON text',
	raw: 'as sent',
};

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function namesIn({ parts }: Table, source: Source): string {
	if ('whole' in source) return 'the whole answer';
	if (source.part === undefined) return code(source.names);
	return `in ${code(parts[source.part] ?? [])}: ${code(source.names)}`;
}

function columnRow(table: Table, name: string, column: Column): string {
	const names = column.sources.map((source) => namesIn(table, source)).join('; ');
	const computed = column.derive ? 'computed' : '';
	const source = [names, computed].filter(Boolean).join('; else ');
	return `| \`${name}\` | ${KINDS[column.kind]} | ${column.description} | ${source} |`;
}

function tableSection(title: string, table: Table): string[] {
	const shown = Object.entries(table.columns).filter(([, { isHidden }]) => !isHidden);
	return [
		'',
		`## ${title}`,
		'',
		'| Column | Kind | What it holds | Names on the platform, tried in order |',
		'| --- | --- | --- | --- |',
		...shown.map(([name, column]) => columnRow(table, name, column)),
	];
}

function entityRow(name: string, { ids, labels, hints = [], addedAt = [] }: Entity): string {
	const cells = [ids, labels, hints, addedAt].map((names) => code(names) || '–');
	return `| ${name} | ${cells.join(' | ')} |`;
}

/** The page `docs/columns.md`: every name the package knows for what the platform sends, from `nodes/shared/platform`. */
export function columnsPage(names: PlatformNames): string {
	const {
		CALL,
		CAMPAIGN,
		CONTACT,
		TRANSCRIPT,
		ENTITIES,
		STATUS_FAMILIES,
		OWN_ID_NAMES,
		CREATED_AT,
	} = names;
	const families = Object.entries(STATUS_FAMILIES).flatMap(([title, words]) =>
		Object.entries(words).map(([family, list]) => `| ${title} | ${family} | ${code(list)} |`),
	);
	const lines = [
		'# Columns and names',
		'',
		'<!-- Written by `npm run docs` from nodes/shared/platform. Do not edit. -->',
		'',
		'The API document of the platform shows few names. This page lists every name that the package knows. _Simplify_ returns the columns',
		'below, always the same ones. A column that the platform says nothing about is null (empty).',
		...tableSection('Call', CALL),
		...tableSection('Campaign', CAMPAIGN),
		...tableSection('Contact of a campaign', CONTACT),
		...tableSection('Transcript', TRANSCRIPT),
		'',
		'## Identifiers, labels and times',
		'',
		`An identifier may also be called ${code(OWN_ID_NAMES)} in a row of its own. Drop-downs show the label, and the hint after it. When a row was`,
		`added is read from ${code(CREATED_AT)}, then from the names below.`,
		'',
		'| Row | Identifier | Label | Hint | When it was added |',
		'| --- | --- | --- | --- | --- |',
		...Object.entries(ENTITIES).map(([name, entity]) => entityRow(name, entity)),
		'',
		'## Status words',
		'',
		'Upper and lower case do not matter, nor does a space or a dash in place of `_`. Any other word is unknown.',
		'',
		'| Of | Family | Words |',
		'| --- | --- | --- |',
		...families,
	];
	return `${lines.join('\n')}\n`;
}
