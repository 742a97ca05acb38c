import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { type ListedCall, ownNumbers } from '../../workflows/code/own-numbers.mjs';
import { runs } from '../scale.mts';
import { assignmentsOf, evaluated } from './expressions.mts';

/*
 * What the page of the sample "Weekly report" says, for names and figures as platforms and people write them.
 */

const sample = JSON.parse(readFileSync('workflows/weekly-report.json', 'utf8')) as {
	nodes: INode[];
	connections: IConnections;
};

/** The agents of a week: name, calls, credits. */
type Agents = Array<[name: string | null, calls: unknown, credits: unknown]>;

const named = (name: string) => sample.nodes.find((node) => node.name === name)!;

/** The agents as a platform answers, each with an ID. */
const answerOf = (agents: Agents) => ({
	agents: agents.map(([agent_name, total_calls, total_credits], index) => ({
		...{ agent_id: `agent_${index}`, agent_name, total_calls, total_credits },
		...{ connected_calls: '2', successful_calls: '1', average_duration_seconds: '90' },
	})),
});

interface Given {
	/** Of one day, and of one outcome. */
	calls?: unknown;
	/** What Calls of 14 days returns. */
	ownCalls?: ListedCall[];
}

/** The page for the agents of this week, which had no calls in the week before. */
function pageOf(agents: Agents, { calls = '10', ownCalls = [] }: Given = {}): string {
	const before = {
		'This week': [answerOf(agents)],
		'Two weeks': [answerOf(agents)],
		'Get outcomes': [{ agents: [{ outcomes: { sold: calls } }, { outcomes: { sold: '2' } }] }],
		'Get days': [
			{ days: [{ date: new Date().toISOString().slice(0, 10), calls, connected: calls }] },
		],
		'Get balance': [{ credits: 500 }],
		Scores: [],
	} as Record<string, IDataObject[]>;
	const figures = named('Figures');
	const computed = assignmentsOf(figures).map(({ name, value }) => [
		name,
		evaluated(sample, figures, value, {}, before),
	]);
	const html = `=${String(named('Report').parameters.html)}`;
	const own = { 'Own numbers': [ownNumbers(ownCalls, Date.now())] };
	return String(
		evaluated(sample, named('Report'), html, Object.fromEntries(computed), own as never),
	);
}

/** `client: calls, credits, score` for each line of the page. */
const clientsIn = (page: string): string[] =>
	[...page.matchAll(/<tr><td>(.*?)<\/td>((?:<td>[^<]* <i>[^<]*<\/i><\/td>)+)<\/tr>/g)].map(
		([, client, cells = '']) => {
			const now = [...cells.matchAll(/<td>([^<]*) <i>/g)].map(([, figure]) => figure);
			return `${client}: ${now[0]}, ${now[4]}, ${now[5]}`;
		},
	);

const tilesIn = (page: string) =>
	[...page.matchAll(/<td><b>(.*?)<\/b><br>(.*?)<\/td>/g)].map(([, number, what]) =>
		`${number} ${what}`.replace('&nbsp;', ' '),
	);

/** Agents of these names, each with one call and 1.5 credits. */
const each = (...names: Array<string | null>): Agents => names.map((name) => [name, 1, 1.5]);

test.each<[string, Agents, string[]]>([
	[
		'capitals, and spaces around the colon',
		[
			...each('Harbor Dental: a', 'harbor dental: b', 'Harbor Dental:c', ' HARBOR DENTAL : d'),
			...each('Harbor Dental：e', 'Harbor  Dental: f', 'Harbor\u00A0Dental\t: g', 'Harbor Dental'),
		],
		['Harbor Dental: 8, 12, –'],
	],
	[
		'accents in one sign or two',
		each('Café Müller: a', 'Cafe\u0301 Mu\u0308ller: b'),
		['Café Müller: 2, 3, –'],
	],
	[
		'two clients, and an agent without a colon',
		each('Harbor Dental: a', 'Harbor Books: a', 'Reception'),
		['Harbor Dental: 1, 1.5, –', 'Harbor Books: 1, 1.5, –', 'Reception: 1, 1.5, –'],
	],
	[
		'no name, and none before the colon',
		each(null, '', ': a'),
		['agent_0: 1, 1.5, –', 'agent_1: 1, 1.5, –', 'agent_2: 1, 1.5, –'],
	],
])('%s', (_what, agents, expected) => {
	const page = pageOf(agents);
	expect(clientsIn(page)).toEqual(expected);
	expect(page).not.toMatch(/NaN|undefined/);
});

