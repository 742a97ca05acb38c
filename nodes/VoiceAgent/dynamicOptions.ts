import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Address } from '../shared/http';
import {
	addressOf,
	asNodeError,
	clientFor,
	Identity,
	pagesFetcher,
	readRows,
} from '../shared/http';
import { Params, choiceField } from '../shared/operation';
import type { EntityName } from '../shared/platform';
import { idOf, labelOf } from '../shared/platform';
import { ParameterError } from '../shared/values';

const withoutIds = () =>
	new ParameterError(
		"The platform's list has no IDs that could be chosen",
		'Enter the IDs with an expression, as the dashboard of the platform shows them',
	);

/**
 * All entries of a list, by name, without search.
 *
 * @throws if there are entries, and none can be chosen
 */
async function choices(
	context: ILoadOptionsFunctions,
	address: Address,
	query: IDataObject = {},
	entity: EntityName = 'choice',
): Promise<INodePropertyOptions[]> {
	const client = await clientFor(context);
	const request = { ...address, query, subject: 'Get choices' };
	const rows = await readRows(pagesFetcher(client, request, { entity }), {
		identity: new Identity(entity),
	}).catch((error: unknown) => {
		throw asNodeError(context.getNode(), error);
	});
	const found = rows
		.map((row) => ({ name: labelOf(row, entity), value: idOf(row, entity) }))
		.filter(({ value }) => value !== '')
		.sort((a, b) => a.name.localeCompare(b.name));
	if (found.length === 0 && rows.length > 0) throw asNodeError(context.getNode(), withoutIds());
	return found;
}

/** The industry that was chosen together with the use case; '' if none was. */
function chosenIndustry(context: ILoadOptionsFunctions): string {
	const parameters = (context.getCurrentNodeParameters() ?? {}) as Record<string, unknown>;
	const collections = [parameters.additionalFields, parameters.updateFields, parameters.filters];
	const chosen = collections.map((fields) => (fields as IDataObject | undefined)?.industry);
	return String(chosen.find((value) => value !== undefined) ?? '');
}

/** The documents of the agent that was chosen before; undefined if none was. */
function addressOfAgentDocuments(context: ILoadOptionsFunctions): Address | undefined {
	const params = new Params((name) =>
		context.getCurrentNodeParameter(name, { extractValue: true }),
	);
	if (params.text('agentId') === '') return undefined;
	try {
		return addressOf('GET /agents/{agent_id}/knowledge-base', { agent_id: params.id('agentId') });
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** The `methods.loadOptions` of the node: industries, use cases and documents. */
export const loadOptions = {
	async getIndustries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await choices(this, addressOf('GET /agents/meta/industries'));
	},
	async getUseCases(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const industry = chosenIndustry(this);
		const query = industry ? { industry } : {};
		return await choices(this, addressOf('GET /agents/meta/use-cases'), query);
	},
	async getDocuments(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await choices(this, addressOf('GET /knowledge-base/documents'), {}, 'document');
	},
	async getAgentDocuments(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const address = addressOfAgentDocuments(this);
		return address ? await choices(this, address, {}, 'document') : [];
	},
};

/** A drop-down without its first, empty entry. @param what an expression must give */
const chooseOr = (what: string) =>
	`Choose from the list, or specify ${what} using an <a href="https://docs.n8n.io/code/expressions/">expression</a>`;

export const industryField = choiceField('Industry Name or ID', 'industry', chooseOr('an ID'), {
	typeOptions: { loadOptionsMethod: 'getIndustries' },
});

/** Shows the use cases of the chosen industry. */
export const useCaseField = choiceField('Use Case Name or ID', 'useCase', chooseOr('an ID'), {
	typeOptions: {
		loadOptionsMethod: 'getUseCases',
		loadOptionsDependsOn: ['additionalFields.industry', 'updateFields.industry'],
	},
});

const documentsFrom = (typeOptions: INodeProperties['typeOptions']) =>
	choiceField('Document Names or IDs', 'documentIds', chooseOr('IDs'), {
		type: 'multiOptions',
		typeOptions,
		default: [],
		required: true,
	});

/** Documents of the knowledge base. */
export const documentsField = documentsFrom({ loadOptionsMethod: 'getDocuments' });

/** Documents that the chosen agent uses. */
export const agentDocumentsField = documentsFrom({
	loadOptionsMethod: 'getAgentDocuments',
	loadOptionsDependsOn: ['agentId.value'],
});
