import { invoiceLocator } from '../../shared/operation/locators';
import type { Resource } from '../../shared/operation/operation';
import { list } from '../../shared/operation/operation';

export const invoice: Resource = {
	name: 'Invoice',
	value: 'invoice',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many invoices',
			description: 'The invoices of the organization',
			endpoint: 'GET /billing/invoices',
			rowId: 'invoice_id',
		}),
		{
			name: 'Get PDF',
			value: 'getPdf',
			action: 'Get the PDF of an invoice',
			description: 'The link to the PDF of an invoice, and the file itself if you like',
			endpoint: 'GET /billing/invoices/{id}/pdf',
			ids: { id: 'invoiceId' },
			fields: [invoiceLocator],
			linkedFile: ['url', 'pdf_url', 'link', 'download_url', 'href', 'pdf'],
		},
	],
};
