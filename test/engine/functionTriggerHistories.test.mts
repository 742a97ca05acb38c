import fc from 'fast-check';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { StoredCredential } from '../../harness/n8n/engine.mts';
import { asked, functionTrigger, statusOf } from '../support/functionTrigger.mts';
import { locator } from '../support/nodes.mts';
import {
	CREATED,
	type Created,
	FunctionPlatform,
	type Kill,
	type PlatformFunction,
	SHOWN,
	type Shown,
} from './functionPlatform.mts';
import { runs } from '../scale.mts';

/*
 * What becomes of the functions of agents when a workflow is published and unpublished in any order, n8n is killed between any two requests and
 * is started again, executions write old static data back, the credential and WEBHOOK_URL change, the platform has mishaps, and somebody else
 * works on the same agents: people, and another n8n with the same workflow.
 */

const HOSTS = ['https://n8n.example.com/webhook', 'https://moved.example.com/webhook'];
const OTHER_HOST = 'https://test.example.com/webhook';
const FOREIGN = 'https://other.example.com/hook';
const PATH = '/workflow-1/node%20under%20test/voice-agent-function';
const AGENTS = ['agent_0001', 'agent_0002'];

/** Processes of n8n: none knows what another one remembers. No history starts more. */
const processes: Array<new () => INodeType> = [];
let platform: FunctionPlatform;
let credentials = 0;
let milliseconds = Date.now();

beforeAll(async () => {
	platform = await new FunctionPlatform().start();
	for (let count = 0; count < 4; count += 1) {
		jest.isolateModules(() => {
			const file = '../../nodes/VoiceAgentFunctionTrigger/VoiceAgentFunctionTrigger.node';
			processes.push((require(file) as Record<string, never>).VoiceAgentFunctionTrigger!);
		});
	}
	jest.spyOn(Date, 'now').mockImplementation(() => milliseconds);
});
afterAll(async () => await platform.stop());

/** What a user enters. */
interface Entered {
	agent: string;
	name: string;
	description: string;
	secretIn: 'header' | 'query';
}

interface Trouble {
	mishaps: FunctionPlatform['mishaps'];
	/** Nothing that the hook has stored is saved. */
	kill?: Kill;
}

type Step =
	| ({ does: 'publish'; entered: Entered; takeOver: boolean; byOther?: boolean } & Trouble)
	| ({ does: 'unpublish'; byOther?: boolean } & Trouble)
	| { does: 'move'; host: string }
	| { does: 'restart' | 'editPassword' | 'replaceCredential' }
	| { does: 'writeOldData'; which: number }
	| { does: 'strangerAdds'; agent: string; name: string }
	| { does: 'strangerRedirects' | 'strangerRenames' | 'strangerDeletes'; which: number };

/** Few, so that a history often comes back to what was entered before. */
const FIRST: Entered = {
	agent: 'agent_0001',
	name: 'check_slots',
	description: 'Returns the free slots',
	secretIn: 'query',
};
const ENTERED: Entered[] = [
	FIRST,
	{ ...FIRST, description: 'Use it before you offer a time', secretIn: 'header' },
	{ ...FIRST, name: 'book_slot' },
	{ ...FIRST, agent: 'agent_0002' },
];

const often = <T,>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const mishap = fc.constantFrom(undefined, undefined, 'refused' as const, 'unreadable' as const);
const trouble = {
	mishaps: fc.oneof(
		often(2, fc.constant<FunctionPlatform['mishaps']>([])),
		often(1, fc.array(mishap, { maxLength: 5 })),
	),
	kill: fc.option(fc.record({ after: fc.nat(6), isDone: fc.boolean() }), {
		nil: undefined,
		freq: 2,
	}),
	byOther: fc.constantFrom(false, false, false, true),
};
const does = <const T extends string>(...names: T[]) => fc.constantFrom(...names);
const publication = { entered: fc.constantFrom(...ENTERED), takeOver: fc.boolean(), ...trouble };
const addition = { agent: fc.constantFrom(...AGENTS), name: does('check_slots', 'book_slot') };
const meddling = does('strangerRedirects', 'strangerRenames', 'strangerDeletes');
const step: fc.Arbitrary<Step> = fc.oneof(
	often(6, fc.record({ does: does('publish'), ...publication })),
	often(2, fc.record({ does: does('unpublish'), ...trouble })),
	often(1, fc.record({ does: does('move'), host: fc.constantFrom(...HOSTS) })),
	often(3, fc.record({ does: does('restart', 'editPassword', 'replaceCredential') })),
	often(2, fc.record({ does: does('writeOldData'), which: fc.nat(5) })),
	often(1, fc.record({ does: does('strangerAdds'), ...addition })),
	often(3, fc.record({ does: meddling, which: fc.nat(3) })),
);

