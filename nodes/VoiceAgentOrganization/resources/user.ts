import type { ApiFields, Resource } from '../../shared/operation';
import { collectionOf, list, textField, update, userLocator } from '../../shared/operation';

const emailField = textField('Email', 'email', 'Where the invitation goes', {
	required: true,
	placeholder: 'name@email.com',
});

const roleField = textField('Role', 'role', 'What the user may do, as the platform writes it', {
	placeholder: 'e.g. admin',
});

const updateFields: ApiFields = {
	first_name: textField('First Name', 'firstName', 'First name of the user'),
	last_name: textField('Last Name', 'lastName', 'Last name of the user'),
	role: roleField,
	status: textField('Status', 'status', 'Whether the user may log in, as the platform writes it', {
		placeholder: 'e.g. active',
	}),
};

export const user: Resource = {
	name: 'User',
	value: 'user',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many users',
			description: 'The users of the organization',
			endpoint: 'GET /users/',
			entity: 'user',
		}),
		{
			name: 'Get',
			value: 'get',
			action: 'Get a user',
			description: 'The profile of one user',
			endpoint: 'GET /users/{user_id}',
			ids: { user_id: userLocator },
		},
		list({
			name: 'Get Login History',
			value: 'getLoginHistory',
			action: 'Get the login history of a user',
			description: 'When and from where a user signed in',
			endpoint: 'GET /login-history/{user_id}',
			ids: { user_id: userLocator },
		}),
		{
			name: 'Invite',
			value: 'invite',
			action: 'Invite a user',
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
			action: 'Update a user',
			description: "Change a user's role, status or profile",
			endpoint: 'PATCH /users/{user_id}',
			ids: { user_id: userLocator },
			changes: updateFields,
		}),
	],
};
