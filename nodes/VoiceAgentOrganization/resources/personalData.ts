import { notice, outputFileField, resource, textField } from '../../shared/operation';
import { ParameterError } from '../../shared/values';

const CONFIRMATION = 'ERASE';

export const personalData = resource({
	name: 'Personal Data',
	value: 'personalData',
	operations: [
		{
			kind: 'file',
			name: 'Export',
			value: 'export',
			action: 'Export personal data',
			description:
				'Export the personal data of the user of this credential, as a file if the platform sends one',
			endpoint: 'GET /users/me/data-export',
			fields: [outputFileField],
			openQuery: true,
			sent: 'orObject',
			file: 'personalData',
		},
		{
			kind: 'action',
			name: 'Erase',
			value: 'erase',
			action: 'Erase personal data',
			description:
				'Permanently erase or anonymize the personal data of the user of this credential',
			endpoint: 'DELETE /users/me/erase',
			fields: [
				notice(
					'This erases the personal data of the user of this credential. It cannot be undone, and the credential stops working.',
				),
				textField(
					'Confirmation',
					'confirmation',
					`Enter ${CONFIRMATION} in capital letters to confirm`,
					{
						required: true,
						placeholder: `e.g. ${CONFIRMATION}`,
					},
				),
			],
			request: (params) => {
				if (params.text('confirmation') !== CONFIRMATION) {
					throw new ParameterError(
						'Erasing personal data was not confirmed',
						`Nothing was sent. Enter ${CONFIRMATION} in capital letters as 'Confirmation'`,
					);
				}
				return {};
			},
		},
	],
});
