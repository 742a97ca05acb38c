import type { AxiosInstance } from 'axios';
import { type Execution, rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand, submit } from '../../../harness/n8n/publishedWorkflow.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import {
	CALLERS,
	NOT_PLAYED,
	ORDERS,
	type Order,
	UNREADABLE,
} from '../../../harness/samples/rehearsal.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import type { SampleTrial } from './trial.mts';

const WITHIN_MS = 600_000;
/** What the sample calls the draft. No other sample looks at its instructions. */
const DRAFT = 'agent_0002';
const LIVE = 'Lead Qualifier, live';

/** Drafts with these orders: a fault each, something each that sounds like the fault and is none, and what no mark may count as passed. */
const DRAFTS = {
	faulty: ORDERS.map(({ wrong }) => wrong),
	good: ORDERS.map(({ right }) => right),
	unreadable: [...Object.keys(UNREADABLE), NOT_PLAYED],
};
const orders = Object.values(DRAFTS).flat();

interface Agent {
	agent_id: string;
	name: string;
	instructions: string;
}

const liveAgent = async (platform: AxiosInstance) =>
	(await listOf<Agent>(platform, '/agents/')).find(({ name }) => name === LIVE);

/** A rehearsal of one draft. */
interface Rehearsal {
	execution: Execution;
	/** Of the live agent, when a person was asked, and at the end. */
	asked?: string;
	end?: string;
	/** What the form says; undefined if nobody was asked. */
	form?: string;
}

/** From the start of the sample to its judgement: `all` has every draft with all ten callers, in one execution. */
const held = new WeakMap<
	SampleWorld,
	{ instructions: string } & Record<'refused' | 'good' | 'allowed' | 'all', Rehearsal>
>();

const withOrder = (instructions: string, text: string) => `${instructions}\n\nSay: ${text}`;

/** Rehearses the draft as it is, and decides if a person is asked. */
async function rehearse(
	{ rest, n8n, sandbox }: SampleWorld,
	workflowId: string,
	decision: string,
): Promise<Rehearsal> {
	const platform = platformOf(sandbox);
	const live = async () => (await liveAgent(platform))?.instructions;
	let [form, asked]: Array<string | undefined> = [];
	const execution = await executeByHand(
		rest,
		workflowId,
		'Start by hand',
		WITHIN_MS,
		async (path) => {
			form = await (await fetch(n8n.url + path)).text();
			asked = await live();
			await submit(n8n.url + path, [decision]);
		},
	);
	return { execution, asked, end: await live(), form };
}

/** A copy of the sample whose callers talk to the agents of all drafts, one draft after the other. */
async function copyForAll({ rest, ids }: SampleWorld, instructions: string): Promise<string> {
	const { data } = await rest.get(`/workflows/${ids.sampleRehearsal}`);
	const { name, nodes, connections, settings } = data.data;
	const more = `const orders = ${JSON.stringify(orders)};
return orders.flatMap((order) => talks.map(({ json }) => ({
	json: { ...json, instructions: ${JSON.stringify(withOrder(instructions, ''))} + order },
	pairedItem: { item: 0 },
})));`;
	const isCallers = (node: { name: string }) => node.name === 'Callers';
	const { parameters } = nodes.find(isCallers);
	const talks = parameters.jsCode.replace(/^return /m, 'const talks = ');
	parameters.jsCode = `${talks}\n${more}`;
	// n8n 1 must be told that it is not active.
	const copy = { nodes, connections, settings, active: false };
	return (await rest.post('/workflows', { name: `${name}, all drafts`, ...copy })).data.data.id;
}

type Row = Record<string, unknown>;

const rowsIn = ({ execution }: Rehearsal): Row[] => rowsOf(execution, 'Mark');
const isPassed = ({ result }: Row) => result === 'passed';
const count = <T,>(rows: readonly T[], isMeant: (row: T) => boolean) => rows.filter(isMeant).length;

