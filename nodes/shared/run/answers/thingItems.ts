import type { IDataObject } from 'n8n-workflow';
import type { Client, Deed, HttpRequest } from '../../http';
import {
	RequestFailure,
	checkedDeed,
	importCounts,
	madeIdNames,
	readResult,
	refusalIn,
} from '../../http';
import { filledIn, idNamesOf, saysSomething, withReport } from '../../platform';
import { firstOf, isFilled } from '../../values';
import { whatIsGone } from '../failures';
import type { Job, JobResult } from '../job';
import { isAction } from '../job';

/** What a run makes of an answer. */
export type Answered = Pick<JobResult, 'items' | 'answer' | 'doubt'>;

/** What an answer says of a thing that was made, without the identifier of the one that it was made from. */
function withoutOriginal(job: Job, answer: IDataObject): IDataObject {
	const { operation, output } = job;
	if (!makes(job) || !output.isSimplified) return answer;
	const existing = existingIn(job);
	const isOfOriginal = ([name, value]: [string, unknown]) =>
		idNamesOf(operation.entity).includes(name) && existing.includes(String(value));
	return Object.fromEntries(Object.entries(answer).filter((entry) => !isOfOriginal(entry)));
}

/**
 * The object that an answer is about, as the user wants to see it. @throws RequestFailure if a read has no clear one
 */
function answeredObject(
	{ operation, draft, output: { expected } }: Job,
	body: unknown,
): IDataObject {
	const { action: subject, kind } = operation;
	const refusal = kind === 'file' ? refusalIn(body, subject) : undefined;
	if (refusal) throw refusal;
	// JSON beside a file, or with a link to it, can be about anything.
	const mayBeOther = draft.method !== 'GET' || kind === 'file';
	return readResult(body, { ...expected, subject, mayBeOther });
}

/** The thing whose identifier is waited for, or started: also in Raw, which shows all that came. */
const answeredThing = (job: Job, body: unknown): IDataObject => {
	const { output } = job;
	const expected = { ...output.expected, isRaw: false };
	return answeredObject({ ...job, output: { ...output, expected } }, body);
};

/**
 * The row of an answer, as the user wants to see it: with what the request says where the answer does not.
 *
 * @param answer about the thing itself
 */
export function rowOfAnswer(
	{ operation, draft, output: { simplify, isSimplified } }: Job,
	answer: IDataObject,
): IDataObject {
	const row = simplify(answer);
	const echoes = 'echoes' in operation ? operation.echoes : undefined;
	return echoes && isSimplified ? filledIn(row, simplify(draft.body), echoes) : row;
}

/** The output for an answer about one thing. One without a thing, such as `{ message: "started" }`, stays as it is. */
export function objectOutput(job: Job, body: unknown): IDataObject {
	const { operation, draft } = job;
	const { entity } = operation;
	const answer = withoutOriginal(job, answeredObject(job, body));
	const isNamed = isFilled(firstOf(answer, madeIdNames(entity)));
	// A transcript has no identifier: its columns prove it.
	const isRead = draft.method === 'GET' && saysSomething(job.output.simplify(answer));
	const isOther = entity !== undefined && !isNamed && !isRead;
	const row = isOther ? answer : rowOfAnswer(job, answer);
	return withReport({ ...row, ...countsBeside(job, body, row) }, draft.report);
}

/** What the item of an action is, if not what the platform sends. */
const doneBy = ({ operation }: Job) => (operation.kind === 'action' ? operation.answer : undefined);

const makes = ({ operation }: Job): boolean => 'makes' in operation && operation.makes === true;

/** Whether a request sends contacts, in its body or in a file. */
const hasContacts = ({ operation, draft: { body, file } }: Job): boolean =>
	operation.kind === 'calls' && (Array.isArray(body.contacts) || file !== undefined);

/** The identifiers in the path of a request: `c1` in `/campaigns/c1/rerun`. */
const existingIn = ({ draft }: Job): string[] => draft.path.split('/').map(decodeURIComponent);

/** What the request does; undefined if it only reads or asks. */
function deedOf(job: Job): Deed | undefined {
	const { operation, draft, output } = job;
	const { action: subject, entity, kind } = operation;
	if (draft.method === 'GET' || kind === 'read') return undefined;
	const becomes = 'becomes' in operation ? operation.becomes : undefined;
	return {
		subject,
		entity,
		makes: makes(job),
		leadsToCalls: kind === 'calls',
		hasContacts: hasContacts(job),
		becomes: draft.method === 'DELETE' ? 'stopped' : becomes,
		existing: existingIn(job),
		path: output.expected.path,
	};
}

/** What the platform says of contacts that were sent, where the output would not show it. */
function countsBeside(job: Job, body: unknown, row: IDataObject): IDataObject {
	if (!hasContacts(job)) return {};
	const counts = Object.entries(importCounts(body, job.operation.entity));
	return Object.fromEntries(counts.filter(([name]) => !isFilled(row[name])));
}

/** The simple values of an answer about one thing: what is shown beside `cancelled`. */
const simpleFields = (answer: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(answer).filter(([, value]) => typeof value !== 'object'));

/**
 * The item of an answer about one thing, or about an action.
 *
 * @throws RequestFailure if the platform says that it did not do it, or if the answer of a read cannot be read
 */
function answeredItem(job: Job, body: unknown): Answered {
	const { figureRows } = job.output;
	if (figureRows) return { items: figureRows(answeredObject(job, body)).map((json) => ({ json })) };
	const deed = deedOf(job);
	const doubt = deed && checkedDeed(body, deed);
	const done = doneBy(job);
	if (done) {
		const beside = done === 'cancelled' ? simpleFields(answeredObject(job, body)) : {};
		return { items: [{ json: { ...beside, [done]: true } }], doubt };
	}
	const isNamed = !doubt?.isUnclear && !doubt?.isUnknown;
	return {
		items: [{ json: objectOutput(job, body) }],
		doubt,
		...((job.wait || job.startsCreated) && isNamed && { answer: answeredThing(job, body) }),
	};
}

function goneItem(job: Job, error: unknown): Answered {
	const message = whatIsGone(error);
	const done = doneBy(job);
	return { items: [{ json: { ...(done && { [done]: true }), message } }] };
}

/** An error that nobody expected, after a request that does something was sent. */
function failAfterSending({ operation }: Job, error: unknown): never {
	if (error instanceof RequestFailure) throw error;
	const { message } = error as { message?: unknown };
	throw new RequestFailure(
		`It is unknown whether this was carried out: ${String(message)}`,
		`"${operation.action}" was sent, but its answer could not be used. It was not sent again. Check the result on the platform before you repeat it`,
		{ arrival: 'unknown', why: `its answer could not be used. ${String(message)}` },
	);
}

/** Sends a request about one thing, or for an action. @throws RequestFailure */
export async function thingItems(
	client: Client,
	job: Job,
	request: HttpRequest,
): Promise<Answered> {
	return await client
		.send(request, (answer) => answeredItem(job, answer.body))
		.catch((error: unknown) => goneItem(job, error))
		.catch((error: unknown) => {
			if (isAction(job)) return failAfterSending(job, error);
			throw error;
		});
}
