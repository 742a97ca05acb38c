import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { Line } from '../../../harness/samples/files.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import { analysisOf } from '../endCall.mts';
import { type RecordedCall, countBy, recordedCalls } from '../report.mts';
import { CALL_SCORES, addToTable, rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import type { During, SampleTrial } from './trial.mts';

/** Of the longest bar of each chart, in pixels. */
const LONGEST = 400;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** A call as far as the report looks at it, as the platform's own list has it. */
interface Call {
	agent_id: string;
	agent_name: string;
	status: string;
	credits: number;
	duration_seconds: number;
	created_at: string;
	analysis: { outcome: string; success: boolean } | null;
}

/** The bars of a chart: the texts on both sides of each, and the pixels of its parts together, in an order of their own. */
const barsIn = (chart: string) =>
	[...chart.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)]
		.map(([, name, parts = '', count]) => {
			const pixels = [...parts.matchAll(/width: ([\d.]+)px/g)].map(([, width]) => Number(width));
			return `${name}: ${count} (${Math.round(sum(pixels))} px)`;
		})
		.sort()
		.join(', ');

/** What the bars must be for these counts. */
const expectedBars = (counts: ReadonlyArray<[title: string, count: number]>) => {
	const most = Math.max(1, ...counts.map(([, count]) => count));
	const pixels = (count: number) => Math.round((LONGEST * count) / most);
	return counts
		.map(([title, count]) => `${title} (${pixels(count)} px)`)
		.sort()
		.join(', ');
};

function expectedDays(calls: readonly Call[]): string {
	const dates = [7, 6, 5, 4, 3, 2, 1, 0].map((ago) =>
		new Date(Date.now() - ago * 24 * HOUR_MS).toISOString().slice(0, 10),
	);
	return expectedBars(
		dates.map((date) => {
			const made = calls.filter(({ created_at }) => created_at.startsWith(date));
			const reached = made.filter(isReached).length;
			return [`${date}: ${made.length} calls, ${reached} reached`, made.length];
		}),
	);
}

const expectedOutcomes = (calls: readonly Call[]) => {
	const judged = calls.flatMap(({ analysis }) => analysis?.outcome ?? []);
	const counts = Object.entries(countBy(judged, (outcome) => outcome));
	return expectedBars(counts.map(([name, count]) => [`${name}: ${count} calls`, count]));
};

const isReached = ({ status }: Pick<RecordedCall, 'status'>) => status === 'completed';
const isSuccess = (call: Call) => isReached(call) && call.analysis?.success === true;

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** The large numbers of the page, with what is written below each. */
const tilesIn = (page: string) =>
	[...page.matchAll(/<td><b>(.*?)<\/b><br>(.*?)<\/td>/g)]
		.map(([, number, label]) => `${number?.replace('&nbsp;', ' ')} ${label}`)
		.join(', ');

/** A client with agents that are named in several ways, and another one that was called only in the week before. */
const CLIENT = 'Harbor View Hotel';
const QUIET_CLIENT = 'Old Mill Books';

/** Two numbers of one agent. Nobody knows yet that people no longer answer the second. */
const STEADY_NUMBER = '+12125550161';
const SCREENED_NUMBER = '+12125550162';
/** Of each of them in a week: enough to tell a fall from chance. */
const CALLS_OF_A_NUMBER = 150;
const MOST_ANSWERED = 60;
const FEW_ANSWERED = 15;

/** A rate or an average as the page has it; a dash if there is nothing to compute it from. */
const orDash = (text: string, count: number) => (count > 0 ? text : '–');

/** What the page must say of these calls and scores, in the order of its columns. */
function figuresOf(calls: readonly Call[], scores: readonly number[]): string[] {
	const reached = calls.filter(isReached);
	const successes = reached.filter(isSuccess).length;
	const seconds = sum(reached.map(({ duration_seconds }) => duration_seconds));
	return [
		String(calls.length),
		String(reached.length),
		orDash(`${Math.round((100 * successes) / reached.length)} %`, reached.length),
		String(Math.round(seconds / 60)),
		String(sum(calls.map(({ credits }) => credits))),
		orDash(String(Math.round(sum(scores) / scores.length)), scores.length),
	];
}

/** Whether a moment is in a week: 0 is the last seven days, 1 the seven days before. */
const isInWeek = (moment: string, week: number) =>
	Math.floor((Date.now() - Date.parse(moment)) / WEEK_MS) === week;

/** One line for each client: each figure of the week, and of the week before. */
function expectedClients(calls: readonly Call[], scores: readonly Line[]): string {
	const lately = calls.filter(({ created_at }) =>
		[0, 1].some((week) => isInWeek(created_at, week)),
	);
	const nameOf = ({ agent_name }: Call) => (agent_name.split(':')[0] ?? '').trim();
	const byClient = Map.groupBy(lately, (call) => nameOf(call).toLowerCase());
	return [...byClient]
		.map(([client, own]) => {
			const agents = new Set(own.map(({ agent_id }) => agent_id));
			const [now = [], before = []] = [0, 1].map((week) =>
				figuresOf(
					own.filter(({ created_at }) => isInWeek(created_at, week)),
					scores
						.filter(({ agent_id, score }) => score && agents.has(agent_id ?? ''))
						.filter(({ called_at }) => isInWeek(called_at ?? '', week))
						.map(({ score }) => Number(score))
						.filter((score) => !Number.isNaN(score)),
				),
			);
			return `${client}: ${now.map((figure, index) => `${figure} (${before[index]})`).join(', ')}`;
		})
		.sort()
		.join('\n');
}

