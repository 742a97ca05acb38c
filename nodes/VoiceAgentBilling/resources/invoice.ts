import { invoiceLocator, list, resource } from '../../shared/operation';

export const invoice = resource({
	name: 'Invoice',
	value: 'invoice',
	entity: 'invoice',
	operations: [
		list({
			action: 'Get many invoices',
			description: 'Get the invoices of the organization',
			endpoint: 'GET /billing/invoices',
		}),
		{
			kind: 'file',
			name: 'Get PDF',
			value: 'getPdf',
			action: 'Get invoice PDF',
			description:
				'Get the link to the PDF of an invoice, and the file if you turn on Download File',
			endpoint: 'GET /billing/invoices/{id}/pdf',
			entity: 'none',
			ids: { id: invoiceLocator },
			sent: 'linked',
			file: 'invoice',
		},
	],
});
