import type { Row } from '../data/database.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { type Listing, ownPage, pageOfCatalogue } from './lists.mts';
import { numberView } from '../domain/phoneNumbers.mts';
import { shown } from '../domain/part.mts';
import type { Platform } from '../domain/platform.mts';
import { NUMBER_PRICES } from '../data/prices.mts';

/** Phone numbers and their subscriptions. */
export function phoneNumberHandlers(platform: Platform): Handlers {
	const { agents, database, numbers } = platform;
	const own = ({ params, user }: ApiRequest) => numbers.require(params.id, user.organization_id);
	const subscription = ({ params, user }: ApiRequest) =>
		numbers.requireSubscription(params.id, user.organization_id);
	const page = (request: ApiRequest, conditions: Pick<Listing, 'where' | 'filters'>) =>
		ownPage(platform, request, {
			table: 'phone_numbers',
			idColumn: 'id',
			...conditions,
			view: numberView,
		});

	return {
		listPhoneNumbers: (request) =>
			page(request, {
				filters: {
					'status = ?': request.query.status,
					'agent_id = ?': request.query.agent_id,
				},
			}),
		listOwnedNumbers: (request) => page(request, { where: { 'status <> ?': 'released' } }),
		listUnassignedNumbers: (request) => page(request, { where: { 'status = ?': 'unassigned' } }),
		listNumberPrices: (request) => {
			const { country, currency } = request.query;
			const fits = (row: Row) =>
				(country ?? row.country) === row.country && (currency ?? row.currency) === row.currency;
			return pageOfCatalogue(request, NUMBER_PRICES.filter(fits));
		},
		purchaseNumber: ({ body, user }) => {
			const agent = agents.require(body.agent_id, user.organization_id);
			return database.transaction(() =>
				numberView(numbers.assign(numbers.buy(user.organization_id, body), agent)),
			);
		},
		buyNumber: ({ body, user }) => numberView(numbers.buy(user.organization_id, body)),
		assignNumber: (request) => {
			const agent = agents.require(request.body.agent_id, request.user.organization_id);
			return numberView(numbers.assign(own(request), agent));
		},
		unlinkNumber: (request) => numberView(numbers.unlink(own(request))),
		listSubscriptions: (request) =>
			ownPage(platform, request, {
				table: 'subscriptions',
				idColumn: 'id',
			}),
		cancelSubscription: (request) => shown(numbers.cancel(subscription(request))),
		resumeSubscription: (request) => shown(numbers.resume(subscription(request))),
	};
}
