import type { Person } from '../../../nodes/shared/calling/person';

/** Somebody who can be called, with what a test says of the person. */
export const personWith = (some: Partial<Person> = {}): Person => ({
	line: 1,
	position: 0,
	number: '+12125550101',
	numbers: [],
	cells: {},
	shown: {},
	fields: {},
	others: [],
	zones: [],
	zonesFrom: '',
	...some,
});
