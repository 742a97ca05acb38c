import type { Column, Entity, Source, Table } from '../../nodes/shared/platform';

/** What `nodes/shared/platform` says, as the page shows it. */
export interface PlatformNames {
	CALL: Table;
	CAMPAIGN: Table;
	LISTED_CONTACT: Table;
	TRANSCRIPT: Table;
	ENTITIES: Readonly<Record<string, Entity>>;
	STATUS_FAMILIES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
	OWN_ID_NAMES: readonly string[];
	CREATED_AT: readonly string[];
}

const KINDS: Record<Column['kind'], string> = {
	text: 'text',
	number: 'number',
	time: 'time',
	flag: 'yes/no',
	transcript: 'text',
	json: 'JSON text',
	raw: 'as sent',
};

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** What each part may be called, unless it has one name only. */
function partLines(table: Table): string[] {
	const lines = Object.keys(table.parts)
		.map((part) => [part, code(table.parts[part] ?? [])])
		.filter(([part = '', objects]) => objects !== code([part]))
		.map(([part, objects]) => `- **${part}** is any of ${objects}`);
	return lines.length > 0 ? ['', ...lines] : [];
}

function namesOf(source: Source): string {
	if ('whole' in source) return 'the whole answer';
	const { names, only } = source;
	return code(names) + (only ? ` (only ${only.means})` : '');
}

const placeOf = (source: Source) =>
	'whole' in source || source.part === undefined ? 'the row' : `**${source.part}**`;

/** Places with the same names, one after the other, are named together. Long names that a call has under the same column are not repeated. */
function sourcesOf(column: Column, ofCall: Column | undefined): string {
	const groups: Array<{ names: string; places: string[] }> = [];
	for (const source of column.sources) {
		const names = namesOf(source);
		const last = groups.at(-1);
		if (last?.names === names) last.places.push(placeOf(source));
		else groups.push({ names, places: [placeOf(source)] });
	}
	const known = (ofCall?.sources ?? []).map(namesOf);
	const texts = groups.map(({ names, places }) => {
		const shown =
			known.includes(names) && names.length > 60 ? 'the same names as for a call' : names;
		return places.join() === 'the row' ? shown : `in ${places.join(' or ')}: ${shown}`;
	});
	const derived = texts.length > 0 ? 'computed or checked with other columns' : 'computed';
	return [...texts, ...(column.derive ? [derived] : [])].join('; ');
}

/** Each column of a table, those of Simplified in bold. */
function tableSection(title: string, table: Table, call?: Table): string[] {
	const { main, optional = [] } = table;
	const isMain = (name: string) => !main || main.includes(name) || optional.includes(name);
	const rows = Object.entries(table.columns).map(([name, column]) => {
		const own = isMain(name) ? `**\`${name}\`**` : `\`${name}\``;
		const first = column.isHidden ? '–' : own;
		const sources = sourcesOf(column, call?.columns[name]);
		return `| ${first} | ${KINDS[column.kind]} | ${column.description} | ${sources} |`;
	});
	return [
		'',
		`## ${title}`,
		...partLines(table),
		'',
		'| Column | Kind | What it holds | Names on the platform, tried in order |',
		'| --- | --- | --- | --- |',
		...rows,
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
		LISTED_CONTACT,
		TRANSCRIPT,
		ENTITIES,
		STATUS_FAMILIES,
		OWN_ID_NAMES,
		CREATED_AT,
	} = names;
	const { Missed = {} } = STATUS_FAMILIES;
	/** The words of a family. Those of a whole way to be missed are named by it. */
	const wordsOf = (title: string, list: readonly string[]) => {
		const ways = title === 'Missed' ? [] : Object.entries(Missed);
		const whole = ways.filter(([, words]) => words.every((word) => list.includes(word)));
		const named = new Set(whole.flatMap(([, words]) => words));
		const rest = list.filter((word) => !named.has(word));
		return [...whole.map(([way]) => `all of Missed, ${way}`), code(rest)]
			.filter(Boolean)
			.join('; ');
	};
	const families = Object.entries(STATUS_FAMILIES).flatMap(([title, words]) =>
		Object.entries(words).map(
			([family, list]) => `| ${title} | ${family} | ${wordsOf(title, list)} |`,
		),
	);
	const lines = [
		'# Columns and names',
		'',
		'<!-- Written by `npm run generate` from nodes/shared/platform. Do not edit. -->',
		'',
		'Every name that the package knows. The parameter _Output_ decides which columns an item has: _Simplified_ has those in bold, _All Columns_ all of them, _Raw_ is the',
		'data as the platform sends it. Columns with the name – are read only to compute the others. _Make Call_ has the columns of a call.',
		'',
		'- Other lists, such as bookings and agents, have every field that the platform sends: who, when and how it ended first, identifiers and long texts last.',
		'- A column that the platform says nothing about is null (empty), and so is one whose value cannot be read or may mean something else. Null never means no.',
		'- Times are ISO 8601 in UTC. Numbers are rounded to three digits after the point, and below 1 to three digits: 0.833 and 0.0125.',
		'- Each name is also read in camelCase: `toNumber`. A part, such as **analysis**, is an object.',
		...tableSection('Call', CALL),
		...tableSection('Campaign', CAMPAIGN, CALL),
		...tableSection('Contact of a campaign', LISTED_CONTACT, CALL),
		...tableSection('Transcript', TRANSCRIPT, CALL),
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
		'may begin with `call_`, and come after the name of an enum: `CallStatus.NO_ANSWER`. Any other word is unknown.',
		'Words that may mean either, such as `answered`, are unknown on purpose.',
		'',
		'_Get Not Reached_ gives a contact if its status, its outcome or the status of its last call is a word of **Missed**, or if a machine answered: `answered_by:',
		'machine_start`, `disconnection_reason: voicemail_reached`, `in_voicemail: true`. Nobody is given who spoke (a length, an answer, a transcript or a success that no machine',
		'explains; a word of `talked`; an earlier call), whom the campaign still calls, or who says no. A word of no family leaves the contact out, too. Why is said',
		'by a hint, and by `left_out_because` in _Get Many_. _Options → Counts as Not Reached_ shows the words of your campaign, and takes others.',
		'',
		'A call has `opted_out`, and a contact is left out, if the row says no: by the name of a field (`do_not_call: true`) or in a short text ("Please do not call again", "Bitte nicht',
		'mehr anrufen"), in ten languages. [What counts as no](calling-rules.md) is the same everywhere. A text that denies it ("not on the DNC list") leaves `opted_out` empty, and the',
		'contact out.',
		'',
		'| Of | Family | Words |',
		'| --- | --- | --- |',
		...families,
	];
	return `${lines.join('\n')}\n`;
}