/** The same as the page has it, in small letters: it shows one of the ways in which a client is written. */
const clientsIn = (page: string) =>
	[...page.matchAll(/<tr><td>(.*?)<\/td>((?:<td>[^<]* <i>[^<]*<\/i><\/td>)+)<\/tr>/g)]
		.map(([, client, cells = '']) => {
			const figures = [...cells.matchAll(/<td>([^<]*) <i>([^<]*)<\/i><\/td>/g)].map(
				([, now, before]) => `${now} (${before})`.replaceAll('&nbsp;', ' '),
			);
			return `${client?.toLowerCase()}: ${figures.join(', ')}`;
		})
		.sort()
		.join('\n');

/** Nobody opts out, which other samples would have to find. */
const ANALYSIS = analysisOf('answered', true);

const timeOf = (daysAgo: number) => Date.now() - daysAgo * 24 * HOUR_MS;

/** Gives an agent calls that somebody answered, and each of them a score. */
async function addScoredCalls(
	{ sandbox, rest, ids }: SampleWorld,
	agent_id: string,
	daysAgo: number,
	...scores: string[]
): Promise<void> {
	const created_at = timeOf(daysAgo);
	const calls = { agent_id, created_at, duration_seconds: 75, analysis: ANALYSIS };
	const added = { ...calls, count: scores.length };
	const { data } = await sandbox.api.post<{ call_ids: string[] }>('/calls', added);
	const called_at = new Date(created_at).toISOString();
	const row = { agent_id, called_at, agent: '', answers: '' };
	const rows = data.call_ids.map((call_id, index) => ({
		...{ call_id, ...row },
		score: scores[index] ?? '',
	}));
	await addToTable(rest, ids[CALL_SCORES] ?? '', rows);
}

/** Gives an agent calls from one of its numbers, so many of which were answered. */
async function addCallsFrom(
	{ sandbox: { api } }: SampleWorld,
	agent_id: string,
	from_number: string,
	daysAgo: number,
	answered: number,
): Promise<void> {
	const calls = { agent_id, from_number, created_at: timeOf(daysAgo) };
	const reached = { status: 'completed', analysis: ANALYSIS };
	await api.post('/calls', { ...calls, ...reached, count: answered });
	await api.post('/calls', { ...calls, count: CALLS_OF_A_NUMBER - answered, status: 'no_answer' });
}

/** Adds an agent. @returns its ID */
async function addAgent(platform: AxiosInstance, name: string): Promise<string> {
	return (await platform.post<{ agent_id: string }>('/agents/', { name })).data.agent_id;
}

export const weeklyReport: SampleTrial = {
	id: 'sampleWeeklyReport',
	async prepare(world) {
		const platform = platformOf(world.sandbox);
		const reception = await addAgent(platform, `${CLIENT}: reception`);
		const reminders = await addAgent(platform, `${CLIENT.toLowerCase()}:reminders`);
		const night = await addAgent(platform, `${CLIENT.toUpperCase()} : night`);
		const quiet = await addAgent(platform, `${QUIET_CLIENT}: reception`);
		await addScoredCalls(world, reception, 10, '40', '60', '');
		await addScoredCalls(world, reception, 0.1, '80', '60');
		await addScoredCalls(world, reminders, 0.1, '100');
		await addScoredCalls(world, night, 0.2, 'not scored');
		await addScoredCalls(world, quiet, 9, '20');
		await addCallsFrom(world, reception, STEADY_NUMBER, 9, MOST_ANSWERED);
		await addCallsFrom(world, reception, STEADY_NUMBER, 4, MOST_ANSWERED);
		await addCallsFrom(world, reception, SCREENED_NUMBER, 9, MOST_ANSWERED);
		await addCallsFrom(world, reception, SCREENED_NUMBER, 4, FEW_ANSWERED);
	},
	async facts({ platform, world: { n8n, sandbox, rest, ids } }: During) {
		const { data: balance } = await platform.get('/billing/balance');
		const all = await listOf<Call>(platform, '/calls');
		const calls = all.filter(({ created_at }) => isInWeek(created_at, 0));
		const reached = calls.filter(isReached).length;
		const successes = calls.filter(isSuccess).length;
		const credits = sum(calls.map((call) => call.credits));
		const rate = Math.round((100 * successes) / reached);

		const page = readFileSync(join(n8n.filesFolder, 'weekly-report.html'), 'utf8');
		const [days = '', outcomes = ''] = page.match(/<table class="chart">.*?<\/table>/gs) ?? [];
		return {
			calls: 0,
			progress: tilesIn(page),
			outcomes: calls.map(({ status }) => status),
			claims: [
				['calls in the list', all.length, (await recordedCalls(sandbox.api)).length],
				[
					'numbers on the page',
					tilesIn(page),
					`${calls.length} calls, ${reached} reached, ${successes} successes, ${rate} % success rate, ` +
						`${credits} credits used, ${balance.credits} credits left`,
				],
				['chart of the days', barsIn(days), expectedDays(calls)],
				['chart of the outcomes', barsIn(outcomes), expectedOutcomes(calls)],
				[
					'clients',
					clientsIn(page),
					expectedClients(all, await rowsOfTable(rest, ids[CALL_SCORES])),
				],
				[
					'numbers that people no longer answer',
					/<p class="named">.*: (.*?)<\/b>/.exec(page)?.[1],
					SCREENED_NUMBER,
				],
			],
		};
	},
};
