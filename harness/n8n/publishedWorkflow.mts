import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { root } from '../project/project.mjs';
import type { Execution } from './executions.mts';

const POLL_EVERY_MS = 250;
const FIRST_POLL_WITHIN_MS = 60_000;
const RUNNING = ['new', 'running', 'waiting'];

const projectRequire = createRequire(join(root, 'package.json'));
const n8nRequire = createRequire(projectRequire.resolve('n8n/package.json'));
/** How n8n writes executions into its database and its REST answers. */
const { parse: parseFlatted } = n8nRequire('flatted') as { parse: (text: string) => unknown };

interface Listed {
	id: string;
	/** What started it. */
	mode: string;
	status: string;
}

/** One execution with its data, as soon as it is over; undefined while it is running. */
export async function finishedExecution(
	rest: AxiosInstance,
	id: string,
): Promise<Execution | undefined> {
	const { data } = await rest.get(`/executions/${id}`);
	const { status, data: flatted } = data.data;
	if (RUNNING.includes(status)) return undefined;
	// n8n can say that it is over shortly before it has saved what it did.
	const result = parseFlatted(flatted) as Partial<Execution['data']> | undefined;
	return result?.resultData && { status, data: { ...result, resultData: result.resultData } };
}

/** Where the form of an execution is that waits for somebody, below n8n's address; undefined if it does not wait. */
async function waitingForm(rest: AxiosInstance, id: string): Promise<string | undefined> {
	const { data } = await rest.get(`/executions/${id}`);
	const { status, data: flatted } = data.data;
	if (status !== 'waiting') return undefined;
	const { resumeToken = '' } = parseFlatted(flatted) as { resumeToken?: string };
	return `/form-waiting/${id}?signature=${resumeToken}`;
}

/** n8n says that a workflow is published shortly before its form is there. @throws if that takes too long */
export async function untilShown(form: string, withinMs: number): Promise<void> {
	const isShown = async () => (await fetch(form)).ok;
	if (!(await until(isShown, withinMs))) throw new Error(`${form} does not show the form`);
}

/** Sends a form of n8n as its page does. @param values in the order of the fields */
export async function submit(url: string, values: ReadonlyArray<string | File>): Promise<void> {
	const body = new FormData();
	values.forEach((value, index) => body.append(`field-${index}`, value));
	const { status } = await fetch(url, { method: 'POST', body });
	if (status !== 200) throw new Error(`The form answered ${status}`);
}

/**
 * Executes a workflow as the editor's button does, and waits for its end.
 *
 * @param trigger name of the node that it starts from
 * @param fillIn is given the form that it waits for, once: its address below that of n8n
 */
export async function executeByHand(
	rest: AxiosInstance,
	workflowId: string,
	trigger: string,
	withinMs: number,
	fillIn?: (form: string) => Promise<void>,
): Promise<Execution> {
	const { data: workflow } = await rest.get(`/workflows/${workflowId}`);
	const { data: started } = await rest.post(`/workflows/${workflowId}/run`, {
		// n8n 1 takes the workflow from here.
		workflowData: workflow.data,
		triggerToStartFrom: { name: trigger },
	});
	const { executionId } = started.data;
	let execution: Execution | undefined;
	let isFilledIn = false;
	const isFinished = async () => {
		const form = fillIn && !isFilledIn ? await waitingForm(rest, executionId) : undefined;
		if (form) {
			isFilledIn = true;
			await fillIn?.(form);
		}
		execution = await finishedExecution(rest, executionId);
		return execution !== undefined;
	};
	if (!(await until(isFinished, withinMs)) || !execution) {
		throw new Error(`Execution ${executionId} does not end`);
	}
	return execution;
}

interface Details {
	versionId: string;
	active: boolean;
	staticData: unknown;
	/** Of those that are set up. */
	triggerCount: number;
	nodes: Array<{ name: string; parameters: object; webhookId?: string }>;
}

/** A workflow with a trigger on a running n8n, through the REST API that the editor uses. */
export class PublishedWorkflow {
	readonly id: string;
	private readonly rest: AxiosInstance;

	constructor(rest: AxiosInstance, id: string) {
		this.rest = rest;
		this.id = id;
	}

	/** Publishes a workflow that was never active. If its trigger polls, waits until it has done so for the first time. */
	async publish(): Promise<void> {
		const { versionId } = await this.details();
		const { status, data } = await this.rest.post(
			`/workflows/${this.id}/activate`,
			{ versionId },
			{ validateStatus: () => true },
		);
		if (status !== 200) throw new Error(`n8n could not publish ${this.id}: ${data.message}`);
		const { nodes } = await this.details();
		if (!nodes.some(({ parameters }) => 'pollTimes' in parameters)) return;
		// n8n answers before the first poll, and counts triggers after it. What is added in between would be old for the trigger.
		const hasPolled = async () => (await this.details()).triggerCount > 0;
		if (!(await until(hasPolled, FIRST_POLL_WITHIN_MS))) {
			throw new Error(`The trigger of ${this.id} does not poll. n8n's log says why`);
		}
	}

	async unpublish(): Promise<void> {
		await this.rest.post(`/workflows/${this.id}/deactivate`, {});
	}

	/** The workflow as n8n has saved it. */
	async details(): Promise<Details> {
		const { data } = await this.rest.get(`/workflows/${this.id}`);
		return data.data;
	}

	/** Its executions that are over, the earliest first; not those somebody started in the editor. */
	async executions(): Promise<Execution[]> {
		const finished: Execution[] = [];
		for (const { id } of await this.listed()) {
			const execution = await finishedExecution(this.rest, id);
			if (execution) finished.push(execution);
		}
		return finished;
	}

	/** How many of its executions are over, and how many are running. */
	async counts(): Promise<{ over: number; underWay: number }> {
		const listed = await this.listed();
		const underWay = listed.filter(({ status }) => RUNNING.includes(status)).length;
		return { over: listed.length - underWay, underWay };
	}

	private async listed(): Promise<Listed[]> {
		const { data } = await this.rest.get('/executions', {
			params: { filter: JSON.stringify({ workflowId: this.id }), limit: 100 },
		});
		const listed: Listed[] = data.data.results;
		return listed
			.filter(({ mode }) => mode !== 'manual')
			.sort((a, b) => Number(a.id) - Number(b.id));
	}
}

/** Asks again and again. @returns false if it was not so within this time */
export async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		if (await isSo()) return true;
		if (Date.now() > deadline) return false;
		await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
	}
}
