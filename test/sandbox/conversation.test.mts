import { analysisOf, transcriptOf } from '../../sandbox/simulation/conversation.mts';
import { SCENARIOS } from '../../sandbox/simulation/scenarios.mts';

/** A call that is over, as the sandbox stores it. */
const call = (fields: object) => ({
	call_id: 'call_1',
	agent_name: 'Appointment Setter',
	first_name: null,
	last_name: null,
	variables: '{}',
	created_at: 0,
	duration_seconds: 60,
	...fields,
});

const endings = [
	...SCENARIOS.map((_, scenario) => ({ status: 'completed', scenario })),
	{ status: 'voicemail', scenario: null },
];

test.each(endings)('%j: every sentence is whole, with a name and without one', (ending) => {
	const said = (name: object) => {
		const one = call({ ...ending, ...name });
		return [...transcriptOf(one).map(({ text }) => text), analysisOf(one)!.summary];
	};
	for (const first_name of [null, '', ' ']) {
		for (const text of said({ first_name })) {
			expect(text).toMatch(/^[A-Z].*[.?!]$/);
			expect(text).not.toMatch(/\{|undefined|null| {2}| [,.?!]/);
		}
	}
	const sentences = said({ first_name: 'Zoë', last_name: 'Lee' }).join(' ');
	expect(sentences).toContain('Zoë Lee');
	expect(sentences).not.toContain('The contact');
});
