import { fileReport, readContactFile } from '../domain/contactFiles.mts';
import { invalid } from '../common/errors.mts';
import type { Handlers } from './http.mts';
import { oneFile } from './upload.mts';
import type { Platform } from '../domain/platform.mts';

/** Contact files: as a new campaign, as more contacts, or only checked. */
export function campaignFileHandlers({ agents, campaigns, dialer }: Platform): Handlers {
	return {
		uploadCampaign: async ({ body, user }) => {
			agents.require(body.agent_id, user.organization_id);
			const file = await readContactFile(oneFile(body.file).content);
			if (file.contacts.length === 0)
				throw invalid(['body', 'file'], 'No row has a usable phone number');
			const campaign = campaigns.create(
				body.name,
				body.agent_id,
				body.settings ?? {},
				file.contacts,
			);
			return { ...campaigns.view(campaign), ...fileReport(file) };
		},
		uploadContacts: async ({ params, body, user }) => {
			campaigns.require(params.id, user.organization_id);
			campaigns.requireChangeable(params.id, 'given contacts');
			const file = await readContactFile(oneFile(body.file).content);
			// Reading takes a while, and the campaign may have ended in it.
			const campaign = campaigns.requireChangeable(params.id, 'given contacts');
			campaigns.addContacts(params.id, file.contacts);
			dialer.wake(params.id);
			const { total } = campaigns.view(campaign).progress;
			return { added: file.contacts.length, total, ...fileReport(file) };
		},
		validateContactFile: async ({ body }) => {
			const file = await readContactFile(oneFile(body.file).content);
			return {
				valid: file.rejected.length === 0,
				total_rows: file.totalRows,
				columns: file.columns,
				...fileReport(file),
			};
		},
	};
}
