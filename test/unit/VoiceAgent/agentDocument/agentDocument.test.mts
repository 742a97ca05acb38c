import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { lineDifference } from '../../../../nodes/VoiceAgent/agentDocument/documentValues';
import { manners as platformManners } from '../../../platform/drawing.mts';
import { runs } from '../../../scale.mts';
import { type Agent, AgentPlatform, type Manner, TOOLS, VOICES, runOn } from './agentPlatform.mts';

/*
 * Agents as documents, on generated platforms. Who trusts them with an agent that speaks to customers loses it if one of these properties fails.
 */

const PIN = 4711;
/** What no document and no item may show, nor the number alone. */
const SECRET = `canary${PIN}`;

/** What a reader of an agent's parts refuses, or cannot know. */
const told = platformManners({ envelope: { empty: ['204'] }, single: { kind: ['empty'] } });
const manners: fc.Arbitrary<Manner> = fc.record({
	envelope: told.envelope,
	single: told.single,
	isCamel: fc.boolean(),
	showsEmpty: fc.boolean(),
	showsAllTools: fc.boolean(),
	hidden: fc.constant([]),
	isNewestFirst: fc.boolean(),
	hidesKeys: fc.boolean(),
	hasReturns: fc.boolean(),
	showsCreated: fc.boolean(),
	isText: fc.boolean(),
	isNested: fc.constant(false),
});
/** Fields that a platform may take and never show. */
const HIDEABLE = [
	...['industry', 'language', 'instructions', 'prompt', 'outcomes'],
	...['description', 'method', 'headers', 'parameters', 'configuration'],
];
const someHidden = fc.subarray(HIDEABLE, { minLength: 1 });

const texts = fc.oneof(
	fc.constantFrom('Greet {{first_name}}.\nBe kind.', 'Greet.\r\nBe kind.\n', 'A: ü "x"'),
	fc.lorem({ mode: 'sentences', maxCount: 3 }),
);
const optional = <T,>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });

/** Headers with a secret, as platforms may have them. */
const headerForms = [
	{ 'x-any': SECRET },
	`{"x-any":"${SECRET}"}`,
	`x-any: ${SECRET}`,
	[`x-any: ${SECRET}`],
];

const configurations = fc.record(
	{
		tone: fc.constantFrom('friendly', 'short'),
		slots: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
		deep: fc.constantFrom({ a: { b: 1 }, c: [true] }, { c: [true], a: { b: 1 } }, {}),
		api_key: fc.constant(SECRET),
		login: fc.constant({ credentials: { user: SECRET, pin: 1 } }),
		door: fc.constant({ password: PIN }),
		limits: fc.constant({ max_tokens: 500 }),
		'a.b': fc.constant([{ label: 'x' }, { token: SECRET }]),
		'x-api-key': fc.constant(SECRET),
		headers: fc.constantFrom(...headerForms),
		extra: fc.constantFrom([{ name: 'API key', value: SECRET }], `{"apiKey":"${SECRET}"}`),
		calendar_id: fc.constant('cal_1'),
		ids: fc.constant(['cal_1']),
		calendarID: fc.constant('cal_1'),
		uuid: fc.constant('cal_1'),
		updated_at: fc.constant('2026-01-01T00:00:00Z'),
		opens_at: fc.constant('09:00'),
		hook: fc.constantFrom(
			...[`https://example.com/?key=${SECRET}`, ` wss://example.com#${SECRET}`],
			...[`https://{{host}}/?key=${SECRET}`, `//u:${SECRET}@example.com`, `/a?key=${SECRET}`],
			...[`Bearer ${SECRET}`, `HTTPS://${SECRET}@example.com`],
			`https://example.com/o?name={{ first_name }}&key=${SECRET}`,
			`https://{{ user }}:${SECRET}@example.com/`,
		),
		targets: fc.constant([{ label: 'Sales', queue_id: 'q1' }]),
	},
	{ requiredKeys: [] },
);

const functionNames = fc.constantFrom('find_order', 'book', '__proto__', 'toString', 'Größe/1');
const functions = fc.record({
	name: functionNames,
	url: fc.constantFrom(
		'https://example.com/a',
		'https://example.com/b',
		`https://example.com/c?s=${SECRET}`,
		`https://n8n.example.com/webhook/1/voice-agent-function?s=${SECRET}`,
	),
	description: optional(texts),
	method: fc.constantFrom('GET', 'POST'),
	headers: fc.constantFrom<IDataObject[string]>({}, {}, ...headerForms),
	parameters: fc.constantFrom(
		{},
		{ type: 'object', properties: { token: { type: 'string', description: 'The token' } } },
	),
});

