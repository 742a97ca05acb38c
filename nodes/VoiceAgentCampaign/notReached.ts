import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import {
	Identity,
	RequestFailure,
	addressOf,
	asNodeError,
	clientFor,
	pagesFetcher,
	readRows,
} from '../shared/http';
import type { ComposedRow, EndpointReader, ListAccess } from '../shared/operation';
import {
	Params,
	alsoMeansDoNotCallOption,
	choiceField,
	numberField,
	switchField,
} from '../shared/operation';
import type { ContactOutcome, Miss, OutcomeScope } from '../shared/platform';
import {
	CONTACT,
	MISSES,
	bestHour,
	cellOf,
	judgedContact,
	wordsOfContact,
} from '../shared/platform';
import { ParameterError, readPhoneNumber } from '../shared/values';

/** The usual ways to be missed, as the editor shows them. */
const USUAL = Object.keys(MISSES) as Miss[];

/** So many contacts of a campaign show which words it has. */
const MOST_CONTACTS = 2_000;

export const notReachedOptions: readonly INodeProperties[] = [
	alsoMeansDoNotCallOption,
	switchField(
		'Best Hour',
		'bestHour',
		'Whether to add the hour in which most people answered, as the analytics of the platform say it for this campaign: best_hour is 0 to 23, and best_hour_time_zone its time zone. Both are empty if the platform does not say them.',
	),
	choiceField(
		'Counts as Not Reached',
		'countsAsNotReached',
		`Which words of this campaign mean that a contact was not reached. Only the chosen ones count. The list shows how many of the first ${MOST_CONTACTS} contacts have each word. Choose from the list, or specify words using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		{
			type: 'multiOptions',
			typeOptions: {
				loadOptionsMethod: 'getContactWords',
				loadOptionsDependsOn: ['campaignId.value'],
			},
			default: USUAL,
		},
	),
	numberField(
		'Max Attempts',
		'maxAttempts',
		'Leave out contacts that this campaign has called this many times, or more. Calls of other campaigns do not count: for them, use Calling Rules.',
		{ typeOptions: { minValue: 1 }, default: 3 },
	),
];

/** The usual words, and those that contacts have, each with the number of contacts that have it. */
function choicesOf(contacts: readonly IDataObject[]): INodePropertyOptions[] {
	const usual = new Map(USUAL.map((miss) => [miss, { count: 0, written: new Set<string>() }]));
	const others = new Map<string, number>();
	for (const contact of contacts) {
		for (const { miss, text } of wordsOfContact(contact)) {
			const found = miss && usual.get(miss);
			if (!found) others.set(text, (others.get(text) ?? 0) + 1);
			else {
				found.count += 1;
				if (text !== miss) found.written.add(text);
			}
		}
	}
	return [
		...[...usual].map(([value, { count, written }]) => ({
			name: `${[value, ...written].join(', ')} (${count})`,
			value,
		})),
		...[...others]
			.sort(([, one], [, other]) => other - one)
			.map(([value, count]) => ({ name: `${value} (${count})`, value })),
	];
}

/** The `methods.loadOptions` of the node: the words of a campaign's contacts. */
export const loadOptions = {
	async getContactWords(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const params = new Params((name) => this.getCurrentNodeParameter(name, { extractValue: true }));
		if (params.text('campaignId') === '') return choicesOf([]);
		try {
			const address = addressOf('GET /campaigns/{id}/numbers', { id: params.id('campaignId') });
			const client = await clientFor(this);
			const request = { ...address, subject: 'Get choices' };
			const pages = pagesFetcher(client, request, { entity: 'contact' });
			const identity = new Identity('contact');
			return choicesOf(await readRows(pages, { wanted: MOST_CONTACTS, identity }));
		} catch (error) {
			throw asNodeError(this.getNode(), error);
		}
	},
};

/** The words that the user chose; undefined for the usual ones. @throws ParameterError if none is chosen */
function countedWords(params: Params): string[] | undefined {
	if (params.addedValue('options.countsAsNotReached') === undefined) return undefined;
	return params.requiredTexts('options.countsAsNotReached');
}

/** The option Max Attempts; undefined if it was not added. @throws ParameterError if it was added without a number */
function maxAttemptsOf(params: Params): number | undefined {
	const value = params.addedValue('options.maxAttempts');
	if (value === undefined) return undefined;
	if (value === null || value === '') {
		throw new ParameterError(
			"'Max Attempts' is empty",
			'Enter a number, check its expression, or remove the option',
		);
	}
	return params.number('options.maxAttempts', 1, 1);
}

/** The person of a row: reached by one row, it is not called because of another. Undefined if the row names nobody. */
function personOf(contact: IDataObject): string | undefined {
	const written =
		cellOf(CONTACT, contact, 'contact_number') ?? cellOf(CONTACT, contact, 'contact_id');
	const number = readPhoneNumber(written);
	return written === null ? undefined : typeof number === 'string' ? number : String(written);
}

/** The most signs that a hint names. */
const MOST_SIGNS = 10;

/**
 * The most frequent reasons why contacts were left out that look as if they were to be called again; '' without any.
 */
function signsInWords(signs: ReadonlyMap<string, ReadonlySet<string>>): string {
	if (signs.size === 0) return '';
	const all = [...signs].sort(([, one], [, other]) => other.size - one.size);
	const shown = all.slice(0, MOST_SIGNS).map(([sign, { size }]) => `${size} × ${sign}`);
	const more = all.length > MOST_SIGNS ? `, and ${all.length - MOST_SIGNS} other reasons` : '';
	return `Left out: ${shown.join(', ')}${more}.`;
}

/** What is said of the contacts if nobody is called again, and nothing looked as if. */
const ENDS_IN_WORDS: Readonly<Partial<Record<ContactOutcome, string>>> = {
	other: 'was reached',
	open: 'is still called by the campaign',
	missed: "was called as often as 'Max Attempts' allows",
	not_to_call: 'must not be called',
	unknown: 'has no result',
};

/** Why no contact is returned, as a sentence. */
function endsInWords(ends: ReadonlySet<ContactOutcome>): string {
	if (ends.size === 0) return 'The campaign has no contacts.';
	if (ends.size === 1 && ends.has('other')) {
		return "All contacts were reached, by the platform's words.";
	}
	const said = Object.entries(ENDS_IN_WORDS).filter(([end]) => ends.has(end as ContactOutcome));
	return `Nobody is to be called again: each contact ${said.map(([, words]) => words).join(', or ')}.`;
}

const notSaid = (message: string, advice: string) =>
	new RequestFailure(message, advice, { arrival: 'answered', final: true });

/** What is asked about contacts, and whether the platform answered for any. If not, an empty result would look true. */
class AskedOfContacts {
	private isAsked = false;
	private isAnswered = false;

	constructor(private readonly failure: RequestFailure) {}

	/** @param answer undefined if the platform does not say it */
	note(answer: boolean | undefined): boolean {
		this.isAsked = true;
		this.isAnswered ||= answer !== undefined;
		return answer === true;
	}

	/** @throws RequestFailure if it was asked and never answered */
	check(): void {
		if (this.isAsked && !this.isAnswered) throw this.failure;
	}
}

/** Which contacts of one list were called and not reached, and may be called again. */
class NotReached {
	private readonly scope: OutcomeScope;
	private readonly maxAttempts?: number;
	private readonly isMissed = new AskedOfContacts(
		notSaid(
			"The platform's words do not say which contacts were not reached",
			"Set Options → 'Counts as Not Reached': its list shows the words of this campaign. Choose those that mean not reached",
		),
	);
	private readonly isBelowMax = new AskedOfContacts(
		notSaid(
			'The platform does not say how often contacts were called',
			"Remove Options → 'Max Attempts'. To limit the calls to a number, use 'Calling Rules' → 'Max Calls per Person' in the node that calls",
		),
	);
	/** Whom at least one row says that they are not to be called again. */
	private readonly left = new Set<string>();
	/** What became of the contacts, each once. */
	private readonly ends = new Set<ContactOutcome>();
	/** Which rows look as if somebody was to be called again, by what is against it. */
	private readonly signs = new Map<string, Set<string>>();

	/** @throws ParameterError */
	constructor(params: Params) {
		this.scope = {
			counted: countedWords(params),
			ownWords: params.texts('options.alsoMeansDoNotCall'),
		};
		this.maxAttempts = maxAttemptsOf(params);
	}

	readonly keeps = (contact: IDataObject): boolean => {
		const { outcome, sign } = judgedContact(contact, this.scope);
		if (sign !== undefined) this.noteSign(contact, sign);
		this.ends.add(outcome);
		const isMissed =
			outcome !== 'open' &&
			this.isMissed.note(outcome === 'unknown' ? undefined : outcome === 'missed');
		const isKept = isMissed && this.mayBeTriedAgain(contact);
		const person = personOf(contact);
		if (!isKept && person !== undefined) this.left.add(person);
		return isKept;
	};

	private mayBeTriedAgain(contact: IDataObject): boolean {
		if (this.maxAttempts === undefined) return true;
		const attempts = cellOf(CONTACT, contact, 'attempts');
		return this.isBelowMax.note(
			attempts === null ? undefined : Number(attempts) < this.maxAttempts,
		);
	}

	private noteSign(contact: IDataObject, sign: string): void {
		const rows = this.signs.get(sign) ?? new Set();
		this.signs.set(sign, rows.add(JSON.stringify(contact)));
	}

	/** @throws RequestFailure if the platform does not say what must be known */
	check(): void {
		this.isMissed.check();
		this.isBelowMax.check();
	}

	/** The contacts of whom no other row says that they are not to be called again. */
	whole(contacts: readonly IDataObject[]): IDataObject[] {
		return contacts.filter((contact) => {
			const isLeft = this.left.has(personOf(contact) ?? '');
			if (isLeft) this.noteSign(contact, 'has another row that says otherwise');
			return !isLeft;
		});
	}

	/** @param found how many may be called again */
	hint(found: number): string {
		if (found > 0 || this.signs.size > 0) return signsInWords(this.signs);
		return endsInWords(this.ends);
	}
}

/**
 * The contacts that were called and missed, and may be called again. The list is read to its end: a later row can say
 * that somebody was reached.
 */
export async function notReachedRows(
	{ limit, rows, read, hint }: ListAccess,
	params: Params,
): Promise<ComposedRow[]> {
	const notReached = new NotReached(params);
	const beside = await bestHourColumns(read, params);
	const kept = await rows({ keeps: notReached.keeps });
	notReached.check();
	const found = notReached.whole(kept).slice(0, limit);
	const why = notReached.hint(found.length);
	if (why !== '') hint(why);
	return found.map((row) => ({ row, beside }));
}

/** The best hour, the same for all contacts, if the user wants it. If the analytics cannot be read, there is none. */
async function bestHourColumns(read: EndpointReader, params: Params): Promise<IDataObject> {
	if (!params.flag('options.bestHour')) return {};
	const query = { campaign_id: params.id('campaignId') };
	const answer = await read('GET /analytics/calls/attempts', { query }).catch((error: unknown) => {
		if (error instanceof RequestFailure) return undefined;
		throw error;
	});
	const { hour, timeZone } = bestHour(answer);
	return { best_hour: hour, best_hour_time_zone: timeZone };
}
