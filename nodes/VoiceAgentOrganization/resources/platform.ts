import { notice, resource } from '../../shared/operation';
import type { ReadEndpoint } from '../../shared/operation';
import { CHECKED_ENDPOINTS } from '../platformCheck/checkedEndpoints';
import { checkPlatform } from '../platformCheck/checkPlatform';

export const platform = resource({
	name: 'Platform',
	value: 'platform',
	operations: [
		{
			kind: 'task',
			name: 'Check',
			value: 'check',
			action: 'Check platform',
			description:
				'Read each list once, and show what these nodes find in it. Reads only, and returns no personal data.',
			endpoint: CHECKED_ENDPOINTS.map(({ endpoint }) => endpoint) as [ReadEndpoint],
			fields: [
				notice(
					`It sends ${CHECKED_ENDPOINTS.length} requests at most, which only read. The output names nobody, so that you can send it to others.`,
				),
			],
			// The platform is checked once for all input items.
			group: () => 'all',
			task: async ({ read }) => (await checkPlatform(read)).map((json) => ({ json })),
		},
	],
});
