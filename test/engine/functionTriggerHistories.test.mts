import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { StoredCredential } from '../../harness/n8n/engine.mts';
import type { Registration } from '../../nodes/VoiceAgentFunctionTrigger/registration';
import { hashOf } from '../../nodes/VoiceAgentFunctionTrigger/secret';
import { functionTrigger } from '../support/functionTrigger.mts';
import { locator } from '../support/nodes.mts';
import { FunctionPlatform, type PlatformFunction, SHOWN, type Shown } from './functionPlatform.mts';
import { runs } from '../scale.mts';

/*
 * What becomes of the functions of agents when a workflow is published and unpublished in any order, n8n is killed, WEBHOOK_URL changes, the
 * platform has mishaps, and somebody else works on the same agents.
 */

const HOSTS = ['https://n8n.example.com/webhook', 'https://moved.example.com/webhook'];
const FOREIGN = 'https://other.example.com/hook';
const HEADER = 'X-Voice-Agent-Secret';

let platform: FunctionPlatform;
beforeAll(async () => {
	platform = await FunctionPlatform.start();
});
afterAll(() => platform.stop());

/** What a user enters. */
interface Entered {
	agent: string;
	name: string;
	description: string;
	secretIn: 'header' | 'query';
}

interface Trouble {
	mishaps: FunctionPlatform['mishaps'];
	/** n8n is killed before it has stored what the hook has done. */
	isKilled: boolean;
}

type Step =
	| ({ does: 'publish'; entered: Entered; takeOver: boolean } & Trouble)
	| ({ does: 'unpublish' } & Trouble)
	| { does: 'move'; host: string }
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

const trouble = {
	mishaps: fc.oneof(
		fc.constant<FunctionPlatform['mishaps']>([]),
		fc.array(fc.constantFrom(undefined, undefined, 'refused' as const, 'unreadable' as const), {
			maxLength: 5,
		}),
	),
	isKilled: fc.constantFrom(false, false, false, true),
};
const publish: fc.Arbitrary<Step> = fc.record({
	does: fc.constant('publish' as const),
	entered: fc.constantFrom(...ENTERED),
	takeOver: fc.boolean(),
	...trouble,
});
const unpublish: fc.Arbitrary<Step> = fc.record({
	does: fc.constant('unpublish' as const),
	...trouble,
});
const move: fc.Arbitrary<Step> = fc.record({
	does: fc.constant('move' as const),
	host: fc.constantFrom(...HOSTS),
});
const add: fc.Arbitrary<Step> = fc.record({
	does: fc.constant('strangerAdds' as const),
	agent: fc.constantFrom('agent_0001', 'agent_0002'),
	name: fc.constantFrom('check_slots', 'book_slot'),
});
const meddle: fc.Arbitrary<Step> = fc.record({
	does: fc.constantFrom(
		'strangerRedirects' as const,
		'strangerRenames' as const,
		'strangerDeletes' as const,
	),
	which: fc.nat(3),
});
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: publish },
	{ weight: 2, arbitrary: unpublish },
	{ weight: 1, arbitrary: move },
	{ weight: 1, arbitrary: add },
	{ weight: 3, arbitrary: meddle },
);

const manner = fc.record({
	shown: fc.constantFrom(...(Object.keys(SHOWN) as Shown[])),
	tellsId: fc.boolean(),
	isUnique: fc.boolean(),
	merges: fc.boolean(),
});

const urlOf = ({ body }: PlatformFunction) => String(body.url ?? '');
const leadsTo = (each: PlatformFunction, address: string) => urlOf(each).split('?')[0] === address;

/** What the platform sends with each request, at the place where the trigger looks. */
function secretOf({ body }: PlatformFunction, { secretIn }: Entered): string {
	const headers = (body.headers ?? {}) as Record<string, string>;
	const inAddress = new URL(String(body.url)).searchParams.get('token');
	return (secretIn === 'query' ? inAddress : headers[HEADER]) ?? '';
}

/** One workflow with the trigger, and the strangers around it. */
class History {
	private host = HOSTS[0] ?? '';
	private entered = FIRST;
	private takeOver = false;
	private data: IDataObject = {};

	private get isShown(): boolean {
		return platform.shown !== 'nothing';
	}

	private get address(): string {
		return `${this.host}/workflow-1/node%20under%20test/voice-agent-function`;
	}

	private get stored(): Registration | undefined {
		return this.data.registration as Registration | undefined;
	}

	private trigger() {
		const { agent, name, description, secretIn } = this.entered;
		const credential = new StoredCredential(new VoiceAgentApi(), {
			baseUrl: platform.url,
			email: 'owner@example.com',
			password: 'a-long-password',
			mfa: 'none',
		});
		const parameters = {
			agentId: locator(agent),
			functionName: name,
			functionDescription: description,
			options: { secretIn, takeOver: this.takeOver },
		};
		const trigger = functionTrigger(credential, parameters, { webhookBaseUrl: this.host });
		trigger.data = structuredClone(this.data);
		return trigger;
	}

