import type { IDataObject } from 'n8n-workflow';
import { RequestFailure, readObject } from '../../shared/http';
import type { ReportRead, Write } from '../../shared/operation';
import { ENTITIES, idOf, underNames } from '../../shared/platform';
import { firstOf, isFilled, ParameterError, readTimestamp } from '../../shared/values';
import type { AgentDocument } from './document';
import { AgentReader, nameOf } from './parts';
import type { Step } from './plan';
import { planOf } from './plan';

/* Carries out a plan, one request after the other. */

const AGENTS = 'GET /agents/';
const VERSIONS = 'GET /agents/{agent_id}/versions';

/** What an item says of a step. */
function rowOf(step: Step, number: number, more: IDataObject): IDataObject {
	const { part, name, action, differences, problem = null } = step;
	return {
		step: number,
		part,
		name: name || null,
		action,
		done: false,
		differences: differences as unknown as IDataObject[],
		problem,
		not_proven: [],
		not_clear: null,
		...more,
	};
}

/** The items of a plan that is not carried out. */
export function planRows(steps: readonly Step[], more: IDataObject): IDataObject[] {
	if (steps.length > 0) return steps.map((step, index) => rowOf(step, index + 1, more));
	const nothing = { part: 'agent', name: '', action: 'none', differences: [] } as const;
	return [rowOf(nothing as unknown as Step, 0, { ...more, message: 'Nothing to do' })];
}

/** The agent with the name of the document; '' if there is none. @throws ParameterError if there are two */
export async function agentNamed(read: ReportRead, document: AgentDocument): Promise<string> {
	const { name } = document.parts.get('agent')?.get('') ?? {};
	if (!isFilled(name)) {
		throw new ParameterError(
			'The document has no name of an agent',
			'Nothing was sent. Add "name" to its part "agent", or choose the agent under \'Apply To\'',
		);
	}
	const rows = await new AgentReader(read).rows(AGENTS, 'agent');
	const found = rows.filter((row) => nameOf(row, 'agent') === String(name));
	if (found.length > 1) {
		throw new ParameterError(
			`The account has ${found.length} agents "${String(name)}"`,
			"Nothing was changed. Choose the agent under 'Apply To', or rename one of them",
		);
	}
	return idOf(found[0] ?? {}, 'agent');
}

/** The newest version of an agent: the one that it says it has, or else the latest by its time; null if neither is clear. */
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

/** Applies one document to one agent. */
export class Application {
	private readonly rows: IDataObject[] = [];
	private readonly steps: Step[] = [];
	private version: string | null = null;

	constructor(
		private readonly read: ReportRead,
		private readonly write: Write,
		private readonly document: AgentDocument,
		private readonly additional: boolean,
		private agentId: string,
	) {}

	/**
	 * @param planned the steps of the plan
	 * @returns an item for each step
	 * @throws RequestFailure for a step that failed. It says how far the run came
	 */
	async run(planned: readonly Step[]): Promise<IDataObject[]> {
		let left = planned;
		if (this.agentId === '') {
			const create = planned.find(({ part }) => part === 'agent');
			if (create) await this.create(create);
			left = await this.plan();
		} else {
			this.version = await newestVersion(new AgentReader(this.read), this.agentId);
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

	private async plan(): Promise<Step[]> {
		const platform = new AgentReader(this.read);
		return await planOf(platform, this.agentId, this.document, this.additional);
	}

	private async create(step: Step): Promise<void> {
		const body = await this.carryOut(step);
		this.agentId = idOf(readObject(body, { entity: 'agent' }), 'agent');
		if (this.agentId === '') this.agentId = await agentNamed(this.read, this.document);
		if (this.agentId !== '') return;
		throw new RequestFailure(
			'The agent was created, but the platform does not show it',
			'Check the agents on the platform, and apply the document again',
			{ reach: 'unknown' },
		);
	}

	/** @returns the answer of the platform; undefined if there is no request */
	private async carryOut(step: Step): Promise<unknown> {
		const { request, action } = step;
		this.steps.push(step);
		const number = this.steps.length;
		if (!request) {
			this.rows.push(rowOf(step, number, {}));
			return undefined;
		}
		const { endpoint, ...asked } = request;
		const ids = { ...asked.ids, agent_id: this.agentId };
		const becomes = action === 'remove' && endpoint.startsWith('DELETE') ? 'deleted' : undefined;
		const { body, notClear } = await this.write(endpoint, { ...asked, ids, becomes }).catch(
			(error: unknown) => this.fail(step, error),
		);
		const done = notClear === undefined ? true : null;
		this.rows.push(rowOf(step, number, { done, not_clear: notClear ?? null }));
		return body;
	}

	private fail({ part, name, action }: Step, error: unknown): never {
		if (!(error instanceof RequestFailure)) throw error;
		const done = this.rows.filter((row) => row.done !== false).length;
		const before = this.version === null ? '' : ` The version before them is ${this.version}.`;
		throw new RequestFailure(
			`${[action, part, name].filter(Boolean).join(' ')}: ${error.message}`,
			`${error.description}. ${done} steps were done before it.${before} Apply the document again: what is done stays, and the rest is done`,
			error.details,
		);
	}

	/** Reads the agent once more, and says of each step what the platform does not show. */
	private async prove(): Promise<void> {
		const left = await this.plan().catch((error: unknown) => {
			if (error instanceof RequestFailure || error instanceof ParameterError) return undefined;
			throw error;
		});
		for (const [index, { part, name, differences }] of this.steps.entries()) {
			const row = this.rows[index];
			if (!row || row.done === false) continue;
			const same = left?.find((step) => step.part === part && step.name === name);
			const open = left ? (same?.differences ?? []) : differences;
			row.not_proven = open.map(({ field }) => field ?? 'all');
			// What the platform shows is clearer than what it answered.
			if (open.length === 0) Object.assign(row, { done: true, not_clear: null });
		}
	}
}
