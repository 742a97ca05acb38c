import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { checkArguments } from '../../../nodes/VoiceAgentFunctionTrigger/argumentCheck';
import { parametersIn } from '../../../nodes/VoiceAgentFunctionTrigger/functionRequest';
import type { FunctionSchema } from '../../../nodes/VoiceAgentFunctionTrigger/schema';
import {
	KINDS,
	schemaOfJson,
	schemaOfTable,
} from '../../../nodes/VoiceAgentFunctionTrigger/schema';
import { testPage } from '../../../nodes/VoiceAgentFunctionTrigger/testPage';
import { runs } from '../../scale.mts';

const FACTS = {
	name: 'check_slots',
	description: 'Returns the free slots of a day',
	agentId: 'agent_0001',
	day: '2026-03-02',
};

const pageOf = (schema: FunctionSchema, more: Partial<typeof FACTS> = {}) =>
	testPage({ ...FACTS, ...more, schema });

const unescaped = (text: string) =>
	text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));

const FIELD = /<(?:input name="([^"]*)"[^>]* value|select name="([^"]*)"><option value)="([^"]*)"/g;

/** What a browser sends when somebody opens the page and presses the button. */
const sentBy = (page: string): IDataObject =>
	Object.fromEntries(
		[...page.matchAll(FIELD)].map(([, input, select, value]) => [
			unescaped(input ?? select ?? ''),
			unescaped(value ?? ''),
		]),
	);

const line = fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, ' '));

const table = fc
	.uniqueArray(
		fc.record({
			name: fc.stringMatching(/^[a-z]\w{0,9}$/).map((name) => `p_${name}`),
			type: fc.constantFrom(...Object.keys(KINDS)),
			description: line,
			required: fc.boolean(),
			choices: fc.array(line, { minLength: 1 }).map((lines) => [...lines, 'None'].join(',')),
		}),
		{ selector: ({ name }) => name, maxLength: 6 },
	)
	.map((rows) => schemaOfTable(rows));

describe('the page of the test URL', () => {
	test('asks a question that starts the workflow, with every parameter filled in', () => {
		fc.assert(
			fc.property(table, (schema) => {
				const given = parametersIn(sentBy(pageOf(schema)), schema);
				expect(Object.keys(given)).toEqual(Object.keys(schema.properties));
				const checked = checkArguments(given, schema);
				const { values } = checked as { values: IDataObject };
				expect(Object.keys(values ?? checked)).toEqual(Object.keys(schema.properties));
			}),
			runs('values'),
		);
	});

	test('fills in what the user wrote into a JSON schema, if that is right', () => {
		const schema = schemaOfJson({
			type: 'object',
			properties: {
				day: { type: 'string', format: 'date' },
				people: { type: 'integer', default: 'many', examples: [4] },
				part: { enum: ['morning', 2] },
				rooms: { type: 'array', default: ['Blue "1"'] },
				guest: { type: 'object' },
				at: { type: 'string', format: 'date-time' },
				note: {},
			},
		});
		expect(parametersIn(sentBy(pageOf(schema)), schema)).toEqual({
			day: '2026-03-02',
			people: '4',
			part: 'morning',
			rooms: '["Blue \\"1\\""]',
			guest: '{}',
			at: '2026-03-02T10:00:00',
			note: 'Example',
		});
	});

	test('has no HTML but its own', () => {
		const tags = (page: string) => page.replace(/"[^"]*"/g, '""').match(/<[^>]*>|"/g);
		const schemaWith = (text: string) =>
			schemaOfJson({
				properties: { [text]: { description: text, default: text }, b: { enum: [text] } },
			});
		const plain = tags(pageOf(schemaWith('x'), { name: 'x', description: 'x', agentId: 'x' }));
		const part = fc.constantFrom('<', '>', '"', "'", '&', '<script>', '" onfocus="', '=', 'a');
		fc.assert(
			fc.property(
				fc.array(part).map((parts) => `x${parts.join('')}`),
				(text) => {
					const page = pageOf(schemaWith(text), { name: text, description: text, agentId: text });
					expect(tags(page)).toEqual(plain);
				},
			),
			runs('values'),
		);
	});
});
