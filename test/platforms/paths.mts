import { nameOfRows } from '../platform/envelopes.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { targetOf } from './platform.mts';

/** Where the rows of a list are in its answers, as names with dots between them; '' if the answer is the list. */
function rowsPath(of: ListCase): string {
	const { envelope } = of;
	const { plural } = targetOf(of);
	const name = nameOfRows(envelope, targetOf(of));
	switch (envelope.kind) {
		case 'array':
		case 'groups':
			return '';
		case 'named':
			return name;
		case 'nested':
			return `${name === 'data' ? 'result' : 'data'}.${name}`;
		case 'success':
			return `data.${name}`;
		case 'response':
			return `response.data.${name}`;
		case 'django':
			return 'results';
		case 'hal':
			return `_embedded.${plural}`;
	}
}

function objectPath(of: ObjectCase): string {
	const { singular } = targetOf(of);
	switch (of.single.kind) {
		case 'bare':
		case 'array':
		case 'receipt':
		case 'empty':
		case 'split':
		case 'words':
		case 'noStatus':
			return '';
		case 'data':
		case 'dataMeta':
		case 'success':
		case 'dataArray':
			return 'data';
		case 'named':
		case 'namedMeta':
			return singular;
		case 'result':
			return 'result';
		case 'response':
			return 'response.data';
		case 'dataNamed':
			return `data.${singular}`;
		case 'unusual':
			return 'payload.content';
		case 'twoEqual':
			return 'old';
	}
}

/** What a user who has seen the answers enters as Response Path. */
export const contentPath = (of: Case): string =>
	of.kind === 'list' ? rowsPath(of) : objectPath(of);
