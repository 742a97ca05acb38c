import { notice, resource } from '../../shared/operation';
import { CHECKED_ENDPOINTS, MOST_REQUESTS } from '../platformCheck/readPlatform';
import { checkPlatform } from '../platformCheck/report';

export const platform = resource({
	name: 'Platform',
	value: 'platform',
	operations: [
		{
			kind: 'report',
			name: 'Check',
			value: 'check',
			action: 'Check platform',
			description:
				'Compare how the platform answers with what these nodes assume. Reads only, and returns no personal data.',
			endpoint: CHECKED_ENDPOINTS,
			fields: [
				notice(
					`It sends at most ${MOST_REQUESTS} requests, which only read. The output names nobody, so that you can send it to others.`,
				),
			],
			// Once for all input items.
			group: () => 'all',
			report: checkPlatform,
		},
	],
});