const manner = fc.record({
	shown: fc.constantFrom(...(Object.keys(SHOWN) as Shown[])),
	created: fc.constantFrom(...(Object.keys(CREATED) as Created[])),
	isUnique: fc.boolean(),
	merges: fc.boolean(),
	lags: fc.boolean(),
});

const urlOf = ({ body }: PlatformFunction) => String(body.url ?? '');

/** One n8n with the workflow. */
class N8n {
	host: string;
	entered = FIRST;
	takeOver = false;
	isPublished = false;
	/** What n8n has stored for the workflow, now and before. */
	data: IDataObject = {};
	private readonly past: IDataObject[] = [{}];
	/** Whether it can have forgotten a function: one that shows no address is not found then. */
	hasLost = false;
	readonly owner: string;
	private process = 0;
	private keys = 0;
	private readonly credentialId: string;
	private readonly credential: StoredCredential;

	constructor(owner: string, host: string) {
		this.owner = owner;
		this.host = host;
		credentials += 1;
		this.credentialId = `credential_${credentials}`;
		this.credential = new StoredCredential(new VoiceAgentApi(), {
			baseUrl: platform.url,
			email: 'owner@example.com',
			password: 'a-long-password',
			mfa: 'none',
		});
	}

	get address(): string {
		return `${this.host}${PATH}`;
	}

	get key(): string {
		return `${this.owner} ${this.keys}`;
	}

	trigger() {
		const { agent, name, description, secretIn } = this.entered;
		const parameters = {
			agentId: locator(agent),
			functionName: name,
			functionDescription: description,
			options: { takeOver: this.takeOver, secretIn },
		};
		const trigger = functionTrigger(this.credential, parameters, {
			node: new processes[this.process]!(),
			webhookBaseUrl: this.host,
			settings: { credentials: { voiceAgentApi: { id: this.credentialId, name: 'x' } } },
		});
		trigger.data = structuredClone(this.data);
		return trigger;
	}

	restart(): void {
		this.process = Math.min(this.process + 1, processes.length - 1);
	}

	editPassword(): void {
		Object.assign(this.credential.data, { password: `changed ${milliseconds}` });
	}

	replaceCredential(): void {
		this.keys += 1;
		Object.assign(this.credential.data, { functionKey: '', accessToken: '' });
	}

	writeOldData(which: number): void {
		this.hasLost = true;
		this.data = this.past[which % this.past.length] ?? {};
	}

	/** @returns the error, if there is one */
	private async hook(hook: 'publish' | 'unpublish'): Promise<string | undefined> {
		const trigger = this.trigger();
		const problem = await trigger[hook]().then(
			() => undefined,
			(error: Error) => error.message,
		);
		if (platform.kill && platform.kill.after < 0) return problem ?? 'killed';
		this.past.push(this.data);
		this.data = trigger.data;
		return problem;
	}

	/** As n8n does: the old version is removed with its own parameters before the new one is added. */
	async publish(entered: Entered, takeOver: boolean): Promise<string | undefined> {
		if (this.isPublished && (await this.hook('unpublish'))) this.hasLost = true;
		if (platform.kill && platform.kill.after < 0) return 'killed';
		Object.assign(this, { entered, takeOver, isPublished: true });
		return await this.hook('publish');
	}

	async unpublish(): Promise<string | undefined> {
		const problem = await this.hook('unpublish');
		if (!problem) this.isPublished = false;
		return problem;
	}
}

/** The agents, one n8n whose fate is told, another one, and people. */
class History {
	private readonly own = new N8n('own', HOSTS[0] ?? '');
	private readonly other = new N8n('other', OTHER_HOST);
	private isRenamed = false;

	async play(step: Step): Promise<void> {
		milliseconds += 120_000;
		switch (step.does) {
			case 'publish':
				await this.publish(step, this.playerOf(step));
				break;
			case 'unpublish':
				await this.unpublish(step, this.playerOf(step));
				break;
			case 'move':
				this.own.host = step.host;
				break;
			case 'writeOldData':
				this.own.writeOldData(step.which);
				platform.waitForLists();
				break;
			case 'restart':
			case 'editPassword':
			case 'replaceCredential':
				this.own[step.does]();
				break;
			default:
				this.stranger(step);
		}
		await this.expectAnswers();
	}

