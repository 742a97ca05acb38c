import { Part, shown } from './part.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { without } from '../common/json.mts';

/** The organization of the sample users, the first of every database. */
export const SAMPLE_ORGANIZATION_ID = 'organization_0001';

const NAMED_COLUMNS = ['name', 'website'];
/** Fields with endpoints or rules of their own; a profile that names them does not overrule them. */
const OWN_COLUMNS = [
	'seq',
	'id',
	'country',
	'vat_number',
	'profile',
	'credits',
	'created_at',
	'updated_at',
];

/** The organizations, of which a user sees one. */
export class Organizations extends Part {
	/** The organization, or the 404 a client gets for one that is not its own. */
	require(id: string, ownId: string): Row {
		if (id !== ownId) throw new ApiError(404, `Organization ${id} not found`);
		return this.rowOr404('organizations', { id }, `Organization ${id}`);
	}

	create(name: string): Row {
		return this.insertNew('organizations', 'id', 'organization', {
			name,
			updated_at: this.clock.now(),
		});
	}

	/** Changes the profile; fields the table has no column for are kept beside the others. */
	change(organization: Row, fields: Row): Row {
		const named = Object.fromEntries(
			NAMED_COLUMNS.filter((name) => name in fields).map((name) => [name, fields[name]]),
		);
		const others = without(fields, ...NAMED_COLUMNS, ...OWN_COLUMNS);
		return this.#update(organization, {
			...named,
			profile: JSON.stringify({ ...JSON.parse(organization.profile), ...others }),
		});
	}

	changeBilling(organization: Row, fields: { country?: string; vat_number?: string | null }): Row {
		const { country = organization.country, vat_number = organization.vat_number } = fields;
		return this.#update(organization, { country, vat_number });
	}

	#update(organization: Row, changes: Row): Row {
		return this.updated('organizations', organization, {
			...changes,
			updated_at: this.clock.now(),
		});
	}
}

/** An organization as the API shows it. */
export function organizationView(row: Row): Row {
	return {
		...JSON.parse(row.profile),
		...shown(row, 'profile', 'credits'),
	};
}
