import type { INodeProperties } from 'n8n-workflow';

/** Entries of Options that every poll has, whatever the event; `poll.ts` reads them. */
export const pollOptions: readonly INodeProperties[] = [
	{
		displayName: 'After a Restart',
		name: 'afterRestart',
		type: 'options',
		options: [
			{
				name: 'Emit Again',
				value: 'redeliver',
				description:
					'Emit again what n8n may have lost, with "redelivered" set to true. Nothing is lost; use an upsert or Remove Duplicates.',
			},
			{
				name: 'Emit Nothing Again',
				value: 'skip',
				description: 'Items whose execution had not ended when n8n stopped may be lost',
			},
		],
		default: 'redeliver',
		description:
			'What to do with items that were emitted shortly before n8n stopped. n8n does not tell a node whether the execution of these items ended.',
	},
	{
		displayName: 'Emit Again Within (Minutes)',
		name: 'emitAgainMinutes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1440 },
		default: 10,
		displayOptions: { show: { afterRestart: ['redeliver'] } },
		description:
			'Items are emitted again only if n8n is back within this time after they were emitted. It should be longer than the workflow takes for these items.',
	},
	{
		displayName: 'Max Items per Execution',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50_000 },
		default: 1000,
		description: 'Max number of items in one execution. The next poll emits the rest.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 86_400 },
		default: 30,
		description: 'Max time to wait for the whole answer to one request',
	},
];