	/** Without addresses, an n8n cannot see that another one has taken its function over. */
	private playerOf({ byOther = false }: { byOther?: boolean }): N8n {
		return byOther && platform.shown !== 'nothing' ? this.other : this.own;
	}

	/** Plays a hook. What belongs to others stays, but for what it is to replace. */
	private async during(
		{ mishaps, kill }: Trouble,
		n8n: N8n,
		hook: () => Promise<string | undefined>,
		mayReplace: (each: PlatformFunction) => boolean,
	): Promise<string | undefined> {
		const before = structuredClone(platform.functions.filter(({ owner }) => owner !== n8n.owner));
		platform.sender = { owner: n8n.owner, key: n8n.key };
		platform.mishaps = [...mishaps];
		platform.kill = kill && { ...kill };
		const problem = await hook();
		if (platform.kill && platform.kill.after < 0) {
			n8n.hasLost = true;
			n8n.restart();
			platform.waitForLists();
		}
		Object.assign(platform, { mishaps: [], kill: undefined });
		for (const each of before.filter((one) => !mayReplace(one))) {
			expect(platform.functions.find(({ id }) => id === each.id)).toEqual(each);
		}
		return problem;
	}

	private async publish(step: Step & { does: 'publish' }, n8n: N8n): Promise<void> {
		const { entered, takeOver } = step;
		const problem = await this.during(
			step,
			n8n,
			async () => await n8n.publish(entered, takeOver),
			({ agent, body }) => takeOver && agent === entered.agent && body.name === entered.name,
		);
		const isCalm = step.mishaps.length === 0 && !step.kill && !platform.lags;
		if (isCalm && takeOver) expect(problem).toBeUndefined();
		if (problem !== undefined) return;
		const here = this.functionsOf(n8n);
		expect(here).toContainEqual(expect.objectContaining({ owner: n8n.owner }));
		if (this.isFound(n8n)) expect(here.map(({ body }) => body.name)).toEqual([entered.name]);
	}

	private async unpublish(step: Step & { does: 'unpublish' }, n8n: N8n): Promise<void> {
		const work = async () => await n8n.unpublish();
		const problem = await this.during(step, n8n, work, () => false);
		const isCalm = step.mishaps.length === 0 && !step.kill;
		if (isCalm && problem !== undefined) expect(problem).toContain('it is unknown whether');
		if (problem === undefined && this.isFound(n8n)) expect(this.functionsOf(n8n)).toEqual([]);
	}

	/** Those of the agent that is entered which lead to this n8n. */
	private functionsOf({ entered, address }: N8n): PlatformFunction[] {
		return platform.functions.filter(
			(each) => each.agent === entered.agent && urlOf(each).split('?')[0] === address,
		);
	}

	/** Whether the platform shows what is needed to find a function, or n8n cannot have forgotten it. */
	private isFound(n8n: N8n): boolean {
		return (
			platform.shown !== 'nothing' ||
			(!n8n.hasLost && !this.isRenamed && ['row', 'envelope'].includes(platform.created))
		);
	}

	/** The agents ask. A function gets its answer at the first or, after the credential has changed, at the second question. */
	private async expectAnswers(): Promise<void> {
		const { own } = this;
		platform.sender = { owner: own.owner, key: own.key };
		const asking = this.functionsOf(own);
		for (const each of own.isPublished ? asking : []) {
			const isTold = each.toldWith === own.key && this.isOfPlace(each);
			const first = await statusOf(own.trigger(), each.body);
			if (isTold) expect(first).toBe(200);
			// Only a function that shows where it leads can be told the secret without a publication.
			if (asking.length > 1 || platform.shown === 'nothing') continue;
			expect(await statusOf(own.trigger(), each.body)).toBe(200);
		}
		await this.expectRefusals();
	}

	private isOfPlace({ body }: PlatformFunction): boolean {
		return (this.own.entered.secretIn === 'query') === String(body.url).includes('token=');
	}

	/** Nobody else starts the workflow. */
	private async expectRefusals(): Promise<void> {
		const strange = platform.functions.filter(({ owner }) => owner !== this.own.owner);
		const before = structuredClone(strange);
		for (const each of strange.filter((one) => urlOf(one) !== '')) {
			expect(await statusOf(this.own.trigger(), each.body)).toBe(401);
		}
		const wrong = [asked({ url: FOREIGN }), asked({ url: `${FOREIGN}?token=x`, headers: {} })];
		for (const request of wrong) {
			const { status, item } = await this.own.trigger().ask(request);
			expect([status, item]).toEqual([401, undefined]);
		}
		// Refused requests leave the functions of others alone.
		expect(platform.functions).toEqual(expect.arrayContaining(before));
	}