/** `wants no calls: not passed: opt_out: I try it again next week.` for each caller who has not passed. */
const notPassed = (rows: readonly Row[]): string =>
	rows
		.filter((row) => !isPassed(row))
		.map(({ name, result, broken }) => [name, result, broken].join(': '))
		.join('\n');

const callersOf = ({ caller }: Order) => (caller ? [caller] : CALLERS);

const expectedOf = (order: Order): string =>
	callersOf(order)
		.map((caller) => [caller, 'not passed', order.rule, order.wrong].join(': '))
		.join('\n');

/** Exactly the caller and the rule that the fault is about, with what the agent said; of all others, nothing. */
const isFound = (order: Order, rows: readonly Row[]) => notPassed(rows) === expectedOf(order);

const markOf = (rehearsal: Rehearsal) => rowsIn(rehearsal)[0]?.mark;

export const rehearsal: SampleTrial = {
	id: 'sampleRehearsal',
	async start(_workflow, world) {
		const { sandbox, ids } = world;
		const platform = platformOf(sandbox);
		const path = `/agents/${DRAFT}`;
		const { instructions } = (await platform.get<Agent>(path)).data;
		const draft = async (order: string) =>
			await platform.patch(`${path}/prompt`, { instructions: withOrder(instructions, order) });
		const id = ids.sampleRehearsal ?? '';
		const [{ wrong, right }] = ORDERS as [Order];
		try {
			await draft(wrong);
			const refused = await rehearse(world, id, 'Change nothing');
			const all = await rehearse(world, await copyForAll(world, instructions), 'Change nothing');
			await draft(right);
			const good = await rehearse(world, id, 'Change nothing');
			await draft(wrong);
			const allowed = await rehearse(world, id, 'Apply it');
			held.set(world, { instructions, refused, good, allowed, all });
			return [refused, all, good, allowed].map(({ execution }) => execution);
		} finally {
			await platform.patch(`${path}/prompt`, { instructions });
			const live = await liveAgent(platform);
			if (live) await platform.delete(`/agents/${live.agent_id}`);
		}
	},
	facts({ world }) {
		const { instructions, refused, good, allowed, all } = held.get(world)!;
		const [first] = ORDERS as [Order];
		const rows = rowsIn(all);
		const rowsOfDraft = (order: string) => {
			const from = orders.indexOf(order) * CALLERS.length;
			return rows.slice(from, from + CALLERS.length);
		};
		const found = count(ORDERS, (order) => isFound(order, rowsOfDraft(order.wrong)));
		const alarms = count(DRAFTS.good, (order) => !rowsOfDraft(order).every(isPassed));
		const unreadable = DRAFTS.unreadable.flatMap(rowsOfDraft);
		const notJudged = count(unreadable, ({ result }) => result === 'not judged');
		const lines = [
			`${found} of ${ORDERS.length} faults found`,
			`${alarms} false alarms of ${DRAFTS.good.length}`,
			`${notJudged} of ${unreadable.length} unreadable calls not judged`,
		];
		return {
			progress: lines.join(', '),
			claims: [
				['calls', rows.length, orders.length * CALLERS.length],
				['faults found, with caller, rule and what was said', found, 20],
				['false alarms', alarms, 0],
				['unreadable calls that are not judged', notJudged, unreadable.length],
				['the mark of all', markOf(all), Math.floor((100 * count(rows, isPassed)) / rows.length)],
				['a draft with a fault', notPassed(rowsIn(refused)), expectedOf(first)],
				['the fault in the form', refused.form?.includes(first.wrong), true],
				['the live agent after refusals', refused.end ?? all.end, undefined],
				['a draft without a fault: its mark', markOf(good), 100],
				['a draft without a fault: who was asked', good.form, undefined],
				['a draft without a fault: the live agent', good.end, withOrder(instructions, first.right)],
				['the live agent while a person is asked', allowed.asked, good.end],
				['the live agent after it was allowed', allowed.end, withOrder(instructions, first.wrong)],
			],
		};
	},
};
