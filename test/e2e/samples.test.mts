import { nodeTypes } from '../support/nodes.mts';
import { callable, contactRows, leftOut, repeated, unusable } from '../support/n8nContacts.mts';
import { SAMPLE_CREDENTIAL, sampleWorkflows } from '../../scripts/lib/samples.mts';

test('the sample list has 200 rows, of which 12 come back', () => {
	expect(contactRows).toHaveLength(200);
	expect(callable).toHaveLength(188);
	expect(unusable).toHaveLength(8);
	expect(repeated).toHaveLength(4);
	expect(leftOut).toHaveLength(12);
});

test('the sample list rings nobody: every number is kept for fiction', () => {
	for (const { number } of callable) expect(number).toMatch(/^\+1\d{3}55501\d\d$/);
});

test('the sample list has the troubles of real lists', () => {
	const names = callable.map(({ contact }) => `${contact.first_name} ${contact.last_name}`);
	expect(new Set(names).size).toBeLessThan(names.length);
	const cells = contactRows.flatMap((row) => Object.values(row));
	for (const trouble of [/\p{Script=Han}/u, /\p{Emoji_Presentation}/u, /"/, /,/, /\n/, /Ł/, /ñ/]) {
		expect(cells.some((cell) => trouble.test(cell))).toBe(true);
	}
	const spellings = [/^\+1 \d/, /^\(\d{3}\) /, /^\d{3}\./, /^001 /, /^1-/, /^tel:/, /^\d{10}$/];
	for (const spelling of spellings) {
		expect(contactRows.some(({ phone }) => spelling.test(phone))).toBe(true);
	}
});

describe.each(sampleWorkflows(process.cwd()))('$name', ({ id, nodes, ...workflow }) => {
	const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-voice-agent.'));

	test('names only nodes, resources, operations and parameters that the package has', () => {
		expect(ours.length).toBeGreaterThan(0);
		for (const { type, parameters } of ours) {
			const node = nodeTypes[type.split('.')[1] ?? ''];
			const known = new Set(node?.description.properties.map(({ name }) => name));
			expect(Object.keys(parameters).filter((name) => !known.has(name))).toEqual([]);
			const operations = node?.description.properties
				.filter(({ name, displayOptions }) => {
					const resources: unknown[] = displayOptions?.show?.resource ?? [];
					return name === 'operation' && resources.includes(parameters.resource);
				})
				.flatMap(({ options = [] }) => options.map((option) => 'value' in option && option.value));
			expect(operations).toContain(parameters.operation);
		}
	});

	test('holds no data, no account and no credential but the one of the sandbox', () => {
		expect(Object.keys(workflow).sort()).toEqual(
			['active', 'connections', 'name', 'pinData', 'settings', 'tags'].sort(),
		);
		expect(workflow).toMatchObject({ active: false, pinData: {} });
		for (const node of nodes as Array<{ credentials?: object }>) {
			if (node.credentials) expect(node.credentials).toEqual({ voiceAgentApi: SAMPLE_CREDENTIAL });
		}
		expect(id).toMatch(/^sample\w+$/);
	});

	test('is explained, can be started by hand, and every connection leads somewhere', () => {
		const types = nodes.map(({ type }) => type);
		expect(types).toContain('n8n-nodes-base.stickyNote');
		expect(types).toContain('n8n-nodes-base.manualTrigger');
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const { connections } = workflow as unknown as {
			connections: Record<string, { main: Array<Array<{ node: string }>> }>;
		};
		for (const [from, { main }] of Object.entries(connections)) {
			expect(names).toContain(from);
			for (const { node } of main.flat()) expect(names).toContain(node);
		}
	});
});
