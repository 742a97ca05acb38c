import type { Row } from '../data/database.mts';
import { type ApiRequest, type Handlers, originOf } from './http.mts';
import { ownPage, pageOfCatalogue } from './lists.mts';
import { organizationView } from '../domain/organizations.mts';
import { shown } from '../domain/part.mts';
import type { Platform } from '../domain/platform.mts';
import { CREDIT_PRICES, PLANS } from '../data/prices.mts';

/** Credits, invoices, plans and top-ups. */
export function billingHandlers(platform: Platform): Handlers {
	const { billing, fileLinks, ledger, organizations } = platform;
	const ownOrganization = ({ user }: ApiRequest) =>
		organizations.require(user.organization_id, user.organization_id);

	return {
		getBalance: ({ user }) => ({ credits: ledger.balance(user.organization_id) }),
		getCreditPricing: () => ({
			currencies: Object.entries(CREDIT_PRICES).map(([currency, price_per_credit]) => ({
				currency,
				price_per_credit,
			})),
		}),
		listPlans: (request) => {
			const { country } = request.query;
			const plans = PLANS.filter((plan) => (country ?? plan.country) === plan.country);
			return pageOfCatalogue(request, plans);
		},
		listTransactions: (request) =>
			ownPage(platform, request, {
				table: 'transactions',
				idColumn: 'transaction_id',
				filters: { 'type = ?': request.query.type },
			}),
		getUsage: ({ user }) => {
			const features = ledger.usage(user.organization_id);
			const total = features.reduce((sum: number, { credits }: Row) => sum + credits, 0);
			return { total_credits: total, features };
		},
		listInvoices: (request) =>
			ownPage(platform, request, {
				table: 'invoices',
				idColumn: 'id',
			}),
		getInvoicePdf: (request) => {
			const { id } = billing.requireInvoice(request.params.id, request.user.organization_id);
			return { url: `${originOf(request)}${fileLinks.to(`${id}.pdf`)}` };
		},
		initiateTopup: (request) => {
			const topup = billing.initiate(ownOrganization(request), request.body);
			const checkoutUrl = `https://checkout.example.com/${topup.topup_id}`;
			return { ...shown(topup), checkout_url: checkoutUrl };
		},
		updateBilling: (request) =>
			organizationView(organizations.changeBilling(ownOrganization(request), request.body)),
	};
}
