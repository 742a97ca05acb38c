import { instructionsOf } from '../../../nodes/shared/platform';

test.each<[object, string | undefined]>([
	[{ instructions: 'Greet' }, 'Greet'],
	[{ instructions: '' }, ''],
	[{ prompt: 'Greet' }, 'Greet'],
	[{ configuration: { system_prompt: 'Greet' } }, 'Greet'],
	[{ instructions: null, config: { prompt: 'Greet' } }, 'Greet'],
	[{ instructions: 'Greet', prompt: 'Other' }, 'Greet'],
	[{ instructions: { text: 'Greet' } }, undefined],
	[{ name: 'Sales' }, undefined],
])('%j: what the agent is told to do', (agent, text) => {
	expect(instructionsOf(agent as never)).toBe(text);
});
