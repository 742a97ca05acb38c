import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client } from '../../http';
import type { ResourceOperation, TaskOperation } from '../../operation';
import type { Job } from '../job';
import { accessFor } from '../taskAccess';

/** Carries out a task. @returns its items, or the input items without any. @throws ParameterError, RequestFailure */
export async function taskItems(
	context: IExecuteFunctions,
	client: Client,
	{ params, itemIndexes }: Job,
	operation: ResourceOperation<TaskOperation>,
): Promise<INodeExecutionData[]> {
	const made = await operation.task(accessFor(context, client, operation), params);
	if (!made) {
		const input = context.getInputData();
		return itemIndexes.map((item) => ({
			...(input[item] ?? { json: {} }),
			pairedItem: { item },
		}));
	}
	const items = made.map(async ({ json, file }): Promise<INodeExecutionData> => {
		if (!file) return { json };
		const content = Buffer.from(file.text, 'utf8');
		const binary = await context.helpers.prepareBinaryData(content, file.name, 'application/json');
		return { json, binary: { [file.field]: binary } };
	});
	return await Promise.all(items);
}
