import type { INodeExecutionData, INodeType, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { remembersAll } from './naive.mts';
import type { LoadTrigger } from './realTrigger.mts';

/*
 * Triggers that are right but for one thing. With them every invariant is seen to fail at least once.
 */

type Output = INodeExecutionData[][] | null;
type Poll = (this: IPollFunctions) => Promise<Output>;

const changed =
	(change: (poll: () => Promise<Output>, context: IPollFunctions) => Promise<Output>) =>
	(): INodeType => {
		const poll: Poll = async function (this: IPollFunctions) {
			return await change(async () => (await remembersAll.poll!.call(this)) as Output, this);
		};
		return { description: remembersAll.description, poll };
	};

const withItems = (output: Output, change: (items: INodeExecutionData[]) => INodeExecutionData[]) =>
	output && output.map(change);

const isTest = (context: IPollFunctions) => context.getMode() === 'manual';

export const emitsEmptyOutput = changed(async (poll) => (await poll()) ?? [[]]);

export const throwsPlainErrors = changed(
	async (poll) =>
		await poll().catch((error: Error) => {
			throw new Error(error.message);
		}),
);

export const failsOnWednesdays = changed(async (poll, context) => {
	if (new Date().getUTCDay() === 3) throw new NodeOperationError(context.getNode(), 'Not today');
	return await poll();
});

export const countsPolls = changed(async (poll, context) => {
	const data = context.getWorkflowStaticData('node');
	if (!isTest(context)) data.polls = Number(data.polls ?? 0) + 1;
	return await poll();
});

export const keepsDates = changed(async (poll, context) => {
	const output = await poll();
	if (!isTest(context)) Object.assign(context.getWorkflowStaticData('node'), { at: new Date() });
	return output;
});

export const emitsPairs = changed(async (poll, context) =>
	withItems(await poll(), (items) => (isTest(context) ? items : [...items, ...items])),
);

export const inventsRows = changed(async (poll, context) =>
	withItems(await poll(), (items) =>
		isTest(context) ? items : [...items, { json: { id: 'invented', redelivered: false } }],
	),
);

export const marksSamples = changed(async (poll, context) =>
	withItems(await poll(), (items) =>
		items.map(({ json }) => ({ json: isTest(context) ? { ...json, redelivered: true } : json })),
	),
);

export const remembersTests = changed(async (poll, context) => {
	const output = await poll();
	if (isTest(context)) context.getWorkflowStaticData('node').tested = Date.now();
	return output;
});

export const showsNoSample = changed(async (poll, context) => {
	if (isTest(context)) throw new NodeOperationError(context.getNode(), 'Found nothing yet');
	return await poll();
});

export const neverMarks = changed(async (poll) =>
	withItems(await poll(), (items) =>
		items.map(({ json }) => ({ json: { ...json, redelivered: false } })),
	),
);

/** The trigger without the calls of which nobody can say whether they are over. */
export const waitsForWords =
	(load: LoadTrigger): LoadTrigger =>
	(maxKnown) => {
		const { description, poll } = load(maxKnown);
		return {
			description,
			async poll() {
				const output = (await poll!.call(this)) as Output;
				const clear = (output?.[0] ?? []).filter(({ json }) => json.is_over !== null);
				return clear.length > 0 ? [clear] : null;
			},
		};
	};

/** The trigger with something else in the context of its polls. Tests keep theirs. */
const inContext =
	(load: LoadTrigger, changes: (context: IPollFunctions) => object): LoadTrigger =>
	(maxKnown) => {
		const node = load(maxKnown);
		// n8n keeps one context as long as a workflow is active, and the trigger may notice.
		const contexts = new WeakMap<IPollFunctions, IPollFunctions>();
		const contextFor = (context: IPollFunctions): IPollFunctions => {
			const known = contexts.get(context) ?? { ...context, ...changes(context) };
			contexts.set(context, known);
			return known;
		};
		const poll: Poll = async function (this: IPollFunctions) {
			return (await node.poll!.call(isTest(this) ? this : contextFor(this))) as Output;
		};
		return { description: node.description, poll };
	};

/** The trigger with other parameters than the user chose. */
export const misconfigured = (
	load: LoadTrigger,
	parameters: Record<string, unknown>,
): LoadTrigger =>
	inContext(load, (context) => ({
		getNodeParameter: (name: string, ...more: [never]) =>
			name in parameters ? parameters[name] : context.getNodeParameter(name, ...more),
	}));

const askForNothing = async (context: IPollFunctions): Promise<unknown> =>
	await context.helpers.httpRequest({ url: 'https://voice.example.com/api/v1/billing/balance' });

export const asksForEver = changed(async (poll, context) => {
	if (isTest(context)) return await poll();
	for (;;) await askForNothing(context).catch(() => {});
});

export const goesOn = changed(async (poll, context) => {
	if (!isTest(context))
		void poll()
			.then(async () => await askForNothing(context))
			.catch(() => {});
	return null;
});

export const asksTooOften = changed(async (poll, context) => {
	for (let number = 0; number < 500 && !isTest(context); number += 1) {
		await askForNothing(context).catch(() => {});
	}
	return await poll();
});

export const hoards = changed(async (poll, context) => {
	const data = context.getWorkflowStaticData('node');
	const output = await poll();
	if (!isTest(context)) data.polls = `${String(data.polls ?? '')}${'x'.repeat(20_000)}`;
	return output;
});

export const complains = changed(async (poll, context) => {
	if (!isTest(context)) {
		context.__emitError(new NodeOperationError(context.getNode(), 'The list has no order'));
	}
	return await poll();
});
