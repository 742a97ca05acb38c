import type { IDataObject } from 'n8n-workflow';
import { RequestFailure, readResult } from '../../shared/http';
import type { TaskRead, Write } from '../../shared/operation';
import { ENTITIES, idOf, underNames } from '../../shared/platform';
import { firstOf, isFilled, ParameterError, readTimestamp } from '../../shared/values';
import type { AgentDocument } from './document';
import type { Step } from './parts';
import { AGENTS, AgentReader, idNamed } from './parts';
import { stepsFor } from './steps';

/* Carries out steps, one request after the other. */

const VERSIONS = 'GET /agents/{agent_id}/versions';

/** What an item says of a step that was not done. */
function stepRow(step: Step, index: number): IDataObject {
	const { part, name, action, problem = null } = step;
	const differences = step.differences as unknown as IDataObject[];
	const entry = { part: part.name, name: name === '' ? null : name };
	return { step: index + 1, ...entry, action, done: false, differences, problem, not_proven: [] };
}

const NOTHING: IDataObject = { step: 0, action: 'none', done: false, problem: null };

/** The items of steps that are not carried out. */
export const stepRows = (steps: readonly Step[], about: IDataObject): IDataObject[] =>
	(steps.length > 0 ? steps.map(stepRow) : [NOTHING]).map((row) => ({ ...row, ...about }));

/** The ID of the agent with the name of the document, or why it cannot be read. */
async function idOfNamed(read: TaskRead, document: AgentDocument): ReturnType<typeof idNamed> {
	const { name } = document.parts.get('agent')?.get('') ?? {};
	return isFilled(name)
		? await idNamed(new AgentReader(read), AGENTS, String(name))
		: { problem: 'The document has no name of an agent' };
}

/** The agent with the name of the document; '' if there is none. @throws ParameterError if it is not clear */
export async function agentNamed(read: TaskRead, document: AgentDocument): Promise<string> {
	const { id, problem, isNone } = await idOfNamed(read, document);
	if (id !== undefined || isNone) return id ?? '';
	throw new ParameterError(`${problem}`, "Nothing was changed. Choose the agent under 'Apply To'");
}

/** The newest version of an agent: the one that it names, or else the latest by its time; null if neither is clear. */
async function newestVersion(platform: AgentReader, agentId: string): Promise<string | null> {
	const rows = await platform.rows(VERSIONS, 'version', agentId);
	const row = await platform.one('GET /agents/{agent_id}', { agent_id: agentId }, 'agent');
	const said = String(underNames(row, ENTITIES.version.ids) ?? '');
	if (rows.some((version) => idOf(version, 'version') === said)) return said;
	const timed = rows.map((version) => ({
		id: idOf(version, 'version'),
		at: readTimestamp(firstOf(version, ENTITIES.version.hints ?? [])) ?? Number.NaN,
	}));
	if (timed.some(({ at }) => Number.isNaN(at))) return null;
	const [newest, second] = timed.sort((one, other) => other.at - one.at);
	return newest && newest.at !== second?.at ? newest.id : null;
}

/** Makes undefined of the failure of a read that a run can do without. @throws any other error */
function unknownIfUnreadable(error: unknown): undefined {
	if (error instanceof RequestFailure || error instanceof ParameterError) return undefined;
	throw error;
}

/** Applies one document to one agent. */
export class Application {
	private readonly rows: IDataObject[] = [];
	private version: string | null = null;
	private isCreated = false;

	constructor(
		private readonly read: TaskRead,
		private readonly write: Write,
		private readonly document: AgentDocument,
		private readonly additional: boolean,
		private agentId: string,
	) {}

	/**
	 * @returns an item for each step
	 * @throws RequestFailure for a step that failed. It says how far the run came
	 */
	async run(steps: readonly Step[]): Promise<IDataObject[]> {
		let left = steps;
		if (this.agentId === '') {
			const create = steps.find(({ part }) => part.name === 'agent');
			if (create) await this.create(create);
			left = await this.stepsLeft().catch((error: unknown) => this.fail('Read agent', error));
		} else {
			const version = newestVersion(new AgentReader(this.read), this.agentId);
			this.version = (await version.catch(unknownIfUnreadable)) ?? null;
		}
		for (const step of left) await this.carryOut(step);
		await this.prove();
		return this.rows.map((row) => ({
			...row,
			agent_id: this.agentId,
			version_before: this.version,
			dry_run: false,
		}));
	}

	private async stepsLeft(): Promise<Step[]> {
		const platform = new AgentReader(this.read);
		return await stepsFor(platform, this.agentId, this.document, this.additional);
	}

	private async create(step: Step): Promise<void> {
		const body = await this.carryOut(step);
		this.isCreated = this.rows.at(-1)?.done === true;
		this.agentId = await this.idOfCreated(body).catch((error: unknown) =>
			this.fail('Read agent', error),
		);
	}

	/** The ID of the agent that was created. @throws RequestFailure if neither the answer nor the list says it */
	private async idOfCreated(body: unknown): Promise<string> {
		const answered = readResult(body, {
			entity: 'agent',
			subject: 'Create agent',
			mayBeOther: true,
		});
		const { id, problem } = isFilled(idOf(answered, 'agent'))
			? { id: idOf(answered, 'agent') }
			: await idOfNamed(this.read, this.document);
		if (id !== undefined) return id;
		throw new RequestFailure(`${problem}`, 'Check the agents on the platform', {
			arrival: 'unknown',
		});
	}

	/** @returns the answer of the platform; undefined if there is no request */
	private async carryOut(step: Step): Promise<unknown> {
		const row = stepRow(step, this.rows.length);
		this.rows.push(row);
		if (!step.request) return undefined;
		const { endpoint, ...asked } = step.request;
		const ids = { ...asked.ids, agent_id: this.agentId };
		const doing = [step.action, step.part.name, step.name].filter(Boolean).join(' ');
		const body = await this.write(endpoint, { ...asked, ids }).catch((error: unknown) =>
			this.fail(doing, error),
		);
		row.done = true;
		return body;
	}

	private fail(doing: string, error: unknown): never {
		const isUnclear = error instanceof ParameterError;
		if (!isUnclear && !(error instanceof RequestFailure)) throw error;
		const done = this.rows.filter((row) => row.done !== false).length;
		const created = this.isCreated ? ' The agent was created: it exists.' : '';
		const before = this.version === null ? '' : ` The version before them is ${this.version}.`;
		throw new RequestFailure(
			`${doing}: ${error.message}`,
			`${error.description}. ${done} steps were done before it.${created}${before} Apply the document again: what is done stays, and the rest is done`,
			isUnclear ? { arrival: 'answered' } : error.details,
		);
	}

	/** Reads the agent once more, and says of each step what the platform does not show. */
	private async prove(): Promise<void> {
		const left = await this.stepsLeft().catch(unknownIfUnreadable);
		for (const row of this.rows.filter(({ done }) => done !== false)) {
			const same = left?.find(
				(step) => step.part.name === row.part && (step.name || null) === row.name,
			);
			const all = row.differences as unknown as Step['differences'];
			const open = left ? (same?.differences ?? []) : all;
			row.not_proven = open.map(({ field }) => field ?? 'all');
		}
	}
}