/** Names of documents that the account may have twice, or not at all. */
const documents = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 4 });
const DOCUMENTS = ['Prices', 'Hours', 'Prices', 'Route', 'Team'];

const outcomes = fc.uniqueArray(fc.constantFrom('b', 'a', 'c'), { maxLength: 3 });

const agents: fc.Arbitrary<Agent> = fc
	.record({
		industry: optional(fc.constantFrom('retail', 'finance')),
		language: optional(fc.constantFrom('en-US', 'de-DE')),
		voice_id: optional(fc.constantFrom(...VOICES.map(({ id }) => id), 'unknown')),
		instructions: optional(texts),
		prompt: optional(texts),
		outcomes,
		tools: fc.dictionary(
			fc.constantFrom(...TOOLS.map(({ tool_id }) => tool_id)),
			fc.record({ enabled: fc.boolean(), configuration: configurations }),
		),
		functions: fc.uniqueArray(functions, { maxLength: 4, selector: ({ name }) => name }),
		documents,
	})
	.map(({ prompt, outcomes: all, tools, functions: some, documents: places, ...fields }) => ({
		fields: { name: 'Reception', temperature: 0.5, ...fields },
		analysis: { prompt, outcomes: all, success_outcomes: all.slice(1) },
		tools,
		functions: some.map((one, index) => ({ ...one, function_id: `f${index}` })),
		documents: places.map((place) => `kb${place}`),
	}));

/** An account with the documents, or with some of them. */
function accountWith(manner: Manner, count = DOCUMENTS.length): AgentPlatform {
	const platform = new AgentPlatform(manner);
	DOCUMENTS.slice(0, count).forEach((name, index) => platform.documents.set(`kb${index}`, name));
	return platform;
}

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const exported = async (platform: AgentPlatform, agentId: string): Promise<IDataObject> => {
	const [document] = await runOn(platform, 'export', { agentId: locator(agentId) });
	return document!;
};
const clone = (platform: AgentPlatform) => structuredClone([...platform.agents]);
/** What a document says, without what it could not carry. */
const contentOf = (document: IDataObject): IDataObject => ({
	...document,
	not_carried: undefined,
});

const LISTS = ['built_in_tools', 'custom_functions', 'knowledge_base'] as const;

/** A document without the entries that these steps could not make. */
function without(document: IDataObject, steps: readonly IDataObject[]): IDataObject {
	const content = structuredClone(contentOf(document));
	for (const { part, name, problem } of steps) {
		if (problem === null) continue;
		const inside = content[part as string] as IDataObject | string[];
		if (part === 'agent') (inside as IDataObject).voice = null;
		else if (Array.isArray(inside)) content[part as string] = inside.filter((one) => one !== name);
		else delete inside[name as string];
	}
	return content;
}

