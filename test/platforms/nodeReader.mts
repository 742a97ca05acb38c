import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ProcessedDataTable } from '../../harness/n8n/processedData.mts';
import { fakeContext } from '../support/fakeContext.mts';
import { nodeTypes } from '../support/nodeTypes.mts';
import type { Case } from './cases.mts';
import type { Reading } from './oracle.mts';
import { enteredFilter, targetOf, type CasePlatform } from './platform.mts';
import { isAction, type Target } from './resources.mts';

/*
 * The real nodes, with n8n's HTTP helper replaced by the platform of a case. Everything else is the package's own.
 */

const isShownFor = ({ displayOptions }: INodeProperties, { resource, operation }: Target) => {
	const { resource: resources, operation: operations } = displayOptions?.show ?? {};
	return resources?.includes(resource) === true && (!operations || operations.includes(operation));
};

const known = new Map<Target, IDataObject>();

/** What the editor has in the fields of an operation before anybody enters something. */
function defaultsOf(target: Target): IDataObject {
	const { properties } = nodeTypes[target.node]!.description;
	const shown = properties.filter((property) => isShownFor(property, target));
	const defaults = Object.fromEntries(shown.map(({ name, default: value }) => [name, value]));
	known.set(target, defaults as IDataObject);
	return defaults as IDataObject;
}

/** The parameters of the node in this case. */
function parametersOf(of: Case): IDataObject {
	const target = targetOf(of);
	return {
		...(known.get(target) ?? defaultsOf(target)),
		...(target.parameters as IDataObject),
		resource: target.resource,
		operation: target.operation,
		output: of.output,
		options: { ...(target.parameters.options as object), maxRetries: 0 },
		...(of.kind === 'list' && {
			returnAll: of.limit === undefined,
			limit: of.limit ?? 50,
			filters: enteredFilter(of) as IDataObject,
		}),
	};
}

let executions = 0;

/** Runs the real node. */
export async function readByNode(of: Case, platform: CasePlatform): Promise<Reading> {
	executions += 1;
	const target = targetOf(of);
	const { context, sent, countRemembered } = fakeContext(
		{
			parameters: parametersOf(of),
			node: { retryOnFail: isAction(target) },
			processed: new ProcessedDataTable(),
			executionId: `execution_${executions}`,
		},
		(number, options) => platform.serve(options, sent[number]?.credential !== undefined),
	);
	const run = async (): Promise<Reading> =>
		await (nodeTypes[target.node]!.execute!.call(context) as Promise<INodeExecutionData[][]>).then(
			([items = []]) => ({ items: items.map(({ json }) => json) }),
			(error: Error & { description?: string }) => ({
				error: {
					message: `${error.message} | ${error.description ?? ''}`,
					isReadable:
						(error instanceof NodeApiError || error instanceof NodeOperationError) &&
						error.message !== '',
				},
			}),
		);
	const reading = await run();
	if (!isAction(target)) return reading;
	const { options } = target.parameters as { options?: { repeatedNumbers?: string } };
	return {
		...reading,
		...(options?.repeatedNumbers === 'ever' && { isRemembered: (await countRemembered()) > 0 }),
		again: run,
	};
}
