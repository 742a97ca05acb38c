import { noteEmission, notSaved } from '../../../nodes/VoiceAgentTrigger/notSaved';

const keysOf = (node: string, before: string) => [...(notSaved(node, before)?.keys ?? [])];

describe('what was emitted and is not saved', () => {
	test('is known until the state that is saved is another one: only then was it taken', () => {
		noteEmission('one', 'before', ['a'], 1);
		expect(notSaved('one', 'before')).toMatchObject({ at: 1 });
		expect([keysOf('one', 'before'), keysOf('other', 'before')]).toEqual([['a'], []]);
		expect(keysOf('one', 'after')).toEqual([]);
		expect(keysOf('one', 'before')).toEqual([]);
	});

	test('twice in a row is known of both polls: a batch may have had room for some only', () => {
		noteEmission('two', 'before', ['a', 'b'], 1);
		noteEmission('two', 'before', ['b', 'c'], 2);
		expect(keysOf('two', 'before')).toEqual(['a', 'b', 'c']);
		expect(notSaved('two', 'before')).toMatchObject({ at: 2 });
	});

	test('before the state moved on does not count for what is emitted after it', () => {
		noteEmission('three', 'before', ['a'], 1);
		noteEmission('three', 'after', ['b'], 2);
		expect(keysOf('three', 'after')).toEqual(['b']);
	});
});
