import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError } from '../http';
import type { FoundOperation } from '../operation';
import { Params, shownFieldsOf } from '../operation';
import { errorItem } from './inputErrors';
import { inN8n } from './inN8n';
import { NodeParameters } from './parameters';

/** Carries out an operation that sends no request, once, with the parameters of the first item. @returns the input items */
export async function carryOut(
	context: IExecuteFunctions,
	operation: FoundOperation,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const params = new Params(new NodeParameters(context).readerOf(0), {
		fields: shownFieldsOf(operation),
	});
	const failure = await (async () => {
		await operation.carryOut?.(params, inN8n(context));
		return undefined;
	})().catch((error: unknown) => error as Error);
	if (!failure) return items.map((item, index) => ({ ...item, pairedItem: { item: index } }));
	if (!context.continueOnFail()) throw asNodeError(context.getNode(), failure, 0);
	const indexes = [...items.keys()];
	return [
		errorItem(
			context,
			failure,
			indexes,
			indexes.map((item) => ({ item })),
		),
	];
}
