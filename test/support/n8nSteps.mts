import { outputOf, rowsOf } from '../../harness/n8n/executions.mts';
import { PACKAGE_NAME } from '../../harness/project/package.mts';
import { SAMPLE_CREDENTIAL } from '../../harness/samples/samples.mts';
import type { NewWorkflow, TestN8n } from '../../harness/n8n/testN8n.mts';

type Parameters = Record<string, unknown>;

/** One node of a workflow that is a chain. */
export interface Step {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: Parameters;
	credentials?: Record<string, { id: string; name: string }>;
	/** Only the first item, so that what follows a list does not happen once for each row. True by default. */
	executeOnce?: boolean;
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
}

type Settings = Partial<Pick<Step, 'executeOnce' | 'onError' | 'credentials'>>;

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** An expression for a field of the output of an earlier step. */
export const from = (step: string, field: string) => `={{ $('${step}').item.json.${field} }}`;

/** For a step that must fail: the reason becomes an item. */
export const mayFail: Settings = { onError: 'continueRegularOutput' };

/** Makes steps of one resource of a node. */
export const stepsOf =
	(node: string, resource: string) =>
	(
		name: string,
		operation: string,
		parameters: Parameters = {},
		settings: Settings = {},
	): Step => ({
		name,
		type: `${PACKAGE_NAME}.${node}`,
		parameters: { resource, operation, ...parameters },
		...settings,
	});

/** A request without the nodes, for what happens on the platform meanwhile. */
export const request = (name: string, method: string, url: string, body?: object): Step => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method,
		url,
		...(body && { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(body) }),
		options: {},
	},
});

/** Items with these fields, for steps that read columns. */
export const items = (name: string, rows: object[]): Step[] => [
	{
		name: `${name} as one`,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }) },
	},
	{
		name,
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'rows', options: {} },
	},
];

/** An item with a file in its binary field `data`. */
export const file = (name: string, fileName: string, content: string): Step[] => [
	{
		name: `${name} as text`,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ content }) },
	},
	{
		name,
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'toText', sourceProperty: 'content', options: { fileName } },
	},
];

const START = 'Start by hand';
const POLL_EVERY_MS = 250;
const isOurs = ({ type }: Step) => type.startsWith(`${PACKAGE_NAME}.`);

/** Operations that work without an account say where the platform is. */
const needsAccount = (step: Step) => isOurs(step) && step.parameters.baseUrl === undefined;

const BY_HAND: Step = { name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} };

/** A workflow of steps in a row, started by hand or by a trigger; those of the package use this credential. */
export function chain(
	name: string,
	steps: readonly Step[],
	credential = SAMPLE_CREDENTIAL,
	start = BY_HAND,
): NewWorkflow {
	const all = [start, ...steps];
	return {
		name,
		nodes: all.map((step, index) => ({
			id: `step-${index}`,
			typeVersion: 1,
			position: [index * 220, 0],
			// A list that has become empty must not end the chain.
			...(index > 0 && isOurs(step) && { executeOnce: true, alwaysOutputData: true }),
			...(needsAccount(step) && { credentials: { voiceAgentApi: credential } }),
			...step,
		})),
		connections: Object.fromEntries(
			steps.map((step, index) => [
				all[index]?.name,
				{ main: [[{ node: step.name, type: 'main', index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' },
	};
}

/** Waits until no call is in progress on the platform. */
export async function untilQuiet({ sandbox }: TestN8n): Promise<void> {
	const isInProgress = ({ status }: { status: string }) => /queued|ringing|progress/.test(status);
	for (;;) {
		const { data: calls } = await sandbox.api.get('/calls');
		if (!calls.some(isInProgress)) return;
		await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
	}
}

/** Runs a chain to its successful end. @returns the output of its steps */
export async function runChain(
	n8n: TestN8n,
	name: string,
	steps: Step[],
	credential = SAMPLE_CREDENTIAL,
) {
	const execution = await n8n.execute(await n8n.createWorkflow(chain(name, steps, credential)));
	const { error, runData } = execution.data.resultData;
	expect([execution.status, error?.message]).toEqual(['success', undefined]);
	expect(steps.filter((step) => !(step.name in runData))).toEqual([]);
	const rows = (step: string): Parameters[] =>
		rowsOf(execution, step).filter((row) => Object.keys(row).length > 0);
	return {
		rows,
		row: (step: string): Parameters => {
			const [row] = rows(step);
			if (!row) throw new Error(`${step} has no output`);
			return row;
		},
		column: (step: string, field: string): unknown[] => rows(step).map((row) => row[field]),
		file: (step: string) => outputOf(execution, step)[0]?.binary?.data,
	};
}
