import type { ApiFields } from '../../shared/operation';
import {
	collectionOf,
	list,
	resource,
	textField,
	update,
	userLocator,
} from '../../shared/operation';

const emailField = textField('Email', 'email', 'Email address to send the invitation to', {
	required: true,
	placeholder: 'name@email.com',
});

const roleField = textField('Role', 'role', 'Role of the user, as the platform writes it', {
	placeholder: 'e.g. admin',
});

const updateFields: ApiFields = {
	first_name: textField('First Name', 'firstName', 'First name of the user', {
		placeholder: 'e.g. Ada',
	}),
	last_name: textField('Last Name', 'lastName', 'Last name of the user', {
		placeholder: 'e.g. Sample',
	}),
	role: roleField,
	status: textField('Status', 'status', 'Status of the user, as the platform writes it', {
		placeholder: 'e.g. active',
	}),
};

export const user = resource({
	name: 'User',
	value: 'user',
	entity: 'user',
	operations: [
		list({
			action: 'Get many users',
			description: 'Get the users of the organization',
			endpoint: 'GET /users/',
		}),
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get user',
			description: 'Get the profile of one user',
			endpoint: 'GET /users/{user_id}',
			ids: { user_id: userLocator },
		},
		list({
			name: 'Get Login History',
			value: 'getLoginHistory',
			action: 'Get user login history',
			description: 'Get when and from where a user logged in',
			endpoint: 'GET /login-history/{user_id}',
			entity: 'signIn',
			ids: { user_id: userLocator },
		}),
		{
			kind: 'action',
			name: 'Invite',
			value: 'invite',
			action: 'Invite user',
			description:
				'Send an invitation to join the organization. New users start with the read-only role.',
			endpoint: 'POST /auth/invite',
			fields: [emailField, collectionOf('Additional Fields', { role: roleField })],
			openBody: true,
			request: (params) => ({
				body: {
					email: params.required('email'),
					...params.entered('additionalFields', { role: roleField }),
				},
			}),
		},
		update({
			action: 'Update user',
			description: 'Change the role, status or profile of a user',
			endpoint: 'PATCH /users/{user_id}',
			ids: { user_id: userLocator },
			changes: updateFields,
		}),
	],
});
