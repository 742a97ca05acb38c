import type { IDataObject, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node';
import { VoiceAgentAnalytics } from '../../nodes/VoiceAgentAnalytics/VoiceAgentAnalytics.node';
import { VoiceAgentBilling } from '../../nodes/VoiceAgentBilling/VoiceAgentBilling.node';
import { VoiceAgentCall } from '../../nodes/VoiceAgentCall/VoiceAgentCall.node';
import { VoiceAgentCampaign } from '../../nodes/VoiceAgentCampaign/VoiceAgentCampaign.node';
import { VoiceAgentOrganization } from '../../nodes/VoiceAgentOrganization/VoiceAgentOrganization.node';
import { VoiceAgentPhoneNumber } from '../../nodes/VoiceAgentPhoneNumber/VoiceAgentPhoneNumber.node';
import { ProcessedDataTable } from '../../harness/n8n/processedData.mts';
import { fakeContext } from '../support/fakeContext.mts';
import type { Case } from './cases.mts';
import { isActionCase } from './expectations.mts';
import type { Outcome, Reader, Reading } from './oracle.mts';
import { contentPath } from './paths.mts';
import { enteredFilter, targetOf, type CasePlatform, type Reply } from './platform.mts';
import type { NodeName, Target } from './resources.mts';

/*
 * The real nodes, with n8n's HTTP helper replaced by the platform of a case. Everything else is the package's own.
 */

const NODES: Record<NodeName, INodeType> = {
	voiceAgent: new VoiceAgent(),
	voiceAgentAnalytics: new VoiceAgentAnalytics(),
	voiceAgentBilling: new VoiceAgentBilling(),
	voiceAgentCall: new VoiceAgentCall(),
	voiceAgentCampaign: new VoiceAgentCampaign(),
	voiceAgentOrganization: new VoiceAgentOrganization(),
	voiceAgentPhoneNumber: new VoiceAgentPhoneNumber(),
};

const isShownFor = ({ displayOptions }: INodeProperties, { resource, operation }: Target) => {
	const { resource: resources, operation: operations } = displayOptions?.show ?? {};
	return resources?.includes(resource) === true && (!operations || operations.includes(operation));
};

/** What the editor has in the fields of an operation before anybody enters something. */
function defaultsOf(target: Target): IDataObject {
	const { properties } = NODES[target.node].description;
	const shown = properties.filter((property) => isShownFor(property, target));
	return Object.fromEntries(shown.map(({ name, default: value }) => [name, value])) as IDataObject;
}

const defaults = new Map<Target, IDataObject>();

/** The parameters of the node in this case. */
function parametersOf(of: Case): IDataObject {
	const target = targetOf(of);
	const known = defaults.get(target) ?? defaultsOf(target);
	defaults.set(target, known);
	const path = of.givesPath ? contentPath(of) : '';
	const own = target.parameters as IDataObject;
	return {
		...known,
		...own,
		resource: target.resource,
		operation: target.operation,
		output: of.output,
		options: {
			maxRetries: 0,
			...(own.advanced as object),
			...(path !== '' && { responsePath: path }),
		},
		...(of.kind === 'list' && {
			returnAll: of.limit === undefined,
			limit: of.limit ?? 50,
			filters: enteredFilter(of) as IDataObject,
		}),
	};
}

/** What n8n's HTTP helper gives: what was sent if it is asked for that, otherwise what JSON.parse makes of it. */
export function helped({ status, text }: Reply, encoding: unknown) {
	const isText = encoding === 'stream' || text === '';
	return {
		statusCode: status,
		headers: text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' },
		body: isText ? text : (JSON.parse(text) as unknown),
	};
}

let executions = 0;

const outcomeOf = async (work: Promise<unknown>): Promise<Outcome> =>
	await work.then(
		(output) => ({
			items: ((output as INodeExecutionData[][])[0] ?? []).map(({ json }) => json),
		}),
		(error: Error) => ({
			error: {
				message: `${error.message} | ${String((error as { description?: unknown }).description ?? '')}`,
				isReadable:
					(error instanceof NodeApiError || error instanceof NodeOperationError) &&
					error.message !== '',
			},
		}),
	);

/** Runs the real node. */
export const realNode: Reader = async (of: Case, platform: CasePlatform): Promise<Reading> => {
	executions += 1;
	const { node } = targetOf(of);
	const setting = {
		parameters: parametersOf(of),
		node: { retryOnFail: isActionCase(of) },
		processed: new ProcessedDataTable(),
	};
	/** The node in one execution of the workflow. */
	const started = (executionId: string) => {
		let sent: ReturnType<typeof fakeContext>['sent'] = [];
		const fake = fakeContext({ ...setting, executionId }, (number, options) =>
			helped(
				platform.serve(options, sent[number]?.credential !== undefined),
				(options as { encoding?: unknown }).encoding,
			),
		);
		({ sent } = fake);
		return fake;
	};
	const runIn = async ({ context }: ReturnType<typeof fakeContext>) =>
		await outcomeOf(NODES[node].execute!.call(context) as Promise<unknown>);
	const fake = started(`execution_${executions}`);
	const run = async () => await runIn(fake);
	const outcome = await run();
	if (!isActionCase(of)) return outcome;
	const { options } = targetOf(of).parameters as { options?: { repeatedNumbers?: string } };
	return {
		...outcome,
		...(options?.repeatedNumbers === 'ever' && {
			isRemembered: (await fake.countRemembered()) > 0,
		}),
		again: run,
	};
};
