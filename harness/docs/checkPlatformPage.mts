import type { IDataObject, INodeType } from 'n8n-workflow';
import { runNode, type StoredCredential } from '../n8n/engine.mts';
import type { Sandbox } from '../sandbox.mts';

/** A platform that the page shows the output for. */
interface Example {
	title: string;
	text: string;
	quirks: IDataObject;
}

const EXAMPLES: readonly Example[] = [
	{
		title: 'A platform that answers as expected',
		text: 'The sandbox as it starts. What cannot be seen is left out here.',
		quirks: {},
	},
	{
		title: 'Another platform',
		text:
			'Rows in another envelope, oldest first, at most 40 on a page, identifiers in `id`, times without a time zone, numbers as text, and filters that ' +
			'the platform does not know. The nodes read it correctly, except for what is marked: the filters From and To need another name.',
		quirks: {
			envelope: 'nested',
			order: 'oldest',
			pageCap: 40,
			dateFilter: 'ignored',
			idName: 'id',
			timestamps: 'isoNoZone',
			numbersAsStrings: true,
			errorShape: 'detailList',
		},
	},
	{
		title: 'A platform whose lists cannot be read to their end',
		text: 'It ignores the offset, refuses large pages, sends times in seconds, and its errors are web pages.',
		quirks: {
			envelope: 'array',
			ignoreOffset: true,
			refuseLimitAbove: 100,
			timestamps: 'seconds',
			errorShape: 'html',
		},
	},
];

/** The node and the credential, compiled or not. */
export interface Checker {
	node: INodeType;
	credential: (sandbox: Sandbox) => StoredCredential;
}

/** How long ago the last rows were added. Some lists show recent rows only. */
const AGE_MS = 3_600_000;
const TIMED = ['bookings', 'callbacks', 'calls', 'transfer-events'];
const OTHERS = ['documents', 'custom-functions', 'invoices', 'phone-numbers'];

/** Gives a sandbox with a manual clock the rows that the examples show. */
export async function fillForCheck({ api }: Pick<Sandbox, 'api'>): Promise<void> {
	const { data: state } = await api.get<{ now: string }>('/state');
	const timing = { created_at: Date.parse(state.now) - AGE_MS, spacingSeconds: 60 };
	for (const collection of TIMED) {
		await api.post(`/seed/${collection}`, { count: collection === 'calls' ? 60 : 6, ...timing });
	}
	for (const collection of OTHERS) await api.post(`/seed/${collection}`, { count: 6 });
	await api.post('/seed/campaigns', { count: 1 });
	await api.post('/campaigns/campaign_0001/contacts', { count: 6 });
	await api.put('/campaigns/campaign_0001', { status: 'finished' });
}

/** The output of Check Platform for a platform with these quirks. */
export async function checked(
	{ node, credential }: Checker,
	sandbox: Sandbox,
	quirks: IDataObject,
): Promise<IDataObject[]> {
	await sandbox.reset();
	await fillForCheck(sandbox);
	await sandbox.api.patch('/behaviour', quirks);
	const parameters = { resource: 'platform', operation: 'check', options: {} };
	const items = await runNode({ node, credential: credential(sandbox), parameters });
	return items.map(({ json }) => json);
}

const cell = (value: unknown) => String(value).replaceAll('|', '\\|');

/** Names in braces would be read as a template by some readers of Markdown, and `<` as a tag. */
const found = (value: unknown) => `<code>${cell(value).replaceAll('<', '&lt;')}</code>`;

function tableOf(items: readonly IDataObject[]): string[] {
	return [
		'| assumption | result | found | what_to_do |',
		'| --- | --- | --- | --- |',
		...items.map((item) => {
			const result = item.result === 'does not hold' ? '**does not hold**' : cell(item.result);
			return `| ${cell(item.assumption)} | ${result} | ${found(item.found)} | ${cell(item.what_to_do)} |`;
		}),
	];
}

/** What differs from the first example. */
function differing(items: readonly IDataObject[], first: readonly IDataObject[]): IDataObject[] {
	const before = new Set(first.map((item) => JSON.stringify(item)));
	return items.filter((item) => !before.has(JSON.stringify(item)));
}

/** The page `docs/internals/check-platform.md`, with what the operation really says about the sandbox. */
export async function checkPlatformPage(checker: Checker, sandbox: Sandbox): Promise<string> {
	const outputs: IDataObject[][] = [];
	for (const { quirks } of EXAMPLES) outputs.push(await checked(checker, sandbox, quirks));
	const [first = []] = outputs;
	const shown = outputs.map((items, index) =>
		index === 0
			? items.filter(({ result }) => result !== 'cannot be seen')
			: differing(items, first),
	);
	const sections = EXAMPLES.flatMap(({ title, text, quirks }, index) => [
		'',
		`### ${title}`,
		'',
		text,
		'',
		...(index === 0
			? []
			: [
					`Quirks of the sandbox: \`${JSON.stringify(quirks)}\`. Only rows that differ from the first table:`,
					'',
				]),
		...tableOf(shown[index] ?? []),
	]);
	return `${[...INTRODUCTION, ...sections].join('\n')}\n`;
}

const INTRODUCTION = [
	'# Check Platform',
	'',
	'<!-- Written by `npm run generate`: the tables are what the operation says about the sandbox. Do not edit. -->',
	'',
	'The API document of the platform leaves much open: the shape of lists, names of fields, words for a status. This package has a default for each and',
	'accepts the usual alternatives ([the whole list](api-assumptions.md)). **Check Platform** compares with your platform what can be seen by reading. Use it',
	'once, before you build workflows, and again when an error says that an answer cannot be read.',
	'',
	'Add the node **Voice Agent Organization**, choose _Resource: Platform_ and _Operation: Check_, and run it.',
	'',
	"![The output of Check Platform in n8n's editor](../images/check-platform.png)",
	'',
	'## What it does',
	'',
	'- It sends GET requests only, usually about 45 and at most 60, one after the other: a small page of each list, one list from page to page as Return',
	'  All reads it (20 requests at most), a few calls with a filter, one call, the credit balance, the MFA status, and a call that does not exist. It',
	'  changes nothing. A request that fails and is repeated counts again.',
	'- It says what the operations themselves make of these answers: how the list is read to its end, what identifies its rows, which words are known.',
	'- The output has one item for each assumption that reading shows; those that do not hold are the first. It has names of fields, counts and words of a',
	'  status, and no identifier, phone number, name or text. You can send it to others, for example in an issue.',
	'- A list that your user may not read is no error: the row _Which role may read what_ names it.',
	'- A login that fails and a platform that cannot be reached are errors.',
	'',
	'## How to read it',
	'',
	'| result | Meaning |',
	'| --- | --- |',
	'| holds | The answers are what this package expects, or an alternative that it accepts. Nothing to do |',
	'| **does not hold** | The platform is different. `what_to_do` says what to set, and where |',
	'| cannot be seen | The account has no such row, your user may not read it, or the list is too long to be read here to its end. `what_to_do` says what to set if it is different |',
	'',
	'A small page does not show everything: a status word that no call has today can occur tomorrow. "holds" is about the answers that were read.',
	'',
	'## Examples',
];
