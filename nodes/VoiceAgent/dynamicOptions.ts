import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Endpoint } from '../shared/http';
import { addressOf, asNodeError, clientFor, pagesFetcher, readRows } from '../shared/http';
import { idOf, labelOf } from '../shared/platform';

/** All entries of a short list, without search. */
async function choices(
	context: ILoadOptionsFunctions,
	endpoint: Endpoint,
	query: IDataObject,
): Promise<INodePropertyOptions[]> {
	const client = await clientFor(context);
	const request = { ...addressOf(endpoint), query, subject: 'Get choices' };
	const entity = 'choice';
	const rows = await readRows(pagesFetcher(client, request, { entity }), { entity }).catch(
		(error: unknown) => {
			throw asNodeError(context.getNode(), error);
		},
	);
	return rows
		.map((row) => ({ name: labelOf(row, entity), value: idOf(row, entity) }))
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
		return await choices(this, 'GET /agents/meta/industries', {});
	},
	async getUseCases(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const industry = chosenIndustry(this);
		return await choices(this, 'GET /agents/meta/use-cases', industry ? { industry } : {});
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
