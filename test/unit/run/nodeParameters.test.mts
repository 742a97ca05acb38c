import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { RunParameters } from '../../../nodes/shared/run/nodeParameters';

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

describe('an expression that looks at no single item', () => {
	const SAME_FOR_ALL = [
		"={{ $('Do Not Call').all() }}",
		'={{ $("Do Not Call").all().map((item) => item.json.phone).join() }}',
		"={{ $('Lists').first().json.numbers }}",
		"=+12125550123, {{ $('A').last().json.phone }}, {{ $input.all().length }}",
		'=+12125550123',
		'={{ [1, 2].map((n) => n * 2) }}',
		'=Costs $5, and this is all: $json',
		'={{ `Run ${1 + 1}, this one` }}',
		'={{ $runIndex }} {{ $execution.id }} {{ $workflow.name }} {{ $env.LISTS }}',
		'={{ $if($vars.isTest, 1, 2) }}',
	];
	const MAY_DIFFER = [
		'={{ $json.phone }}',
		"={{ $('Do Not Call').item.json.phone }}",
		"={{ $('Do Not Call').all()[$itemIndex].json.phone }}",
		"={{ $('Do Not Call').all($position) }}",
		"={{ $('A').all().concat($input.item.json.phone) }}",
		'={{ $(`${$json.list}`).all() }}',
		"={{ $('it\\'s').all() }}",
		'={{ $input.all(0).length + $thisItem.json.n }}',
		'={{ $node["A"].json.phone }}',
		'={{ $now.toISODate() }}',
		'={{ DateTime.now().toISODate() }}',
		'={{ new Date().toISOString() }}',
		'={{ [1, 2].randomItem() }}',
		"={{ this['$' + 'json'].phone }}",
		'={{ \\u0024json.phone }}',
		'={{ $variables.a }}',
		'={{ $parameter.toNumber }}',
		'={{ ({ a: this }).a.$json }}',
		'={{ Math["random"]() }}',
		'={{ $json.phone ',
		'={{ "\\}}" + $json.phone }}',
	];

	test.each(SAME_FOR_ALL)('%s is evaluated once for all items', (written) => {
		const { parameters, asked } = contextOf({ text: written }, () => 'a');
		for (const index of [0, 1, 2]) parameters.readerOf(index)('text');
		expect(asked).toEqual(['text of 0']);
	});

	test.each(MAY_DIFFER)('%s may differ: it is evaluated for each item', (written) => {
		// People also write an expression over several lines.
		for (const text of [written, written.replaceAll('{{ ', '{{\n\t').replaceAll(' }}', '\n}}')]) {
			const { parameters, asked } = contextOf({ text }, (_name, index) => `a${index}`);
			expect([0, 1].map((index) => parameters.readerOf(index)('text'))).toEqual(['a0', 'a1']);
			expect(asked).toHaveLength(2);
		}
	});

	test('in a collection that is shared is evaluated once beside another of each item', () => {
		const list = [{ phone: '+12125550123', note: undefined }];
		const { parameters, asked } = contextOf(
			{ rules: { list: SAME_FOR_ALL[0], zone: '={{ $json.tz }}', own: '={{ $json.own }}' } },
			(name, index) => (name === 'rules.list' ? list : `${name} of ${index}`),
		);
		const [first, second] = [0, 1].map(
			(index) => parameters.of([index]).sharedCollection('rules', 'zone') as IDataObject,
		);
		expect(first).toEqual({ list: [{ phone: '+12125550123', note: null }], own: 'rules.own of 0' });
		expect(second).toEqual({ ...first, own: 'rules.own of 1' });
		expect(second?.list).toBe(first?.list);
		expect(asked).toEqual(['rules.list of 0', 'rules.own of 0', 'rules.own of 1']);
		// What n8n gave can change later.
		expect(first?.list).not.toBe(list);
	});

	test.each<[string, IDataObject | undefined, unknown]>([
		['that is one expression', { rules: '={{ $json.rules }}' }, { list: 'x' }],
		['that is one expression without a value', { rules: '={{ $json.rules }}' }, undefined],
		['of which n8n does not show what was entered', undefined, { list: 'x' }],
	])('a collection %s is read as it is, for each item', (_what, written, value) => {
		const { parameters, asked } = contextOf(written, () => value);
		for (const index of [0, 1]) {
			expect(parameters.of([index]).sharedCollection('rules', 'zone')).toEqual(value);
		}
		expect(asked).toEqual(['rules of 0', 'rules of 1']);
	});
});
