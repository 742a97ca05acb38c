import type { Resource } from '../../shared/operation';
import { invoiceLocator, list } from '../../shared/operation';

export const invoice: Resource = {
	name: 'Invoice',
	value: 'invoice',
	entity: 'invoice',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many invoices',
			description: 'Get the invoices of the organization',
			endpoint: 'GET /billing/invoices',
		}),
		{
			name: 'Get PDF',
			value: 'getPdf',
			action: 'Get invoice PDF',
			description:
				'Get the link to the PDF of an invoice, and the file if you turn on Download File',
			endpoint: 'GET /billing/invoices/{id}/pdf',
			entity: 'none',
			ids: { id: invoiceLocator },
			linkedFile: true,
			file: 'invoice',
		},
	],
};
