import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOf } from '../platform.mts';
import { type RecordedCall, countBy, recordedCalls } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

/** Of the tallest bar of each chart, in pixels. */
const TALLEST = 160;
const LONGEST = 400;

/** A call as far as the report looks at it, as the platform's own list has it. */
interface Call {
	status: string;
	credits: number;
	created_at: string;
	analysis: { outcome: string; success: boolean } | null;
}

/** A bar as the page has it. */
interface Bar {
	/** What is shown when the mouse is over it. */
	title: string;
	/** Of its parts together, in pixels. */
	size: number;
}

/** The bars of one chart. @param attribute which one says how much a bar is */
function barsIn(chart: string, attribute: 'width' | 'height'): Bar[] {
	return [...chart.matchAll(/<g><title>(.*?)<\/title>(.*?)<\/g>/gs)].map(([, title, parts]) => ({
		title: String(title),
		size: [...String(parts).matchAll(new RegExp(`<rect [^>]*${attribute}="([\\d.]+)"`, 'g'))]
			.map(([, pixels]) => Number(pixels))
			.reduce((sum, pixels) => sum + pixels, 0),
	}));
}

/** What the bars must be for these counts. */
function expectedBars(counts: Record<string, number>, longest: number): Bar[] {
	const most = Math.max(1, ...Object.values(counts));
	return Object.entries(counts).map(([title, count]) => ({
		title,
		size: (longest * count) / most,
	}));
}

/** Bars as one text, in an order of its own. */
const asText = (bars: readonly Bar[]) =>
	bars
		.map(({ title, size }) => `${title} (${Math.round(size)} px)`)
		.sort()
		.join(', ');

/** What the page must show for these calls. */
function expectedCharts(calls: readonly Call[]): { days: Bar[]; outcomes: Bar[] } {
	const dates = [7, 6, 5, 4, 3, 2, 1, 0].map((ago) =>
		new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10),
	);
	const days = dates.map((date) => {
		const made = calls.filter(({ created_at }) => created_at.startsWith(date));
		const reached = made.filter(isReached).length;
		return [`${date}: ${made.length} calls, ${reached} reached`, made.length];
	});
	const judged = calls.flatMap(({ analysis }) => analysis?.outcome ?? []);
	const outcomes = Object.entries(countBy(judged, (outcome) => outcome));
	return {
		days: expectedBars(Object.fromEntries(days), TALLEST),
		outcomes: expectedBars(
			Object.fromEntries(outcomes.map(([name, count]) => [`${name}: ${count} calls`, count])),
			LONGEST,
		),
	};
}

const isReached = ({ status }: Pick<RecordedCall, 'status'>) => status === 'completed';

/** The large numbers of the page, with what is written below each. */
const tilesIn = (page: string) =>
	[...page.matchAll(/<td><b>(.*?)<\/b><br>(.*?)<\/td>/g)]
		.map(([, number, label]) => `${number?.replace('&nbsp;', ' ')} ${label}`)
		.join(', ');

export const weeklyReport: SampleTrial = {
	id: 'sampleWeeklyReport',
	async facts({ platform, world: { n8n, sandbox } }: During) {
		const { data: balance } = await platform.get('/billing/balance');
		const calls = await listOf<Call>(platform, '/calls');
		const reached = calls.filter(isReached).length;
		const successes = calls.filter((call) => isReached(call) && call.analysis?.success).length;
		const credits = calls.reduce((sum, call) => sum + call.credits, 0);
		const rate = Math.round((100 * successes) / reached);

		const page = readFileSync(join(n8n.filesFolder, 'weekly-report.html'), 'utf8');
		const [days = '', outcomes = ''] = page.match(/<svg.*?<\/svg>/gs) ?? [];
		const expected = expectedCharts(calls);
		return {
			progress: tilesIn(page),
			outcomes: calls.map(({ status }) => status),
			claims: [
				['calls in the list', calls.length, (await recordedCalls(sandbox.api)).length],
				[
					'numbers on the page',
					tilesIn(page),
					`${calls.length} calls, ${reached} reached, ${successes} successes, ${rate} % success rate, ` +
						`${credits} credits used, ${balance.credits} credits left`,
				],
				['chart of the days', asText(barsIn(days, 'height')), asText(expected.days)],
				['chart of the outcomes', asText(barsIn(outcomes, 'width')), asText(expected.outcomes)],
			],
		};
	},
};
