import type { Column, Entity, Source, Table } from '../../nodes/shared/platform';

/** What `nodes/shared/platform` says, as the page shows it. */
export interface PlatformNames {
	CALL: Table;
	CAMPAIGN: Table;
	CAMPAIGN_FIGURES: Table;
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

/** The objects that a part may be, and the lists of which the last entry is read. */
function placesOf({ parts, lists = {} }: Table, part: string): string {
	const objects = code(parts[part] ?? []);
	const names = lists[part]?.names ?? [];
	return names.length > 0 ? `${objects}, the last of ${code(names)}` : objects;
}

function namesIn(table: Table, source: Source): string {
	if ('whole' in source) return 'the whole answer';
	const names = code(source.names) + (source.only ? ` (only ${source.only.means})` : '');
	return source.part === undefined ? names : `in ${placesOf(table, source.part)}: ${names}`;
}

function columnRow(table: Table, column: Column): string {
	const names = column.sources.map((source) => namesIn(table, source)).join('; ');
	const computed = column.derive ? 'computed' : '';
	const source = [names, computed].filter(Boolean).join('; else ');
	return `${KINDS[column.kind]} | ${column.description} | ${source} |`;
}

/** A column with yes where Simplified has it. */
function shownRow(table: Table, name: string, column: Column): string {
	const isMain = !table.main || table.main.includes(name) || column.isOptional;
	return `| \`${name}\` | ${isMain ? 'yes' : ''} | ${columnRow(table, column)}`;
}

function tableSection(title: string, table: Table): string[] {
	const columns = Object.entries(table.columns);
	const hidden = columns.filter(([, { isHidden }]) => isHidden);
	const lines = [
		'',
		`## ${title}`,
		'',
		'| Column | Simplified | Kind | What it holds | Names on the platform, tried in order |',
		'| --- | --- | --- | --- | --- |',
		...columns
			.filter(([, { isHidden }]) => !isHidden)
			.map(([name, column]) => shownRow(table, name, column)),
	];
	if (hidden.length === 0) return lines;
	return [
		...lines,
		'',
		'Also read, to compute the columns above:',
		'',
		'| Kind | What it holds | Names on the platform, tried in order |',
		'| --- | --- | --- |',
		...hidden.map(([, column]) => `| ${columnRow(table, column)}`),
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
		CAMPAIGN_FIGURES,
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
		'<!-- Written by `npm run generate` from nodes/shared/platform. Do not edit. -->',
		'',
		'The API document of the platform shows few names. This page lists every name that the package knows. The parameter _Output_ decides which',
		'columns an item has: _Simplified_ has those with "yes" under Simplified, _All Columns_ has all of them, _Raw_ is the data as the platform sends it.',
		'The columns are always the same ones, in the order in which people read a result: who, the outcome, when, and what it was about; then details, then',
		'identifiers, and a transcript at the very end. _Make Call_ has the columns of a call; Simplified leaves out what is not known before it ends.',
		'',
		'Other lists, such as bookings, callbacks and agents, have no columns of their own: their items have every field that the platform sends, in the',
		'same order: who, when, how it ended; identifiers and long texts last.',
		'',
		'Numbers are rounded: to three digits after the point, and below 1 to three digits, so that 0.8333333 is 0.833 and 0.0125 stays 0.0125. So are',
		'the figures of analytics. Raw does not round.',
		'',
		'A column that the platform says nothing about is null (empty), and so is one whose value cannot be read or may mean something else. Null never',
		'means no: `is_over` is null if nothing proves that a call is over, or that it is not.',
		'',
		'Each name is also read in camelCase: `to_number` as `toNumber`. A part, such as `analysis`, may also be sent as JSON text. Of a list of calls the',
		'last one by its time is read, or the only one.',
		...tableSection('Call', CALL),
		...tableSection('Campaign', CAMPAIGN),
		...tableSection('Contact of a campaign', CONTACT),
		...tableSection('Transcript', TRANSCRIPT),
		...tableSection('Figures of a campaign, for Pause When', CAMPAIGN_FIGURES),
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
		'Upper and lower case do not matter, nor what is between the parts of a word: `no_answer` is also `No Answer`, `no-answer` and `NoAnswer`. A word',
		'may begin with `call_`. Any other word is unknown. Words that may mean either, such as `answered`, are unknown on purpose.',
		'Of a contact, the words of a call count, and those of the contact itself decide more: see _Get Not Reached_.',
		'',
		'| Of | Family | Words |',
		'| --- | --- | --- |',
		...families,
	];
	return `${lines.join('\n')}\n`;
}