/** A platform may not show what is empty: it is the same as nothing. */
function filled(value: unknown): unknown {
	if (Array.isArray(value)) return value.length === 0 ? null : value;
	if (typeof value !== 'object' || value === null) return value ?? null;
	const entries = Object.entries(value)
		.map(([name, inner]) => [name, filled(inner)] as const)
		.filter(([, inner]) => inner !== null);
	return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Tools that are off are the same as none. */
function withoutOff(document: IDataObject): IDataObject {
	const tools = Object.entries(document.built_in_tools as Record<string, IDataObject>);
	const isSetUp = ({ enabled, configuration }: IDataObject) =>
		enabled !== false || filled(configuration) !== null;
	const built_in_tools = Object.fromEntries(tools.filter(([, tool]) => isSetUp(tool)));
	return filled({ ...contentOf(document), built_in_tools }) as IDataObject;
}

interface Named {
	part: string;
	name: string | null;
	fields: IDataObject;
}

/** What a document, or an agent in its form, has in each part. */
const entriesOf = (document: IDataObject): Named[] =>
	Object.entries(document).flatMap(([part, content]): Named[] => {
		if (part === 'agent' || part === 'post_call_analysis')
			return [{ part, name: null, fields: content as IDataObject }];
		if (part === 'knowledge_base')
			return (content as string[]).map((name) => ({ part, name, fields: {} }));
		if (part !== 'built_in_tools' && part !== 'custom_functions') return [];
		return Object.entries(content as Record<string, IDataObject>).map(([name, fields]) => ({
			...{ part, name, fields },
		}));
	});

/** An agent as a person would write it down: with everything, also its secrets. */
function writtenDown({ fields, analysis, tools, functions: some, documents: all }: Agent) {
	const { voice_id, ...others } = fields;
	const voice = VOICES.find(({ id }) => id === voice_id)?.name;
	const nameOf = (id: string) => TOOLS.find(({ tool_id }) => tool_id === id)!.name;
	return {
		agent: { ...others, ...(voice === undefined ? { voice_id } : { voice }) },
		post_call_analysis: analysis,
		built_in_tools: Object.fromEntries(
			Object.entries(tools).map(([id, tool]) => [nameOf(id), { ...tool }]),
		),
		custom_functions: Object.fromEntries(
			some.map(({ name, ...one }) => [name as string, { ...one, function_id: null }]),
		),
		knowledge_base: all.map((id) => DOCUMENTS[Number(id.slice(2))]!),
	};
}

/** The same data, in one form: order of fields and lists, line ends, nothing. */
const plain = (value: unknown) =>
	JSON.stringify(filled(value), (_name, inner: unknown) => {
		if (typeof inner === 'string') return inner.replaceAll('\r\n', '\n');
		if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
		return Object.fromEntries(Object.entries(inner).sort(([one], [two]) => (one < two ? -1 : 1)));
	});

test('an export has everything that the agent has, or names it and why it is not there', async () => {
	await fc.assert(
		fc.asyncProperty(agents, manners, fc.subarray(HIDEABLE), async (agent, manner, hidden) => {
			const platform = accountWith({ ...manner, hidden });
			const document = await exported(platform, platform.add(agent));
			const left = document.not_carried as IDataObject[];
			const carried = entriesOf(document);
			for (const { part, name, fields } of entriesOf(writtenDown(agent))) {
				const there = carried.find((one) => one.part === part && one.name === name);
				const named = left.filter((one) => one.part === part && (one.name ?? null) === name);
				for (const { reason } of named) expect(reason).toMatch(/\w/);
				if (named.some(({ field }) => field === undefined)) continue;
				expect(there).toBeDefined();
				const { configuration = {}, ...rest } = fields as Record<string, IDataObject>;
				const cells = Object.entries(configuration).map(
					([key, value]) =>
						[`configuration.${key}`, value, Object(there?.fields.configuration)[key]] as const,
				);
				for (const [field, value, copy] of [
					...cells,
					...Object.entries(rest).map(([key, cell]) => [key, cell, there?.fields[key]] as const),
				]) {
					const reasons = named
						.filter((one) => [field, field.split('.')[0]].includes(one.field as string))
						.map(({ reason }) => String(reason));
					// Nothing is left out as a secret that is none.
					if (reasons.some((reason) => reason.includes('can be a secret')))
						expect(JSON.stringify(value)).toContain(String(PIN));
					const sorted =
						Array.isArray(value) && part === 'post_call_analysis' ? [...value].sort() : value;
					if (reasons.length === 0) expect(plain(copy)).toBe(plain(sorted));
				}
			}
		}),
		runs('sequences'),
	);
});

test('an export shows what the instructions mention, in any platform, and no document differs by it', async () => {
	await fc.assert(
		fc.asyncProperty(agents, manners, fc.boolean(), async (agent, manner, isHidden) => {
			const platform = accountWith({ ...manner, hidden: isHidden ? ['instructions'] : [] });
			const instructions = 'Say that you are an AI.\nBe kind. The call is recorded.';
			const agentId = platform.add({ ...agent, fields: { ...agent.fields, instructions } });
			const document = await exported(platform, agentId);
			const said = {
				mentions_ai: ['Say that you are an AI.'],
				mentions_recording: ['The call is recorded.'],
				hint: null,
			};
			expect(document.disclosure).toEqual(isHidden ? null : said);
			const parameters = { agentId: locator(agentId) };
			const others = [document, { ...document, disclosure: 'other' }, { ...document }];
			delete others[2]?.disclosure;
			const [own, ...changed] = await Promise.all(
				others.map(async (one) => await runOn(platform, 'compare', parameters, one)),
			);
			for (const rows of changed) expect(rows).toEqual(own);
		}),
		runs('sequences'),
	);
});

test('a secret or an identifier that an export names can be added to the document, and is then written', async () => {
	await fc.assert(
		fc.asyncProperty(agents, manners, async (agent, manner) => {
			const source = accountWith(manner);
			const document = structuredClone(await exported(source, source.add(agent)));
			const all = entriesOf(writtenDown(agent));
			const carried = entriesOf(document);
			const added = (document.not_carried as IDataObject[]).filter(
				({ code, part }) => part !== 'agent' && ['secret', 'identifier'].includes(String(code)),
			);
			for (const { part, name, field } of added) {
				const isThis = (one: Named) => one.part === part && one.name === (name ?? null);
				const [from, to] = [all.find(isThis)!.fields, carried.find(isThis)!.fields];
				const key = String(field).replace(/^configuration\./, '');
				if (key === field) to[key] = from[key];
				else Object((to.configuration ??= {}))[key] = Object(from.configuration)[key];
			}
			const target = accountWith(manner);
			const steps = await runOn(target, 'apply', { applyTo: 'name' }, document);
			for (const { part, name } of added) {
				const ofEntry = steps.filter((step) => step.part === part && step.name === name);
				expect(ofEntry.map(({ problem, done }) => [problem, done])).toEqual([[null, true]]);
			}
			const [moved] = target.agents.values();
			const secretsOf = (one: Agent) =>
				JSON.stringify(writtenDown(one).built_in_tools).split(SECRET).length;
			const tools = added.filter(({ part }) => part === 'built_in_tools').length;
			if (tools > 0) expect(secretsOf(moved!)).toBe(secretsOf(agent));
			expect(JSON.stringify(steps)).not.toContain(String(PIN));
		}),
		runs('sequences'),
	);
});

/** Another version of the package can have other words. */
const inOtherWords = (one: IDataObject): IDataObject => ({ ...one, reason: 'In other words' });

test('an agent that is moved to an empty account is the same there, but for what the items name', async () => {
	await fc.assert(
		fc.asyncProperty(agents, manners, manners, fc.nat(5), async (agent, from, to, count) => {
			const source = accountWith(from);
			const document = await exported(source, source.add(agent));
			const left = document.not_carried as IDataObject[];
			const needs = left.filter(({ code }) => ['secret', 'identifier'].includes(String(code)));
			document.not_carried = left.map(inOtherWords);
			const target = accountWith(to, count);
			const steps = await runOn(target, 'apply', { applyTo: 'name' }, document);
			expect(target.agents.size).toBe(1);
			const [agentId = ''] = target.agents.keys();
			const moved = await exported(target, agentId);
			expect(withoutOff(moved)).toEqual(withoutOff(without(document, steps)));
			// Nothing goes live without what it needs.
			for (const { part, name, fields } of entriesOf(document)) {
				const isHere = (one: IDataObject) => one.part === part && one.name === name;
				if (name === null || fields.enabled === false || !needs.some(isHere)) continue;
				expect(steps.filter(isHere)).toMatchObject([
					{ done: false, problem: expect.stringContaining('left out') },
				]);
			}
			expect(JSON.stringify([document, moved, steps])).not.toContain(String(PIN));
			expect(JSON.stringify(contentOf(document))).not.toMatch(/cal_1|q1|"v\d"|kb\d|agent_\d|2026-/);
		}),
		runs('sequences'),
	);
});

test('applied twice, it writes once; Compare has a difference exactly if Apply has a step', async () => {
	await fc.assert(
		fc.asyncProperty(agents, agents, manners, fc.boolean(), async (one, other, manner, isAll) => {
			const platform = accountWith(manner);
			const document = await exported(platform, platform.add(one));
			const agentId = locator(platform.add(other));
			const apply = async (more: IDataObject = {}) => {
				const parameters = { agentId, options: { removeAdditional: isAll }, ...more };
				return await runOn(platform, 'apply', parameters, document);
			};
			const compare = async () => {
				const parameters = { agentId, options: { includeAdditional: isAll } };
				return await runOn(platform, 'compare', parameters, document);
			};
			const isNone = (rows: IDataObject[]) =>
				rows.every(({ difference, action }) => difference === 'none' || action === 'none');

			const before = clone(platform);
			const planned = await apply({ dryRun: true });
			const differences = await compare();
			expect([clone(platform), platform.writes]).toEqual([before, []]);
			expect(isNone(planned)).toBe(isNone(differences));

			const steps = await apply();
			const done = steps.filter((step) => step.done);
			expect(platform.writes).toHaveLength(done.length);
			// What is said of tools is true when it is said: an agent that is cut in between still works.
			const order = platform.writes.map((write) => {
				if (/^DELETE|(unassign| off)$/.test(write)) return 3;
				return /^PUT \/agents\/[^/]+$/.test(write) ? 2 : 1;
			});
			expect(order).toEqual(order.toSorted());
			const clear = done.filter(({ problem }) => problem === null);
			expect(clear.flatMap(({ not_proven }) => not_proven)).toEqual([]);
			expect(done.length === 0 || done[0]!.version_before === '7').toBe(true);
			const again = await apply();
			expect(platform.writes).toHaveLength(done.length);
			expect(again.filter(({ problem, action }) => problem === null && action !== 'none')).toEqual(
				[],
			);
			expect(isNone(again)).toBe(isNone(await compare()));
			expect(JSON.stringify([planned, differences, steps, again])).not.toContain(String(PIN));
		}),
		runs('sequences'),
	);
});

test('cut at any requests and repeated, it ends in the same agent, once, also where fields are hidden', async () => {
	const cuts = fc.uniqueArray(fc.record({ at: fc.nat(60), isDone: fc.boolean() }), {
		...{ minLength: 1, maxLength: 3 },
		selector: ({ at }) => at,
	});
	await fc.assert(
		fc.asyncProperty(
			...[agents, agents, manners, fc.boolean(), cuts, fc.subarray(HIDEABLE)],
			async (one, other, manner, isNew, cut, hidden) => {
				const source = accountWith(manner);
				const document = await exported(source, source.add(one));
				const options = { removeAdditional: true };
				const played = async (...cutAt: typeof cut) => {
					const platform = accountWith({ ...manner, hidden });
					if (!isNew) platform.add(other);
					platform.cuts = cutAt;
					const apply = async () =>
						await runOn(platform, 'apply', { applyTo: 'name', options }, document);
					await cutAt.reduce(async (before) => await before.catch(apply), apply());
					platform.cuts = [];
					platform.manner = manner;
					const [agentId = ''] = platform.agents.keys();
					const content = contentOf(await exported(platform, agentId));
					return { size: platform.agents.size, document: content };
				};
				expect(await played(...cut)).toEqual(await played());
			},
		),
		runs('sequences'),
	);
});

test('what the document does not name stays, and functions of the trigger and secrets stay always', async () => {
	await fc.assert(
		fc.asyncProperty(
			agents,
			agents,
			manners,
			fc.constantFrom(...LISTS),
			fc.boolean(),
			fc.constantFrom<Partial<Manner>>({}, { isNested: true }, { hidden: ['url'] }),
			async (one, other, usual, part, removeAdditional, address) => {
				const platform = accountWith({ ...usual, ...address });
				const isHidden = address.hidden !== undefined;
				const document = await exported(platform, platform.add(one));
				const id = platform.add(other);
				const options = { removeAdditional };
				const partial = { kind: document.kind, version: 1, [part]: document[part] };
				await runOn(platform, 'apply', { agentId: locator(id), options }, partial);
				const after = platform.agents.get(id)!;
				expect([after.fields, after.analysis]).toEqual([other.fields, other.analysis]);
				if (part !== 'built_in_tools') expect(after.tools).toEqual(other.tools);
				if (part !== 'knowledge_base') expect(after.documents).toEqual(other.documents);
				if (part !== 'custom_functions') expect(after.functions).toEqual(other.functions);
				const keysOf = ({ tools }: Agent) =>
					Object.entries(tools).flatMap(([id, { configuration }]) =>
						id in after.tools && 'api_key' in configuration ? [[id, configuration.api_key]] : [],
					);
				// What a platform shows of a key is not the key.
				expect(Object.fromEntries(keysOf(after))).toMatchObject(Object.fromEntries(keysOf(other)));
				const isOfTrigger = ({ url }: IDataObject) => String(url).includes('voice-agent-function');
				const isKept = (row: IDataObject) => !removeAdditional || isHidden || isOfTrigger(row);
				const names = after.functions.map(({ name }) => name);
				for (const row of other.functions.filter(isKept)) expect(names).toContain(row.name);
				if (isHidden) return;
				const { not_carried: left } = await exported(platform, id);
				for (const row of other.functions.filter(isOfTrigger)) {
					expect(after.functions).toContainEqual(row);
					const named = { name: row.name, code: 'registered' };
					expect(left).toContainEqual(expect.objectContaining(named));
				}
			},
		),
		runs('sequences'),
	);
});

test('a field that the platform does not show is written, and said to be not proven each time', async () => {
	await fc.assert(
		fc.asyncProperty(agents, manners, someHidden, async (agent, manner, hidden) => {
			const source = accountWith(manner);
			const document = await exported(source, source.add(agent));
			const target = accountWith({ ...manner, hidden });
			for (let run = 0; run < 2; run += 1) {
				const steps = await runOn(target, 'apply', { applyTo: 'name' }, document);
				for (const { part, name, fields } of entriesOf(document)) {
					const ofEntry = steps.filter((step) => step.part === part && step.name === name);
					if (ofEntry.some(({ problem }) => problem !== null)) continue;
					const open = ofEntry.at(-1)?.not_proven ?? [];
					const unseen = Object.keys(fields).filter(
						(field) => hidden.includes(field) && filled(fields[field]) !== null,
					);
					for (const field of unseen)
						expect(open).toContainEqual(expect.stringMatching(new RegExp(`^${field}`)));
				}
				target.manner = manner;
				const [agentId = ''] = target.agents.keys();
				const moved = await exported(target, agentId);
				expect(withoutOff(moved)).toEqual(withoutOff(without(document, steps)));
				target.manner = { ...manner, hidden };
			}
		}),
		runs('sequences'),
	);
});

test('two of one name are never taken for one: Compare and Apply say it, and Export leaves a voice out', async () => {
	await fc.assert(
		fc.asyncProperty(agents, functions, manners, async (agent, one, manner) => {
			const platform = accountWith(manner);
			const url = 'https://example.com/a';
			const twice = ['f1', 'f2'].map((function_id) => ({ ...one, url, function_id }));
			const fields = { ...agent.fields, voice_id: 'v0' };
			const single = { ...agent, functions: twice.slice(1), fields };
			const document = await exported(platform, platform.add(single));
			const agentId = locator(platform.add({ ...agent, functions: twice, fields }));
			const problem = expect.stringContaining('two of this name');
			for (const operation of ['compare', 'apply'] as const) {
				const found = await runOn(platform, operation, { agentId }, document);
				expect(found).toContainEqual(expect.objectContaining({ name: one.name, problem }));
			}
			platform.voices = [...VOICES, { id: 'v9', name: 'Ada' }];
			const { agent: said, not_carried } = await exported(platform, agentId.value);
			expect(said).not.toHaveProperty('voice');
			expect(not_carried).toContainEqual(
				expect.objectContaining({ part: 'agent', field: 'voice', code: 'sameName' }),
			);
		}),
		runs('sequences'),
	);
});

test('the lines that differ turn one text into the other, and equal texts have none: nobody approves a change that is not shown', () => {
	const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 8, minLength: 1 });
	fc.assert(
		fc.property(text, text, (before, after) => {
			const lines = lineDifference(before.join('\n'), after.join('\n'));
			const all = lines === '' ? [] : lines.split('\n');
			const left: string[] = [...after];
			// Backwards: what was added goes, what was removed comes.
			for (const line of all.filter((one) => one.startsWith('+ ')))
				left.splice(left.indexOf(line.slice(2)), 1);
			const removed = all.filter((one) => one.startsWith('- ')).map((line) => line.slice(2));
			expect([...left, ...removed].sort()).toEqual([...before].sort());
			if (before.join() === after.join()) expect(lines).toBe('');
		}),
		runs('values'),
	);
	expect(lineDifference('Hello\n\nBe kind\n\nBye', 'Hello\n\nBye\nnow')).toBe(
		'- Be kind\n- \n+ now',
	);
	expect(lineDifference('a\nb\nc\nd', 'x\nb\nc\ny')).toBe('- a\n+ x\n- d\n+ y');
});
