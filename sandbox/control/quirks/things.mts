/** What the rows of a list, or an answer, are about. */
export interface Thing {
	/** `call`, in the singular. */
	noun: string;
	/** `calls` */
	plural: string;
	/** The field that identifies it by the contract; undefined if nothing does. */
	idField: string | undefined;
}

/** What an operation is about, where its tag and its id do not say it. */
const NOUNS: Record<string, string> = {
	getCampaignAnalytics: 'analytics',
	getInvoicePdf: 'invoice',
	listAnalyzedCalls: 'call',
	listCampaignNumbers: 'contact',
	listFieldKeys: 'key',
	listFunctions: 'custom_function',
	listIndustries: 'industry',
	listInvoices: 'invoice',
	listLogins: 'login',
	listNumberPrices: 'price',
	listSubscriptions: 'subscription',
	cancelSubscription: 'subscription',
	resumeSubscription: 'subscription',
	listUseCases: 'use_case',
};

/** `kb_id` names a document. */
const NOUNS_BY_ID: Record<string, string> = { kb_id: 'document', version: 'version' };

/** What an operation of the contract is about. */
export function thingOf({
	operationId,
	tag,
	idField,
}: {
	operationId: string;
	tag: string;
	idField: string | undefined;
}): Thing {
	const noun = NOUNS[operationId] ?? (idField && nounOfId(idField)) ?? singularOf(wordOf(tag));
	return { noun, plural: pluralOf(noun), idField };
}

function nounOfId(idField: string): string | undefined {
	return NOUNS_BY_ID[idField] ?? /^(\w+)_id$/.exec(idField)?.[1];
}

const wordOf = (tag: string) => tag.toLowerCase().replaceAll(/[\s-]+/g, '_');
const singularOf = (word: string) => word.replace(/(?<!s)s$/, '');
const pluralOf = (word: string) =>
	word.endsWith('s') ? word : `${word}s`.replace(/(?<=[^aeo])ys$/, 'ies');
