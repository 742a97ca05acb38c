import type { ApiFields } from '../../shared/operation';
import { countryLocator, optional, resource, textField, update } from '../../shared/operation';

const profileFields: ApiFields = {
	country: optional(countryLocator),
	vat_number: textField('VAT or GST Number', 'vatNumber', 'Tax number to show on invoices', {
		placeholder: 'e.g. DE123456789',
	}),
};

export const billingProfile = resource({
	name: 'Billing Profile',
	value: 'billingProfile',
	operations: [
		update({
			action: 'Update billing profile',
			description: 'Change the billing country and the VAT or GST number',
			endpoint: 'PATCH /organisations/me/billing',
			changes: profileFields,
		}),
	],
});
