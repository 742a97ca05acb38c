import { Ajv2020 } from 'ajv/dist/2020.js';
import { ApiError } from '../common/errors.mts';
import { type Fault, FAULTS, type Quirks } from '../simulation/behaviour.mts';
import { CATALOGUE } from '../simulation/quirkCatalogue.mts';

/** The fields of a fault. */
export const faultFields = {
	method: { type: 'string', description: 'of the requests that it hits; all if left out' },
	path: {
		type: 'string',
		description: 'a regular expression, tried with and without `/api/v1`; all if left out',
	},
	kind: { enum: Object.keys(FAULTS), description: 'what goes wrong' },
	status: { type: 'integer', minimum: 400, maximum: 599, description: 'of the answer' },
	retryAfter: { type: ['number', 'string'], description: 'the header `Retry-After`' },
	delayMs: { type: 'integer', minimum: 0, description: 'how late the answer is' },
	rows: { type: 'integer', minimum: 1, description: 'how many rows a list lags behind' },
	probability: {
		type: 'number',
		minimum: 0,
		maximum: 1,
		description: 'how often it hits; the seed decides which requests. 1 if left out',
	},
	times: {
		type: 'integer',
		minimum: 1,
		description:
			'how often it hits at most, requests with a refused token included; no limit if left out',
	},
};

const isBehaviour = new Ajv2020({ allowUnionTypes: true, allErrors: true }).compile({
	type: 'object',
	additionalProperties: false,
	properties: {
		...Object.fromEntries(Object.entries(CATALOGUE).map(([name, { schema }]) => [name, schema])),
		faults: {
			type: 'array',
			items: {
				type: 'object',
				additionalProperties: false,
				properties: faultFields,
			},
		},
	},
});

/**
 * The changes that a request to the control API asks for, checked.
 *
 * @throws a 400 that names everything that is wrong with them
 */
export function behaviourChanges(body: unknown): Partial<Quirks> & { faults?: Fault[] } {
	if (!isBehaviour(body)) {
		const reasons = isBehaviour.errors!.map(
			({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
		);
		throw new ApiError(400, reasons.join('; '));
	}
	const { faults, ...quirks } = body as Partial<Quirks> & { faults?: Array<Partial<Fault>> };
	return { ...quirks, ...(faults && { faults: faults.map(completeFault) }) };
}

function completeFault(fault: Partial<Fault>): Fault {
	const kind = fault.kind ?? 'status';
	if (kind === 'status' && fault.status === undefined)
		throw new ApiError(400, 'A fault of kind "status" needs a status');
	if (kind === 'lag' && fault.rows === undefined)
		throw new ApiError(400, 'A fault of kind "lag" needs rows: how many are not there yet');
	try {
		new RegExp(fault.path ?? '');
	} catch {
		throw new ApiError(400, `The path of a fault is no regular expression: ${fault.path}`);
	}
	return { probability: 1, ...fault, kind };
}