test('what is no number is left out of the sums, and the page says so', () => {
	const page = pageOf(
		[
			['Harbor <Dental>: a', 'n/a', '12.5'],
			['Harbor Dental: b', 2, undefined],
		],
		{ calls: 'many' },
	);
	expect(tilesIn(page).slice(0, 1)).toEqual(['2 calls']);
	expect(page).toContain(
		'<p>Not counted, because it is no number: total_calls of Harbor &lt;Dental>: a (n/a), ' +
			'total_credits of Harbor Dental: b (empty)</p>',
	);
	expect(page).not.toContain('NaN');
});

test('whatever a platform sends as a figure, the page shows the sum of the numbers in it', () => {
	const whole = fc.nat({ max: 10_000 });
	const figure = fc.oneof(
		whole,
		whole.map(String),
		whole.map((value) => ` ${value}.5 `),
		fc.constantFrom(null, '', ' ', 'n/a', '1 credit', '1,250', '#N/A', 'ten', {}, [], undefined),
	);
	const valueOf = (given: unknown) =>
		['number', 'string'].includes(typeof given) && /^\s*\d+(\.5)?\s*$/.test(String(given))
			? Number(given)
			: 0;
	fc.assert(
		fc.property(fc.array(figure, { minLength: 1, maxLength: 5 }), (given) => {
			const page = pageOf(given.map((value) => ['Harbor Dental: a', value, value]));
			const sum = given.map(valueOf).reduce((all, value) => all + value, 0);
			expect(clientsIn(page)).toEqual([`Harbor Dental: ${sum}, ${sum}, –`]);
			expect(page).not.toContain('NaN');
			expect(page.includes('Not counted')).toBe(
				given.some((value) => valueOf(value) === 0 && !/^\s*0+\s*$/.test(String(value))),
			);
		}),
		runs('values'),
	);
});

describe('own numbers', () => {
	const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
	const callsOf = (from_number: string, days: number, count: number, status: string) =>
		Array.from({ length: count }, () => ({ from_number, called_at: ago(days), status }));
	/** 200 calls in each of two weeks, of which so many were answered in the last one, and 80 before. */
	const twoWeeks = (number: string, answered: number) => [
		...callsOf(number, 8, 80, 'completed'),
		...callsOf(number, 8, 120, 'busy'),
		...callsOf(number, 1, answered, 'completed'),
		...callsOf(number, 1, 200 - answered, 'busy'),
	];
	const namedIn = (page: string) => /<p class="named"><b>(.*?)<\/b>/.exec(page)?.[1];

	test('each is a row with the interval of its rate, and that of the week before in grey', () => {
		const page = pageOf([], { ownCalls: twoWeeks('+12125550101', 80) });
		expect(page).toContain(
			'<tr class="number"><td>+12125550101</td><td>200 <i>200</i></td><td>80 <i>80</i></td>' +
				'<td>40&nbsp;% (33&nbsp;% to 47&nbsp;%) <i>40&nbsp;% (33&nbsp;% to 47&nbsp;%)</i></td><td></td></tr>',
		);
		expect(namedIn(page)).toBeUndefined();
	});

	test('one that fell while the others did not is named above the table', () => {
		const ownCalls = [...twoWeeks('+12125550101', 20), ...twoWeeks('+12125550102', 80)];
		const page = pageOf([], { ownCalls });
		expect(namedIn(page)).toBe(
			'Answered less often than in the week before, by more than the other numbers: +12125550101',
		);
		expect(page.match(/fell more than the others/g)).toHaveLength(1);
	});

	test.each<[string, ListedCall[], string]>([
		['no call', [{}], '<p>No call with a number of your own.</p>'],
		[
			'a word for a status that is not in the lists',
			callsOf('+12125550101', 1, 2, 'a<b'),
			'<p>Calls that are not counted: 2 with status a&lt;b</p>',
		],
		[
			'calls that cannot be read',
			[{ error: 'No <direction>' }],
			'<p>The calls could not be read: No &lt;direction></p>',
		],
	])('%s: the page says so', (_what, ownCalls, text) => {
		expect(pageOf([], { ownCalls })).toContain(text);
	});
});
