import { Part } from './part.mts';
import type { Row } from '../data/database.mts';

/** What moved the balance. */
export interface Posting {
	type: 'debit' | 'topup' | 'adjustment';
	/** What the credits were for; the usage summary groups by it. */
	feature: 'calls' | 'phone_numbers' | 'topups' | 'adjustments';
	/** Negative when credits are spent. */
	credits: number;
	description: string;
	/** The call, number or top-up behind it. */
	reference?: string;
}

/** The credits of every organization: a balance, and the postings that add up to it. */
export class Ledger extends Part {
	balance(organizationId: string): number {
		return this.first('organizations', { id: organizationId })!.credits;
	}

	/** Changes the balance and adds the posting, both or neither. */
	post(organizationId: string, posting: Posting): void {
		this.database.transaction(() => {
			const balance = this.balance(organizationId) + posting.credits;
			this.database.run(
				'UPDATE organizations SET credits = ? WHERE id = ?',
				balance,
				organizationId,
			);
			const columns = {
				organization_id: organizationId,
				balance_after: balance,
				...posting,
			};
			this.insertNew('transactions', 'transaction_id', 'transaction', columns, 8);
		});
	}

	/** Sets the balance, with a posting of the difference. */
	adjust(organizationId: string, credits: number): void {
		const difference = credits - this.balance(organizationId);
		if (difference === 0) return;
		this.post(organizationId, {
			type: 'adjustment',
			feature: 'adjustments',
			credits: difference,
			description: 'Adjusted by hand',
		});
	}

	/** Credits spent, by feature. */
	usage(organizationId: string): Row[] {
		return this.database.all(
			`SELECT feature, -SUM(credits) AS credits, COUNT(*) AS transactions FROM transactions
			WHERE organization_id = ? AND type = 'debit' GROUP BY feature ORDER BY feature`,
			organizationId,
		);
	}
}
