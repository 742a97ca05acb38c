import { contactView } from '../domain/campaigns.mts';
import { toCsv, toXlsx, exportRows } from '../domain/campaignExport.mts';
import type { Row } from '../data/database.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { ownPage, pageOfTable } from './lists.mts';
import type { Platform } from '../domain/platform.mts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Campaigns, their states and their contacts. */
export function campaignHandlers(platform: Platform): Handlers {
	const { agents, campaigns, database, dialer } = platform;
	const own = ({ params, user }: ApiRequest) => campaigns.require(params.id, user.organization_id);
	const moved = (request: ApiRequest, operation: 'start' | 'pause' | 'resume' | 'cancel') =>
		campaigns.view(campaigns.move(own(request).id, operation));

	return {
		listCampaigns: (request) =>
			ownPage(platform, request, {
				table: 'campaigns',
				idColumn: 'id',
				filters: { 'status = ?': request.query.status },
				view: (row) => campaigns.view(row),
			}),
		createCampaign: ({ body, user }) => {
			const { agent_id } = agents.require(body.agent_id, user.organization_id);
			return campaigns.view(
				campaigns.create(body.name, agent_id, body.settings ?? {}, body.contacts),
			);
		},
		getCampaign: (request) => campaigns.view(own(request)),
		updateCampaign: (request) => {
			const { name, settings = {} } = request.body;
			return campaigns.view(campaigns.change(own(request).id, name, settings));
		},
		cancelCampaign: (request) => moved(request, 'cancel'),
		startCampaign: (request) => {
			const campaign = moved(request, 'start');
			dialer.wake(campaign.id);
			return campaign;
		},
		pauseCampaign: (request) => moved(request, 'pause'),
		resumeCampaign: (request) => {
			const campaign = moved(request, 'resume');
			dialer.wake(campaign.id);
			return campaign;
		},
		rerunCampaign: (request) => campaigns.view(campaigns.rerun(own(request).id)),
		addContacts: (request) => {
			const { body } = request;
			const campaign = campaigns.requireChangeable(own(request).id, 'given contacts');
			campaigns.addContacts(campaign.id, body.contacts);
			dialer.wake(campaign.id);
			return { added: body.contacts.length, total: campaigns.view(campaign).progress.total };
		},
		listCampaignNumbers: (request) => {
			const { id } = own(request);
			return pageOfTable(platform, request, {
				table: 'contacts',
				idColumn: 'id',
				where: { 'campaign_id = ?': id },
				filters: { 'status = ?': request.query.status },
				view: contactView,
			});
		},
		getCampaignAnalytics: (request) => campaigns.analytics(own(request).id),
		exportCampaign: async (request, reply) => {
			const { id } = own(request);
			const { query } = request;
			const rows: Row[] = exportRows(database, id);
			if (query.format === 'json') return rows;
			const isCsv = query.format === 'csv';
			reply.header('content-disposition', `attachment; filename="${id}.${query.format}"`);
			reply.type(isCsv ? 'text/csv; charset=utf-8' : XLSX_TYPE);
			return reply.send(isCsv ? toCsv(rows) : await toXlsx(rows));
		},
	};
}
