import type { IDataObject, INodeType } from 'n8n-workflow';
import { runNode, type StoredCredential } from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';

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

/** The output of Check Platform for the sandbox. */
export async function checked(
	{ node, credential }: Checker,
	sandbox: Sandbox,
): Promise<IDataObject[]> {
	await sandbox.reset();
	await fillForCheck(sandbox);
	const parameters = { resource: 'platform', operation: 'check', options: {} };
	const items = await runNode({ node, credential: credential(sandbox), parameters });
	return items.map(({ json }) => json);
}

const cell = (value: unknown) => String(value ?? '').replaceAll('|', '\\|');

/** Names in braces would be read as a template by some readers of Markdown, and `<` as a tag. */
const code = (value: unknown) => `<code>${cell(value).replaceAll('<', '&lt;')}</code>`;

/** So many lines are an example: what is to be set, and the first that need nothing. */
const SHOWN = 4;

function tableOf(items: readonly IDataObject[]): string[] {
	const names = Object.keys(items[0] ?? {});
	const shown = items.slice(0, SHOWN);
	return [
		`| ${names.join(' | ')} |`,
		`| ${names.map(() => '---').join(' | ')} |`,
		...shown.map((item) => `| ${names.map((name) => code(item[name])).join(' | ')} |`),
		'',
		`${items.length - shown.length} more rows follow.`,
	];
}

/** The page `docs/internals/check-platform.md`, with what the operation really says about the sandbox. */
export async function checkPlatformPage(checker: Checker, sandbox: Sandbox): Promise<string> {
	const items = await checked(checker, sandbox);
	return `${[...INTRODUCTION, ...tableOf(items)].join('\n')}\n`;
}

const INTRODUCTION = [
	'# Check Platform',
	'',
	'<!-- Written by `npm run generate`: the table is what the operation says about the sandbox. Do not edit. -->',
	'',
	'The API document of the platform leaves much open. This package has one default for each question ([the whole list](api-assumptions.md)). **Check Platform** reads each',
	'list of your platform once, as the nodes read it, and shows what they found. Use it once, before you build workflows, and again when an error says that an answer cannot',
	'be read: **Voice Agent Organization and Users**, _Resource: Platform_, _Operation: Check_.',
	'',
	"![The output of Check Platform in n8n's editor](../images/check-platform.png)",
	'',
	'- It sends GET requests only, one after the other. It changes nothing.',
	'- The output has one item for each endpoint; those with something to set are the first. It has names of fields, counts and words of a status, and no identifier,',
	'  phone number, name or text. You can send it to others, for example in an issue.',
	'- `rows_at` are the names that lead to the rows, `.` is the whole answer. `order` is that of the ten rows that were read. `filled` names the columns with a value in one of them;',
	'  of things that have no columns, the fields.',
	'- A list that your user may not read is no error: its `status` says it. A login that fails is an error.',
	'- A status word that no call has today can occur tomorrow.',
	'',
	'## An example',
	'',
	'The sandbox.',
	'',
];
