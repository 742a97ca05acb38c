import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError } from '../http';
import type { RowProblem } from '../values';
import { reasonsOf, remediesOf } from '../values';
import type { Planned } from './job';

type Wrong = Planned & { error: Error };

const problemOf = ({ itemIndexes, error }: Wrong): RowProblem => {
	const { description } = error as { description?: unknown };
	return {
		row: (itemIndexes[0] ?? 0) + 1,
		message: error.message,
		description: typeof description === 'string' ? description : '',
	};
};

const OTHER_WAY =
	"Correct these rows, or set 'On Error' to Continue in the settings of this node. Then the other rows are sent, and these are returned with " +
	'the reason';

/** Everything that is wrong with the input, in one error, before anything is sent. */
export function inputError(context: IExecuteFunctions, planned: readonly Planned[]) {
	const wrong = planned.filter((entry): entry is Wrong => 'error' in entry);
	const [first] = wrong;
	if (!first) return undefined;
	if (planned.length === 1)
		return asNodeError(context.getNode(), first.error, first.itemIndexes[0]);
	const problems = wrong.map(problemOf);
	return asNodeError(
		context.getNode(),
		{
			message: `${wrong.length} of ${planned.length} input items cannot be sent. ${reasonsOf(problems)}`,
			description: ['Nothing was sent', remediesOf(problems), OTHER_WAY].filter(Boolean).join('. '),
		},
		first.itemIndexes[0],
	);
}

/** An item for a row that failed, with what a person needs to correct it. */
export function errorItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndexes: number[],
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const node = context.getNode();
	const itemIndex = itemIndexes[0] ?? 0;
	const nodeError = asNodeError(node, error, itemIndex);
	const json: IDataObject = {
		error: nodeError.message,
		description: nodeError.description ?? '',
		row: itemIndex + 1,
	};
	const item: INodeExecutionData = { json, pairedItem };
	if (node.onError === 'continueErrorOutput') {
		// `error` is what sends an item to the error output. n8n then reduces every item that still has it to its message. A property
		// that is not enumerable is missing in the copy to which n8n adds the input row, so that copy keeps the row number and the description.
		Object.defineProperty(item, 'error', { value: nodeError, writable: true });
	}
	return item;
}
