import { type Execution, rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand, until } from '../../../harness/n8n/publishedWorkflow.mts';
import { sampleLines, sampleNumber } from '../../../harness/samples/files.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import {
	OPT_OUTS,
	SLICES,
	addToTable,
	rowsOfTable,
} from '../../../harness/samples/sampleTables.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import { ASKING_AGENT } from '../askingAgent.mts';
import type { Facts } from '../facts.mts';
import type { During, SampleTrial } from './trial.mts';

const ID = 'sampleFeeder';
const START = 'Every 2 minutes';
const ADD = 'Add a slice';
const CAMPAIGN = 'Spring campaign';
const MOST_WAITING = 30;
const WITHIN_MS = 240_000;
/** The campaign begins with it: it is that of the user. */
const OWN_NUMBER = '+12125550199';

interface Listed {
	id: string;
	name: string;
	progress: { pending: number };
}

const campaignOf = async (world: SampleWorld): Promise<Listed> => {
	const campaigns = await listOf<Listed>(platformOf(world.sandbox), '/campaigns/');
	const campaign = campaigns.find(({ name }) => name === CAMPAIGN);
	if (!campaign) throw new Error(`There is no ${CAMPAIGN}`);
	return campaign;
};

/** What happens before a slice, and what must come of it: the rule that holds everybody back, or an error. */
interface Step {
	what: string;
	before?(world: SampleWorld): Promise<unknown>;
	after?(world: SampleWorld): Promise<unknown>;
	/** Whether nobody may be sent. */
	isStopped?: true;
	heldBackBy?: string;
	error?: RegExp;
}

/** Enters other dates in the sample. */
async function setHolidays({ rest, ids }: SampleWorld, holidays: string): Promise<void> {
	const { data } = await rest.get(`/workflows/${ids[ID]}`);
	const { nodes, connections, versionId } = data.data;
	for (const { name, parameters } of nodes)
		if (name === ADD) parameters.callingRules.holidays = holidays;
	await rest.patch(`/workflows/${ids[ID]}`, { nodes, connections, versionId });
}

/** Today, and the days beside it: it is another date in other time zones. */
const aroundToday = () =>
	[-1, 0, 1]
		.map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
		.join(', ');

const someDialled = async (world: SampleWorld) => {
	const { pending } = (await campaignOf(world)).progress;
	const isLess = async () => (await campaignOf(world)).progress.pending <= pending - 5;
	if (!(await until(isLess, WITHIN_MS))) throw new Error('The campaign does not dial');
};

/** Numbers of the list, once each, in its order. */
const numbers = [
	...new Set(sampleLines('contacts.csv').flatMap(({ phone }) => sampleNumber(phone) ?? [])),
];
/** Opts out before a slice reaches it. */
let late = '';

/** The numbers of the list that are in the campaign. */
async function fedNumbers(world: SampleWorld): Promise<string[]> {
	const { id } = await campaignOf(world);
	const { data } =
		await world.sandbox.api.get<Array<{ campaign_id: string; phone_number: string }>>('/contacts');
	return data
		.filter(({ campaign_id, phone_number }) => campaign_id === id && numbers.includes(phone_number))
		.map(({ phone_number }) => phone_number);
}

const STEPS: readonly Step[] = [
	{ what: 'the first slice' },
	{ what: 'the start', isStopped: true },
	{ what: 'the next slice', before: someDialled },
	{
		what: 'an opt-out',
		before: async (world) => {
			const fed = await fedNumbers(world);
			late = numbers[numbers.indexOf(fed.at(-1) ?? '') + 2] ?? '';
			const row = { phone: late, name: 'Late', asked_at: '', call_id: '' };
			await addToTable(world.rest, world.ids[OPT_OUTS] ?? '', [row]);
			await someDialled(world);
		},
	},
	{
		what: 'a holiday',
		isStopped: true,
		heldBackBy: 'Holidays',
		before: async (world) => {
			await setHolidays(world, aroundToday());
			await someDialled(world);
		},
		after: async (world) => await setHolidays(world, '2026-12-25'),
	},
	{
		what: 'low credits',
		isStopped: true,
		heldBackBy: 'Keep Credits',
		before: async ({ sandbox }) => await sandbox.api.put('/balance', { credits: 99 }),
		after: async ({ sandbox }) => await sandbox.api.put('/balance', { credits: 100_000 }),
	},
	{ what: 'the slice after it' },
	{
		what: 'a falling answer rate',
		isStopped: true,
		error: /no slice is sent/,
		before: async (world) => {
			const contacts = `/campaigns/${(await campaignOf(world)).id}/contacts`;
			await world.sandbox.api.post(contacts, { count: 60, status: 'no_answer' });
			await someDialled(world);
		},
	},
];

/** How many contacts an execution has sent. */
const sentIn = (execution: Execution) =>
	Number((rowsOf(execution, ADD)[0] ?? {}).contacts_sent ?? 0);

/** What went wrong in the steps of the last run. */
const faults: string[] = [];

async function play(step: Step, world: SampleWorld): Promise<Execution> {
	await step.before?.(world);
	const execution = await executeByHand(world.rest, world.ids[ID] ?? '', START, WITHIN_MS);
	const sent = sentIn(execution);
	const { pending } = (await campaignOf(world)).progress;
	await step.after?.(world);
	const message = execution.data.resultData.error?.message ?? '';
	const held = (rowsOf(execution, 'Write down')[0] ?? {}).held_back_by;
	if ((sent === 0) !== Boolean(step.isStopped)) faults.push(`${step.what}: ${sent} were sent`);
	if (pending > MOST_WAITING) faults.push(`${step.what}: ${pending} wait`);
	if (step.heldBackBy && !String(held).includes(step.heldBackBy))
		faults.push(`${step.what}: held back by ${String(held)}`);
	if (step.error ? !step.error.test(message) : message !== '')
		faults.push(`${step.what}: ${message}`);
	return execution;
}

export const campaignInSlices: SampleTrial = {
	id: ID,
	async prepare({ sandbox }) {
		faults.length = 0;
		await platformOf(sandbox).post('/campaigns/', {
			name: CAMPAIGN,
			agent_id: ASKING_AGENT,
			contacts: [{ phone_number: OWN_NUMBER }],
			// A minute of the sandbox is a second.
			settings: { calls_per_minute: 2 },
		});
	},
	/** Run by hand: the schedule is one of n8n's, and takes two minutes. */
	async start(workflow, world) {
		await workflow.unpublish();
		const executions: Execution[] = [];
		for (const step of STEPS) executions.push(await play(step, world));
		// The last one fails, as it must.
		return executions.filter(({ status }) => status === 'success');
	},
	async facts({ executions, world }: During): Promise<Facts> {
		const fed = await fedNumbers(world);
		const slices = await rowsOfTable<Record<string, string>>(world.rest, world.ids[SLICES]);
		const sent = executions.map(sentIn).filter((count) => count > 0);
		const total = sent.reduce((sum, count) => sum + count, 0);
		return {
			progress: `slices: ${sent.join(', ')}`,
			claims: [
				['contacts', total, fed.length],
				['contacts, once each', total, new Set(fed).size],
				['contacts by the table', slices.reduce((sum, row) => sum + Number(row.sent), 0), total],
				['whether the opt-out was sent', fed.includes(late), false],
				[
					'whether people behind it were',
					fed.some((number) => numbers.indexOf(number) > numbers.indexOf(late)),
					true,
				],
				['slices', sent.length, STEPS.filter(({ isStopped }) => !isStopped).length],
			],
			faults: [...faults],
		};
	},
};