	private stranger(step: Step): void {
		platform.sender = { owner: 'stranger', key: '' };
		platform.waitForLists();
		if (step.does === 'strangerAdds') {
			const { agent, name } = step;
			if (!platform.isTaken(agent, { name })) platform.add(agent, { name, url: FOREIGN });
			return;
		}
		if (!('which' in step)) return;
		const made = platform.functions.filter(({ owner }) => owner !== 'stranger');
		const one = made[step.which % Math.max(1, made.length)];
		if (!one) return;
		if (step.does === 'strangerDeletes') platform.remove(one);
		else if (step.does === 'strangerRenames') {
			this.isRenamed = true;
			one.body.name = 'another_name';
		}
		// Without its address, nobody can know that it leads elsewhere.
		else if (platform.shown !== 'nothing') {
			Object.assign(one, { owner: 'stranger', body: { ...one.body, url: FOREIGN, headers: {} } });
		}
	}
}

const publishes = (more: Partial<Entered & Trouble> & { takeOver?: boolean } = {}): Step => {
	const { takeOver = false, mishaps = [], kill, ...entered } = more;
	return { does: 'publish', entered: { ...FIRST, ...entered }, takeOver, mishaps, kill };
};
const UNPUBLISHES: Step = { does: 'unpublish', mishaps: [] };
const meddles = (name: 'strangerRedirects' | 'strangerDeletes'): Step => ({ does: name, which: 0 });
const adds = (name: string): Step => ({ does: 'strangerAdds', agent: FIRST.agent, name });
/** After the function was created, before n8n knows it. */
const AFTER_CREATION: Kill = { after: 2, isDone: true };

/** What happens most often, in any case. */
const COMMON: Step[][] = [
	[publishes(), meddles('strangerRedirects'), UNPUBLISHES],
	[publishes(), meddles('strangerDeletes'), UNPUBLISHES],
	[publishes(), meddles('strangerDeletes'), publishes({ takeOver: true })],
	[publishes({ kill: AFTER_CREATION }), adds('book_slot'), UNPUBLISHES],
	[publishes({ kill: AFTER_CREATION }), publishes({ takeOver: true }), UNPUBLISHES],
	[publishes(), { does: 'writeOldData', which: 0 }, publishes(), UNPUBLISHES],
	[publishes(), { does: 'replaceCredential' }, { does: 'restart' }, UNPUBLISHES],
	[publishes(), { does: 'editPassword' }, { does: 'restart' }, publishes()],
	[publishes(), { does: 'move', host: HOSTS[1] ?? '' }, publishes({ takeOver: true })],
	[publishes(), publishes({ description: 'Another one', takeOver: true }), UNPUBLISHES],
	[publishes(), publishes({ name: 'book_slot', takeOver: true }), UNPUBLISHES],
	[adds('check_slots'), publishes({ takeOver: true }), UNPUBLISHES],
	[publishes(), adds('book_slot'), publishes({ name: 'book_slot', takeOver: true }), UNPUBLISHES],
	[publishes({ mishaps: [undefined, 'unreadable'] }), publishes({ takeOver: true }), UNPUBLISHES],
];
type Manner = Pick<FunctionPlatform, 'shown' | 'created' | 'isUnique' | 'merges' | 'lags'>;
const USUAL: Manner = {
	shown: 'everything',
	created: 'row',
	isUnique: true,
	merges: false,
	lags: false,
};
/** Every way to show a function, with every answer to its creation. */
const MANNERS = (Object.keys(SHOWN) as Shown[]).flatMap((shown) =>
	(Object.keys(CREATED) as Created[]).map((created) => ({ ...USUAL, shown, created })),
);
const examples = [
	...COMMON.map((steps): [Manner, Step[]] => [USUAL, steps]),
	...[false, true].flatMap((takeOver) =>
		MANNERS.map((how): [Manner, Step[]] => [
			how,
			[publishes({ takeOver }), publishes({ takeOver }), UNPUBLISHES],
		]),
	),
];

const played = runs('sequences');

test('published: one function that leads here, and its questions are answered; unpublished: none; functions of others stay', async () => {
	await fc.assert(
		fc.asyncProperty(
			manner,
			fc.array(step, { minLength: 1, maxLength: 12 }),
			async (how, steps) => {
				platform.reset();
				Object.assign(platform, how);
				const history = new History();
				for (const each of steps) await history.play(each);
			},
		),
		{
			...played,
			// A case that a failure has named is played alone.
			...(played.path === undefined && { numRuns: played.numRuns + examples.length, examples }),
		},
	);
});
