import type { INodeProperties } from 'n8n-workflow';

/** A text field. */
export const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name.toUpperCase(),
	name,
	type: 'string',
	default: '',
	...more,
});
