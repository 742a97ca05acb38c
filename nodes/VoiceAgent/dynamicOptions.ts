import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { asNodeError, clientFor, readPage } from '../shared/http';
import { idOf, labelOf } from '../shared/platform';

/** A short list that is read in one request, without pages or search. */
async function choices(
	context: ILoadOptionsFunctions,
	path: string,
	query: IDataObject,
): Promise<INodePropertyOptions[]> {
	const request = { method: 'GET' as const, path, query, subject: 'Get choices' };
	const client = await clientFor(context);
	const { rows } = await client
		.send(request, ({ body }) => readPage(body))
		.catch((error: unknown) => {
			throw asNodeError(context.getNode(), error);
		});
	return rows
		.map((row) => ({ name: labelOf(row, 'choice'), value: idOf(row, 'choice') }))
		.filter(({ value }) => value !== '')
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** The industry that was chosen together with the use case; '' if none was. */
function chosenIndustry(context: ILoadOptionsFunctions): string {
	const parameters = (context.getCurrentNodeParameters() ?? {}) as Record<string, unknown>;
	const collections = [parameters.additionalFields, parameters.updateFields, parameters.filters];
	const chosen = collections.map((fields) => (fields as IDataObject | undefined)?.industry);
	return String(chosen.find((value) => value !== undefined) ?? '');
}

/** The `methods.loadOptions` of the node: industries and use cases. */
export const loadOptions = {
	async getIndustries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await choices(this, '/agents/meta/industries', {});
	},
	async getUseCases(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const industry = chosenIndustry(this);
		return await choices(this, '/agents/meta/use-cases', industry ? { industry } : {});
	},
};

export const industryField: INodeProperties = {
	displayName: 'Industry Name or ID',
	name: 'industry',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getIndustries' },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

/** Shows the use cases of the chosen industry. */
export const useCaseField: INodeProperties = {
	displayName: 'Use Case Name or ID',
	name: 'useCase',
	type: 'options',
	typeOptions: {
		loadOptionsMethod: 'getUseCases',
		loadOptionsDependsOn: ['additionalFields.industry', 'updateFields.industry'],
	},
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
