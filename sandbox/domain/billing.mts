import { Part } from './part.mts';
import type { Row } from '../data/database.mts';
import { ApiError, invalid } from '../common/errors.mts';
import { pdfOf } from './pdf.mts';
import { currencyOf, PLANS, priceOf } from '../data/prices.mts';

/** Buying credits, and the invoices for it. */
export class Billing extends Part {
	/** Starts the purchase of a plan or of an amount of credits. Nobody pays here, so nothing is booked. */
	initiate(organization: Row, wish: { provider: string; plan_id?: string; amount?: number }): Row {
		const { provider, plan_id: planId, amount } = wish;
		if ((planId === undefined) === (amount === undefined))
			throw invalid(['body', 'plan_id'], 'or an amount must be given, and not both');
		const plan = PLANS.find((candidate) => candidate.plan_id === planId);
		if (planId !== undefined && !plan) throw new ApiError(404, `Plan ${planId} not found`);
		const currency = plan?.currency ?? currencyOf(organization.country);
		const credits = plan?.credits ?? amount;
		return this.insertNew('topups', 'topup_id', 'topup', {
			organization_id: organization.id,
			provider,
			plan_id: planId ?? null,
			credits,
			price: plan?.price ?? priceOf(credits, currency),
			currency,
		});
	}

	addInvoice(organizationId: string, fields: Row): void {
		const { seq, id } = this.database.identity('invoices', 'invoice');
		const { country, vat_number } = this.#organization(organizationId);
		const now = this.clock.now();
		this.database.insert('invoices', {
			seq,
			id,
			organization_id: organizationId,
			number: `INV-${new Date(now).getUTCFullYear()}-${String(seq).padStart(5, '0')}`,
			status: 'paid',
			...fields,
			country,
			vat_number,
			created_at: now,
		});
	}

	/** The invoice, or the 404 a client gets. */
	requireInvoice(id: string, organizationId: string): Row {
		return this.rowOr404('invoices', { id, organization_id: organizationId }, `Invoice ${id}`);
	}

	/** The PDF of an invoice, which must exist. */
	pdf(invoiceId: string): Buffer {
		const invoice = this.first('invoices', { id: invoiceId })!;
		return pdfOf([
			`Invoice ${invoice.number}`,
			new Date(invoice.created_at).toISOString().slice(0, 10),
			this.#organization(invoice.organization_id).name,
			`Country: ${invoice.country ?? '-'}   VAT/GST number: ${invoice.vat_number ?? '-'}`,
			invoice.description,
			`Total: ${invoice.amount.toFixed(2)} ${invoice.currency} (${invoice.status})`,
		]);
	}

	#organization(id: string): Row {
		return this.first('organizations', { id })!;
	}
}
