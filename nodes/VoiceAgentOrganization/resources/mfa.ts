import { notice, resource, textField } from '../../shared/operation';

const secretsNotice = notice(
	'n8n stores the output, which has secrets. Save them in a safe place, then delete the execution.',
);

const passwordField = textField('Password', 'password', 'Password of the user of this credential', {
	required: true,
	typeOptions: { password: true },
});

export const mfa = resource({
	name: 'MFA',
	value: 'mfa',
	operations: [
		{
			kind: 'read',
			name: 'Get Status',
			value: 'getStatus',
			action: 'Get MFA status',
			description: 'Get whether the user of this credential has a second factor',
			endpoint: 'GET /mfa/status',
		},
		{
			kind: 'action',
			name: 'Disable',
			value: 'disable',
			action: 'Disable MFA',
			description: 'Turn off the second factor of the user of this credential',
			endpoint: 'POST /mfa/disable',
			fields: [
				notice('Without a second factor, anyone who has the password can use the account.'),
				passwordField,
			],
			request: (params) => ({ body: { password: params.required('password') } }),
		},
		{
			kind: 'action',
			name: 'Enable',
			value: 'enable',
			action: 'Enable MFA',
			description: 'Turn on MFA with a code of the authenticator app. The output has backup codes.',
			endpoint: 'POST /mfa/enable',
			fields: [
				secretsNotice,
				textField('Code', 'code', 'The 6 digits that the authenticator app shows now', {
					required: true,
					placeholder: 'e.g. 123456',
				}),
			],
			request: (params) => ({ body: { code: params.required('code') } }),
		},
		{
			kind: 'action',
			name: 'Regenerate Backup Codes',
			value: 'regenerateBackupCodes',
			action: 'Regenerate backup codes',
			description: 'Get new backup codes. The old ones stop working.',
			endpoint: 'POST /mfa/backup-codes',
			fields: [secretsNotice],
			openBody: true,
		},
		{
			kind: 'action',
			name: 'Set Up',
			value: 'setUp',
			action: 'Set up MFA',
			description:
				'Get a secret and a QR code for an authenticator app. Then use Enable to turn on MFA.',
			endpoint: 'POST /mfa/setup',
			fields: [secretsNotice],
		},
	],
});
