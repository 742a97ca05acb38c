import type { IDataObject } from 'n8n-workflow';
import type { Client, Deed, Doubt } from '../http';
import { RequestFailure, addressOf, checkedDeed, readResult } from '../http';
import { idOf, withReport } from '../platform';
import { ParameterError, isFilled } from '../values';
import { OutdatedVerdict } from './gate';
import type { Job, JobResult } from './job';
import { mayHaveWorked } from './job';

/*
 * Starts the campaign that a request has created. If that fails, the campaign stays: another attempt neither creates
 * nor starts it, and its numbers count as sent.
 */

const ENTITY = 'campaign';
const SUBJECT = 'Start campaign';

/** The error for a campaign that was created, and was not started or may not have been. */
export class NotStarted extends RequestFailure {
	/** @param state what the item has beside the error: the campaign as it was created */
	constructor(
		message: string,
		description: string,
		readonly state: IDataObject,
		isUnknown = false,
	) {
		super(message, description, { arrival: isUnknown ? 'unknown' : 'answered', final: true });
	}
}

const KEPT = 'Do not create it again: its numbers count as sent to a campaign';
const START_IT = 'start it with the operation Start';

/** Why a campaign was not started, if nobody can know which one it is; undefined if its ID is known. */
function namelessFailure({ doubt, items }: JobResult, id: string): NotStarted | undefined {
	if (id !== '') return undefined;
	const what = doubt?.isUnknown ? 'The campaign was or may have been' : 'A campaign was';
	return new NotStarted(
		`${what} created, but not started: the answer of the platform does not say its ID`,
		`${KEPT}. Look for it on the platform, and start it there. ${doubt?.text ?? ''}`.trim(),
		{ ...items[0]?.json, started: false },
	);
}

/** Why a campaign with this ID was not started, or may not have been. */
function startFailure(id: string, error: unknown, created: IDataObject): NotStarted {
	const name = `Campaign "${id}" was created`;
	const state = { campaign_id: id, ...created };
	if (error instanceof OutdatedVerdict) {
		return new NotStarted(
			`${name}, but not started: the time in which its contacts may be called has passed`,
			`${KEPT}. When the 'Calling Rules' allow it, ${START_IT}`,
			{ ...state, started: false },
		);
	}
	const { message = '', description = '' } = error as { message?: string; description?: string };
	const isKnown = error instanceof RequestFailure || error instanceof ParameterError;
	if (isKnown && !mayHaveWorked(error)) {
		return new NotStarted(
			`${name}, but not started: ${message}`,
			`${KEPT}. To call its contacts, ${START_IT}. ${description}`,
			{ ...state, started: false },
		);
	}
	return new NotStarted(
		`${name}, and it is unknown whether it was started: ${message}`,
		`${KEPT}. Look at it on the platform. If it is not started, ${START_IT}. ${description}`,
		{ ...state, started: null },
		true,
	);
}

/** The item of a campaign that was started. What the platform said of its status before is not true any more. */
function startedItem({ output }: Job, created: IDataObject, id: string, answer: IDataObject) {
	const said = idOf(answer, ENTITY) === id ? Object.entries(output.simplify(answer)) : [];
	const row = { ...created, ...(output.isSimplified && 'status' in created && { status: null }) };
	const filled = said.filter(([, value]) => isFilled(value));
	return withReport({ ...row, ...Object.fromEntries(filled) }, { started: true });
}

/**
 * Starts the campaign that a request has created. @throws NotStarted
 * @param onStart called right before each attempt leaves; what it throws ends it
 */
export async function startCreated(
	client: Client,
	job: Job,
	done: JobResult,
	onStart: () => void,
): Promise<JobResult> {
	const { answer = {}, items } = done;
	const id = idOf(answer, ENTITY);
	const nameless = namelessFailure(done, id);
	if (nameless) throw nameless;
	const created = items[0]?.json ?? {};
	const deed: Deed = { subject: SUBJECT, entity: ENTITY, becomes: 'running', existing: [id] };
	try {
		const address = addressOf('PATCH /campaigns/{id}/start', { id });
		const started = await client.send(
			{ ...address, subject: SUBJECT, onStart },
			({ body }): { doubt?: Doubt; said: IDataObject } => ({
				doubt: checkedDeed(body, deed),
				said: readResult(body, { entity: ENTITY, subject: SUBJECT, mayBeOther: true }),
			}),
		);
		const json = startedItem(job, created, id, started.said);
		return { ...done, doubt: done.doubt ?? started.doubt, items: [{ ...items[0], json }] };
	} catch (error) {
		throw startFailure(id, error, created);
	}
}