	/** @returns whether it succeeded, and n8n knows it */
	private async hook(
		does: 'publish' | 'unpublish',
		{ mishaps: all, isKilled: killed }: Trouble,
	): Promise<boolean> {
		platform.mishaps = [...all];
		const trigger = this.trigger();
		const isDone = await trigger[does]().then(
			() => true,
			() => false,
		);
		platform.mishaps = [];
		if (all.length === 0 && (does === 'unpublish' || this.takeOver)) expect(isDone).toBe(true);
		if (!killed) this.data = trigger.data;
		return isDone && !killed;
	}

	async play(step: Step): Promise<void> {
		const foreign = platform.functions.filter((each) => each.isForeign);
		const before = structuredClone(foreign);
		switch (step.does) {
			case 'publish':
				this.entered = step.entered;
				this.takeOver = step.takeOver;
				if (await this.hook('publish', step)) this.expectPublished();
				break;
			case 'unpublish':
				if (await this.hook('unpublish', step)) this.expectUnpublished();
				break;
			case 'move':
				this.host = step.host;
				break;
			default:
				this.stranger(step);
				return;
		}
		const { agent, name } = this.entered;
		const mayReplace = step.does === 'publish' && this.takeOver;
		const isReplaced = (each: PlatformFunction) =>
			mayReplace && agent === each.agent && name === each.body.name;
		const untouched = before.filter((each) => !isReplaced(each));
		for (const each of untouched) {
			expect(platform.functions.find(({ id }) => id === each.id)).toEqual(each);
		}
	}

	private expectPublished(): void {
		const { agent, name } = this.entered;
		const { stored } = this;
		const found = platform.functions.find(({ id }) => id === stored?.functionId);
		expect(found).toMatchObject({ agent, isForeign: false, body: { name } });
		expect(leadsTo(found!, this.address)).toBe(true);
		expect(hashOf(secretOf(found!, this.entered))).toBe(stored?.secretHash);
		if (this.isShown) {
			const here = platform.functions.filter(
				(each) => each.agent === agent && leadsTo(each, this.address),
			);
			expect(here).toEqual([found]);
		}
	}

	private expectUnpublished(): void {
		expect(this.stored).toBeUndefined();
		const here = platform.functions.filter(
			(each) => each.agent === this.entered.agent && leadsTo(each, this.address),
		);
		if (this.isShown) expect(here).toEqual([]);
	}

	private stranger(step: Step): void {
		if (step.does === 'strangerAdds') {
			const { agent, name } = step;
			if (!platform.isTaken(agent, { name })) platform.add(agent, { name, url: FOREIGN }, true);
			return;
		}
		if (!('which' in step)) return;
		const own = platform.functions.filter((each) => !each.isForeign);
		const one = own[step.which % Math.max(1, own.length)];
		if (!one) return;
		if (step.does === 'strangerDeletes') platform.remove(one);
		else if (step.does === 'strangerRenames') one.body.name = 'another_name';
		// Without its address, nobody can know that it leads elsewhere.
		else if (this.isShown)
			Object.assign(one, { isForeign: true, body: { ...one.body, url: FOREIGN } });
	}
}

const CALM: Trouble = { mishaps: [], isKilled: false };
const publishes = (more: Partial<Entered & Trouble> & { takeOver?: boolean } = {}): Step => {
	const { takeOver = false, mishaps = [], isKilled = false, ...entered } = more;
	return { does: 'publish', entered: { ...FIRST, ...entered }, takeOver, mishaps, isKilled };
};
const UNPUBLISHES: Step = { does: 'unpublish', ...CALM };
const meddles = (does: 'strangerRedirects' | 'strangerDeletes'): Step => ({ does, which: 0 });
const adds = (name: string): Step => ({ does: 'strangerAdds', agent: FIRST.agent, name });

/** What happens most often, in any case. */
const COMMON: Step[][] = [
	[publishes(), meddles('strangerRedirects'), UNPUBLISHES],
	[publishes(), meddles('strangerDeletes'), UNPUBLISHES],
	[publishes(), meddles('strangerDeletes'), publishes({ takeOver: true })],
	[publishes({ isKilled: true }), adds('book_slot'), UNPUBLISHES],
	[publishes({ isKilled: true }), publishes({ takeOver: true }), UNPUBLISHES],
	[publishes(), { does: 'move', host: HOSTS[1] ?? '' }, publishes({ takeOver: true })],
	[publishes(), publishes({ description: 'Another one', takeOver: true }), UNPUBLISHES],
	[publishes(), publishes({ name: 'book_slot', takeOver: true }), UNPUBLISHES],
	[adds('check_slots'), publishes({ takeOver: true }), UNPUBLISHES],
	[publishes(), adds('book_slot'), publishes({ name: 'book_slot', takeOver: true }), UNPUBLISHES],
	[publishes({ mishaps: [undefined, 'unreadable'] }), publishes({ takeOver: true }), UNPUBLISHES],
];
const USUAL = { shown: 'everything', tellsId: true, isUnique: true, merges: false } as const;
const examples = COMMON.map((steps): [typeof USUAL, Step[]] => [USUAL, steps]);

test('published: one function that leads here, with the secret that is stored; unpublished: none; functions of others stay', async () => {
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
		{ ...runs('sequences'), examples },
	);
}, 120_000);
