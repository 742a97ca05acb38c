import type { ApiFields } from '../../shared/operation';
import { collectionOf, resource, textField } from '../../shared/operation';

const emailField = textField('Email', 'email', 'Email address of the user', {
	required: true,
	placeholder: 'name@email.com',
});

const newPassword = (name: string) =>
	textField(
		name === 'password' ? 'Password' : 'New Password',
		name,
		'Password that the user logs in with',
		{
			required: true,
			typeOptions: { password: true },
		},
	);

const mailedToken = textField(
	'Token',
	'mailedToken',
	'What the link of the email has after "token="',
	{
		required: true,
		hint: 'The value after "token=" in the link of the email',
		typeOptions: { password: true },
	},
);

const profileFields: ApiFields = {
	first_name: textField('First Name', 'firstName', 'First name of the user', {
		placeholder: 'e.g. Ada',
	}),
	last_name: textField('Last Name', 'lastName', 'Last name of the user', {
		placeholder: 'e.g. Sample',
	}),
};

export const account = resource({
	name: 'Account',
	value: 'account',
	operations: [
		{
			kind: 'action',
			name: 'Sign Up',
			value: 'signUp',
			action: 'Sign up',
			description:
				'Create an organization and its first user. The platform sends a verification email.',
			endpoint: 'POST /external/signup',
			isPublic: true,
			fields: [
				textField('Organization Name', 'organizationName', 'Name of the new organization', {
					required: true,
					placeholder: 'e.g. Example Organization',
				}),
				emailField,
				newPassword('password'),
				collectionOf('Additional Fields', profileFields),
			],
			openBody: true,
			request: (params) => ({
				body: {
					organization_name: params.required('organizationName'),
					email: params.required('email'),
					password: params.required('password'),
					...params.entered('additionalFields', profileFields),
				},
			}),
		},
		{
			kind: 'action',
			name: 'Forgot Password',
			value: 'forgotPassword',
			action: 'Request password reset',
			description: 'Send an email with a link to set a new password',
			endpoint: 'POST /auth/forgot-password',
			isPublic: true,
			fields: [emailField],
			openBody: true,
			request: (params) => ({ body: { email: params.required('email') } }),
		},
		{
			kind: 'action',
			name: 'Log Out',
			value: 'logOut',
			action: 'Log out',
			description: 'End the session of this credential. The next request logs in again.',
			endpoint: 'POST /auth/logout',
		},
		{
			kind: 'action',
			name: 'Resend Verification',
			value: 'resendVerification',
			action: 'Resend verification email',
			description: 'Send the verification email again',
			endpoint: 'POST /auth/resend-verification',
			isPublic: true,
			fields: [emailField],
			openBody: true,
			request: (params) => ({ body: { email: params.required('email') } }),
		},
		{
			kind: 'action',
			name: 'Reset Password',
			value: 'resetPassword',
			action: 'Reset password',
			description: 'Set a new password with the token from the email',
			endpoint: 'POST /auth/reset-password',
			isPublic: true,
			fields: [mailedToken, newPassword('newPassword')],
			openBody: true,
			request: (params) => ({
				body: {
					token: params.required('mailedToken'),
					new_password: params.required('newPassword'),
				},
			}),
		},
		{
			kind: 'read',
			name: 'Verify Email',
			value: 'verifyEmail',
			action: 'Verify email address',
			description: 'Confirm an email address with the token from the verification email',
			endpoint: 'GET /auth/verify-email',
			isPublic: true,
			fields: [mailedToken],
			request: (params) => ({ query: { token: params.required('mailedToken') } }),
		},
	],
});
