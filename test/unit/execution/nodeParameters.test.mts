import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { RunParameters } from '../../../nodes/shared/execution/nodeParameters';

/** A node with these parameters; `resolved` is what n8n makes of each of them for an item. */
function contextOf(
	parameters: IDataObject | undefined,
	resolved: (name: string, index: number) => unknown,
) {
	const asked: string[] = [];
	const context = {
		getNode: () => ({ parameters }),
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, index: number, fallback: unknown) => {
			asked.push(`${name} of ${index}`);
			return resolved(name, index) ?? fallback;
		},
	} as unknown as IExecuteFunctions;
	const run = new RunParameters(context, [], []);
	/** As any reader of a parameter does. */
	const readerOf = (index: number) => {
		const params = run.of([index]);
		return (name: string) => params.addedValue(name);
	};
	return { parameters: { readerOf, of: run.of.bind(run) }, asked };
}

const locator = (value: string) => ({ __rl: true, mode: 'id', value });

test.each([
	['text', 'agent', { agent: 'a1' }],
	['the ID of a thing', 'agent', { agent: locator('a1') }],
	['an option', 'options.agent', { options: { agent: 'a1', other: '={{ $json.x }}' } }],
	['what is not there', 'options.agent', { options: {} }],
])('%s without an expression is read once for all items', (_name, name, written) => {
	const { parameters, asked } = contextOf(written, () => 'a1');
	const values = [0, 1, 2].map((index) => parameters.readerOf(index)(name));
	expect(values).toEqual(['a1', 'a1', 'a1']);
	expect(asked).toEqual([`${name} of 0`]);
});

test.each([
	['text', 'agent', { agent: '={{ $json.id }}' }],
	['the ID of a thing', 'agent', { agent: locator('={{ $json.id }}') }],
	['an option', 'options.agent', { options: { agent: '={{ $json.id }}' } }],
	['anything in a list', 'pairs', { pairs: { pairs: [{ name: 'a', value: '={{ $json.id }}' }] } }],
	['an option of a collection that is one', 'options.agent', { options: '={{ $json }}' }],
	['anything, if n8n does not show what was entered', 'agent', undefined],
])('%s with an expression is read once per item', (_name, name, written) => {
	const { parameters, asked } = contextOf(written, (_asked, index) => `a${index}`);
	for (const index of [0, 1]) {
		const read = parameters.readerOf(index);
		expect([read(name), read(name)]).toEqual([`a${index}`, `a${index}`]);
	}
	expect(asked).toEqual([`${name} of 0`, `${name} of 1`]);
});

test('an object is not shared between items', () => {
	const { parameters } = contextOf({ list: ['a'] }, () => ['a']);
	const [first, second] = [0, 1].map((index) => parameters.readerOf(index)('list') as string[]);
	first?.push('b');
	expect(second).toEqual(['a']);
});

test('what nobody added is asked for with its default, whatever was asked before', () => {
	const { parameters } = contextOf({}, () => undefined);
	const params = parameters.of([0]);
	expect([params.flag('x', true), params.addedValue('x'), params.flag('x')]).toEqual([
		true,
		undefined,
		false,
	]);
});
