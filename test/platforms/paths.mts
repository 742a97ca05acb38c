import { nameOfRows } from '../platform/envelopes.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { targetOf } from './platform.mts';

/** Where the rows of a list are in its answers, as names with dots between them; '' if the answer is the list. */
function rowsPath(of: ListCase): string {
	const { envelope } = of;
	const name = nameOfRows(envelope, targetOf(of));
	switch (envelope.kind) {
		case 'array':
			return '';
		case 'named':
			return name;
		case 'nested':
			return `${name === 'data' ? 'result' : 'data'}.${name}`;
		case 'django':
			return 'results';
	}
}

function objectPath(of: ObjectCase): string {
	const { singular } = targetOf(of);
	switch (of.single.kind) {
		case 'bare':
		case 'empty':
			return '';
		case 'data':
			return 'data';
		case 'named':
			return singular;
		case 'dataNamed':
			return `data.${singular}`;
	}
}

/** What a user who has seen the answers enters as Response Path. */
export const contentPath = (of: Case): string =>
	of.kind === 'list' ? rowsPath(of) : objectPath(of);
