import type { IDataObject } from 'n8n-workflow';

/** The parameter that chooses what the items of an operation or of the trigger look like. */
export function outputAs(form: 'columns' | 'raw'): IDataObject {
	return { output: form === 'columns' ? 'allColumns' : 'raw' };
}
