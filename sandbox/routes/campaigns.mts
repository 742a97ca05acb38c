import { contactView } from '../campaigns.mts';
import { toCsv, toXlsx, exportRows } from '../campaign-export.mts';
import type { Row } from '../database.mts';
import { ApiError } from '../errors.mts';
import type { ApiRequest, Handlers } from '../http.mts';
import { pageOf } from '../lists.mts';
import type { Platform } from '../platform.mts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function campaignHandlers({
	agents,
	behaviour,
	campaigns,
	database,
	dialer,
}: Platform): Handlers {
	const page = ({ query }: ApiRequest) => ({ limit: query.limit, offset: query.offset });

	return {
		listCampaigns: (request) =>
			pageOf(
				database,
				{
					table: 'campaigns',
					idColumn: 'id',
					where: { 'status = ?': request.query.status },
					view: (row) => campaigns.view(row),
					grow: (count) => {
						const { agent_id } = database.get('SELECT agent_id FROM agents LIMIT 1')!;
						for (let index = 0; index < count; index++)
							campaigns.create('Added meanwhile', agent_id, {}, []);
					},
				},
				page(request),
				behaviour.manners,
			),
		createCampaign: ({ body }) => {
			if (!agents.find(body.agent_id)) throw new ApiError(404, `Agent ${body.agent_id} not found`);
			return campaigns.view(
				campaigns.create(body.name, body.agent_id, body.settings ?? {}, body.contacts),
			);
		},
		getCampaign: ({ params }) => campaigns.view(campaigns.require(params.id)),
		updateCampaign: ({ params, body }) =>
			campaigns.view(campaigns.change(params.id, body.name, body.settings ?? {})),
		cancelCampaign: ({ params }) => campaigns.view(campaigns.move(params.id, 'cancel')),
		startCampaign: ({ params }) => {
			const campaign = campaigns.move(params.id, 'start');
			dialer.wake(params.id);
			return campaigns.view(campaign);
		},
		pauseCampaign: ({ params }) => campaigns.view(campaigns.move(params.id, 'pause')),
		resumeCampaign: ({ params }) => {
			const campaign = campaigns.move(params.id, 'resume');
			dialer.wake(params.id);
			return campaigns.view(campaign);
		},
		rerunCampaign: ({ params }) => campaigns.view(campaigns.rerun(params.id)),
		addContacts: ({ params, body }) => {
			const campaign = campaigns.requireChangeable(params.id, 'given contacts');
			campaigns.addContacts(params.id, body.contacts);
			dialer.wake(params.id);
			return { added: body.contacts.length, total: campaigns.view(campaign).progress.total };
		},
		listCampaignNumbers: (request) => {
			const { id } = campaigns.require(request.params.id);
			return pageOf(
				database,
				{
					table: 'contacts',
					idColumn: 'id',
					where: { 'campaign_id = ?': id, 'status = ?': request.query.status },
					view: contactView,
					grow: (count) =>
						campaigns.addContacts(
							id,
							Array.from({ length: count }, () => ({ phone_number: '+12025550199' })),
						),
				},
				page(request),
				behaviour.manners,
			);
		},
		getCampaignAnalytics: ({ params }) => campaigns.analytics(campaigns.require(params.id).id),
		exportCampaign: async ({ params, query }, reply) => {
			const { id } = campaigns.require(params.id);
			const rows: Row[] = exportRows(database, id);
			if (query.format === 'json') return rows;
			const isCsv = query.format === 'csv';
			reply.header('content-disposition', `attachment; filename="${id}.${query.format}"`);
			reply.type(isCsv ? 'text/csv; charset=utf-8' : XLSX_TYPE);
			return reply.send(isCsv ? toCsv(rows) : await toXlsx(rows));
		},
	};
}
