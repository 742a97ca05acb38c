import type { INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import type { ActionOperation, ApiFields } from '../../shared/operation';
import {
	agentLocator,
	collectionOf,
	documentLocator,
	inputFileField,
	list,
	resource,
	textField,
} from '../../shared/operation';
import { agentDocumentsField, documentsField } from '../dynamicOptions';

const nameField = textField('Name', 'name', 'Name of the document on the platform', {
	placeholder: 'e.g. Price list 2026',
});

const uploadFields: ApiFields = { name: nameField };

/** Attach and Detach: their documents are chosen from different lists. */
function assignment(
	operation: Pick<ActionOperation, 'name' | 'value' | 'action' | 'description'> & {
		endpoint: Endpoint;
		documents: INodeProperties;
	},
): ActionOperation {
	const { documents, ...rest } = operation;
	return {
		kind: 'action',
		...rest,
		entity: 'none',
		ids: { agent_id: agentLocator },
		fields: [documents],
		openBody: true,
		request: (params) => ({ body: { kb_ids: params.requiredTexts('documentIds') } }),
	};
}

export const knowledgeBaseDocument = resource({
	name: 'Knowledge Base Document',
	value: 'knowledgeBaseDocument',
	entity: 'document',
	operations: [
		{
			kind: 'action',
			name: 'Upload',
			value: 'upload',
			action: 'Upload document',
			description: 'Add a file to the knowledge base. Each input item is one document.',
			endpoint: 'POST /knowledge-base/upload',
			fields: [inputFileField, collectionOf('Additional Fields', uploadFields)],
			openBody: true,
			request: (params) => ({
				body: params.entered('additionalFields', uploadFields),
				upload: { binaryField: params.required('inputDataFieldName'), partName: 'file' },
			}),
		},
		assignment({
			name: 'Attach to Agent',
			value: 'assign',
			action: 'Attach documents to agent',
			description: 'Let an agent use documents for its answers',
			endpoint: 'POST /agents/{agent_id}/knowledge-base/assign',
			documents: documentsField,
		}),
		{
			kind: 'action',
			name: 'Delete',
			value: 'delete',
			action: 'Delete document',
			description: 'Delete a document from the knowledge base',
			endpoint: 'DELETE /knowledge-base/document/{kb_id}',
			ids: { kb_id: documentLocator },
			answer: 'deleted',
		},
		assignment({
			name: 'Detach From Agent',
			value: 'unassign',
			action: 'Detach documents from agent',
			description: 'Stop an agent from using documents. The documents stay in the knowledge base.',
			endpoint: 'POST /agents/{agent_id}/knowledge-base/unassign',
			documents: agentDocumentsField,
		}),
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get document',
			description: 'Get the details of one document',
			endpoint: 'GET /knowledge-base/document/{kb_id}',
			ids: { kb_id: documentLocator },
		},
		list({
			action: 'Get many documents',
			description: 'Get the documents of the knowledge base',
			endpoint: 'GET /knowledge-base/documents',
		}),
		list({
			name: 'Get Many of an Agent',
			value: 'getAllOfAgent',
			action: 'Get many documents of agent',
			description: 'Get the documents that an agent uses',
			endpoint: 'GET /agents/{agent_id}/knowledge-base',
			ids: { agent_id: agentLocator },
		}),
		{
			kind: 'action',
			name: 'Rename',
			value: 'rename',
			action: 'Rename document',
			description: 'Change the name of a document',
			endpoint: 'PUT /knowledge-base/document/{kb_id}',
			ids: { kb_id: documentLocator },
			fields: [{ ...nameField, required: true }],
			openBody: true,
			request: (params) => ({ body: { name: params.required('name') } }),
		},
	],
});
