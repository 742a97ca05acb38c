import type { Resource } from '../../shared/operation';
import { notice, outputFileField, textField } from '../../shared/operation';
import { ParameterError } from '../../shared/values';

const CONFIRMATION = 'ERASE';

export const personalData: Resource = {
	name: 'Personal Data',
	value: 'personalData',
	operations: [
		{
			name: 'Export',
			value: 'export',
			action: 'Export your personal data',
			description:
				'What the platform knows about the user of this credential, as a file where it sends one',
			endpoint: 'GET /users/me/data-export',
			fields: [outputFileField],
			openQuery: true,
			answer: 'objectOrFile',
		},
		{
			name: 'Erase',
			value: 'erase',
			action: 'Erase your personal data',
			description: 'Erase or anonymize the personal data of the user of this credential, for good',
			endpoint: 'DELETE /users/me/erase',
			fields: [
				notice(
					'This erases the personal data of the user this credential logs in with. It cannot be undone, and the credential will stop working.',
				),
				textField(
					'Confirmation',
					'confirmation',
					`Enter ${CONFIRMATION} in capital letters to confirm`,
					{
						required: true,
						placeholder: CONFIRMATION,
					},
				),
			],
			answer: 'deleted',
			request: (params) => {
				if (params.text('confirmation') !== CONFIRMATION) {
					throw new ParameterError(
						'Erasing personal data was not confirmed',
						`Enter ${CONFIRMATION} in capital letters as Confirmation. Nothing was sent`,
					);
				}
				return {};
			},
		},
	],
};
