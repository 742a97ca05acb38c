import type { Resource } from '../../shared/operation';
import { notice, textField } from '../../shared/operation';

const storeSafely = notice(
	'The output holds secrets of your account, and n8n keeps it in the execution data. Store them safely and delete the execution.',
);

const passwordField = textField(
	'Password',
	'password',
	'Password of the user this credential logs in with',
	{
		required: true,
		typeOptions: { password: true },
	},
);

export const mfa: Resource = {
	name: 'MFA',
	value: 'mfa',
	operations: [
		{
			name: 'Get Status',
			value: 'getStatus',
			action: 'Get the MFA status',
			description: 'Whether the user of this credential has a second factor',
			endpoint: 'GET /mfa/status',
		},
		{
			name: 'Disable',
			value: 'disable',
			action: 'Disable MFA',
			description: 'Turn the second factor off for the user of this credential',
			endpoint: 'POST /mfa/disable',
			fields: [
				notice('Without a second factor, whoever has the password has the account.'),
				passwordField,
			],
			request: (params) => ({ body: { password: params.required('password') } }),
		},
		{
			name: 'Enable',
			value: 'enable',
			action: 'Enable MFA',
			description:
				'Confirm the set-up with a code of the authenticator app. The answer holds backup codes.',
			endpoint: 'POST /mfa/enable',
			fields: [
				storeSafely,
				textField('Code', 'code', 'The 6 digits the authenticator app shows now', {
					required: true,
					placeholder: 'e.g. 123456',
				}),
			],
			request: (params) => ({ body: { code: params.required('code') } }),
		},
		{
			name: 'Regenerate Backup Codes',
			value: 'regenerateBackupCodes',
			action: 'Regenerate backup codes',
			description: 'Get new backup codes. The old ones stop working.',
			endpoint: 'POST /mfa/backup-codes',
			fields: [storeSafely],
			openBody: true,
		},
		{
			name: 'Set Up',
			value: 'setUp',
			action: 'Set up MFA',
			description: 'Get a secret and a QR code for an authenticator app. Enable then turns MFA on.',
			endpoint: 'POST /mfa/setup',
			fields: [storeSafely],
		},
	],
};
