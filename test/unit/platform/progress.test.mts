import {
	callIsOver,
	campaignProgress,
	hasAllResults,
} from '../../../nodes/shared/platform/progress';

test.each([
	[{ status: 'completed' }, [], true],
	[{ status: 'in_progress' }, [], false],
	[{}, [], null],
	[{ status: 'Weg' }, ['weg'], true],
	[{ status: 'completed' }, ['weg'], false],
])(
	'whether a call is over, or a poll gives a call that goes on: %j with the words %j: %j',
	(call, words: string[], isOver) => {
		expect(callIsOver(call, words)).toBe(isOver);
	},
);

const talk = { status: 'completed', duration_seconds: 30, transcript: 'Good morning' };

test.each([
	[null, false],
	[{}, false],
	[{ topics: null }, false],
	[{ status: null }, false],
	[{ status: 'in_progress' }, false],
	[{ status: 'processing' }, false],
	[{ status: 'completed' }, true],
	[{ status: 'pending', sentiment: 'unknown' }, false],
	[{ outcome: 'pending', summary: null }, false],
	[{ outcome: 'not interested' }, true],
	['Pending', false],
	[{ status: 'in_progress', topics: ['rent'] }, true],
	['They agreed', true],
])(
	'whether the results of a call are there, or it is emitted without them: a talk with the analysis %j: %j',
	(analysis, isThere) => {
		expect(hasAllResults({ ...talk, analysis })).toBe(isThere);
		expect(hasAllResults({ ...talk, analysis, transcript: null })).toBe(false);
	},
);

test.each([
	[{ status: 'Closed' }, ['closed'], 'finished'],
	[{ status: 'cancelled' }, ['closed'], 'cancelled'],
	[{ status: 'completed' }, ['closed'], 'open'],
	[{}, ['closed'], 'open'],
	[{ status: 'completed' }, [], 'finished'],
	[{ finished_at: '2026-03-02T10:00:00Z' }, [], 'finished'],
	[{ status: 'phase 2', finished_at: '2026-03-02T10:00:00Z' }, [], 'finished'],
	[{ status: 'phase 2', progress_percent: 100 }, [], 'unknown'],
	[{ status: 'phase 2', progress: 120, total: 250 }, [], 'unknown'],
	[{ status: 'phase 2', completed: 10, total: 10, retries_pending: 3 }, [], 'unknown'],
	[{ progress: { completed: 10, total: 10, pending: 0 } }, [], 'unknown'],
	[{ status: 'phase 2' }, [], 'unknown'],
])(
	'a campaign is waited for until it has ended: %j with the words %j is %s',
	(campaign, words: string[], state) => {
		expect(campaignProgress(campaign, words)).toBe(state);
	},
);
