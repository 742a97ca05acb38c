import type { IDataObject } from 'n8n-workflow';
import { campaignRulesFields } from '../../shared/calling';
import type { ActionOperation, CallList, Params, Verdict } from '../../shared/operation';
import {
	agentLocator,
	campaignLocator,
	inputFileField,
	list,
	locator,
	outputFileField,
	resource,
	switchField,
	textField,
	update,
} from '../../shared/operation';
import { CAMPAIGN, CREATED_CAMPAIGN } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import { contactSourceFields, contactSourceOptions } from '../contactFields';
import { contactFile, contactList, takesItems } from '../contactList';

const nameField = textField(
	'Campaign Name',
	'campaignName',
	'Name of the campaign on the platform',
	{ required: true, placeholder: 'e.g. Renewals, week 12' },
);

const startField = switchField(
	'Start Immediately',
	'startImmediately',
	'Whether to also start the campaign as soon as it is created. Who is held back by the Calling Rules is not in it.',
	{
		hint: 'While this is off, nobody is called before you start the campaign with the operation Start',
	},
);

/**
 * Whether the campaign is also started: only if it is certainly on. @throws ParameterError if it differs between rows
 */
function startsAtOnce(params: Params): boolean {
	const isOn = (value: unknown) => String(value).trim().toLowerCase() === 'true';
	const choices = new Set(
		params.rows.map((_row, position) => isOn(params.valueOfRow(startField.name, position))),
	);
	if (choices.size < 2) return choices.has(true);
	throw new ParameterError(
		"'Start Immediately' is on for some items and off for others",
		'Nothing was sent. All items are one campaign: choose the same for all of them',
	);
}

/** The campaign to start: the one that the input item is about, as after Create. */
const campaignToStart = locator('searchCampaigns', {
	default: { mode: 'id', value: '={{ $json.campaign_id }}' },
});

const severalOption = switchField(
	'Start Several Campaigns',
	'startSeveral',
	'Whether to start the campaigns of all input items. While this is off, a run that would start more than one sends nothing.',
);

/** One campaign per run, as after Create: nobody starts all campaigns of a list by accident. @throws ParameterError */
function refuseSeveral(params: Params): void {
	if (params.isExpression('options.startSeveral')) {
		throw new ParameterError(
			"'Start Several Campaigns' is an expression",
			'Nothing was sent. Turn it on or off for all items',
		);
	}
	const ids = params.rows.map((_row, position) => params.textOfRow('campaignId', position));
	const campaigns = new Set(ids);
	if (campaigns.size < 2) return;
	throw new ParameterError(
		`The input items name ${campaigns.size} different campaigns, and all of them would be started`,
		"Nothing was sent. To start one, choose it in 'Campaign', or pass one item only. To start all, turn on Options → 'Start Several Campaigns'",
	);
}

/** A campaign whose contacts are called. @param finding why it is not started */
const campaignRun = (params: Params, shown: IDataObject = {}, finding?: Verdict): CallList => ({
	people: [{ line: params.rowNumbers[0] ?? 1, position: 0, shown, fields: {}, finding }],
	source: params.rows,
	caller: { campaignId: params.text('campaignId') },
	route: 'run',
	request: {},
});

/** What an item says that has no campaign: Create has sent nothing, or has shown what it would send. */
const WITHOUT_CAMPAIGN = ['skipped', 'held_back', 'dry_run'];

const NO_CAMPAIGN =
	"No campaign was created. If an earlier one is to be started, choose it in 'Campaign': Fixed, then From List";

/** The campaign to start. An item that says that there is none goes on as it is. */
function campaignToRun(params: Params): CallList {
	refuseSeveral(params);
	const [item = {}] = params.rows;
	const saysNone = WITHOUT_CAMPAIGN.some((name) => item[name] === true);
	if (!saysNone || params.text('campaignId') !== '') return campaignRun(params);
	const finding = { kind: 'not valid', because: 'no campaign', description: NO_CAMPAIGN } as const;
	return campaignRun(params, item, finding);
}

/** An operation that changes the state of a campaign and needs only its ID. */
const transition = (
	operation: Pick<ActionOperation, 'name' | 'value' | 'action' | 'description' | 'endpoint'> & {
		becomes?: 'stopped' | 'running';
	},
): ActionOperation => ({
	kind: 'action',
	ids: { id: campaignLocator },
	...operation,
	columns: CAMPAIGN,
});

export const campaign = resource({
	name: 'Campaign',
	value: 'campaign',
	entity: 'campaign',
	operations: [
		{
			kind: 'calls',
			name: 'Create',
			value: 'create',
			action: 'Create campaign',
			description:
				'Create one campaign from a list of contacts. Nobody is called before it is started.',
			endpoint: ['POST /campaigns/', 'POST /campaigns/upload'],
			fields: [nameField, agentLocator, ...contactSourceFields, startField],
			options: contactSourceOptions,
			openBody: true,
			columns: CREATED_CAMPAIGN,
			echoes: ['name', 'agent_id'],
			makes: true,
			group: (params) => (takesItems(params) ? 'all' : undefined),
			callList: (params) =>
				contactList(params, {
					caller: { agentId: params.text('agentId') },
					json: 'POST /campaigns/',
					file: 'POST /campaigns/upload',
					fields: () => ({
						name: params.required('campaignName'),
						agent_id: params.required('agentId'),
					}),
					startsCreated: () => startsAtOnce(params),
				}),
		},
		{
			kind: 'read',
			name: 'Validate File',
			value: 'validateFile',
			action: 'Validate contact file',
			description: 'Check a CSV or XLSX file of contacts without saving it',
			endpoint: 'POST /campaigns/validate-excel',
			entity: 'none',
			fields: [inputFileField],
			openBody: true,
			request: (params) => ({ upload: contactFile(params) }),
		},
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get campaign',
			description: 'Get the details and progress of one campaign',
			endpoint: 'GET /campaigns/{id}',
			ids: { id: campaignLocator },
			waitFor: 'campaign',
			columns: CAMPAIGN,
		},
		list({
			action: 'Get many campaigns',
			description: 'Get the campaigns of the organization',
			endpoint: 'GET /campaigns/',
			columns: CAMPAIGN,
		}),
		update({
			action: 'Update campaign',
			description: 'Change the settings of a campaign',
			endpoint: 'PUT /campaigns/{id}',
			ids: { id: campaignLocator },
			changes: { name: { ...nameField, required: false } },
			columns: CAMPAIGN,
		}),
		{
			kind: 'calls',
			name: 'Start',
			value: 'start',
			action: 'Start campaign',
			description: 'Start to call the contacts of a pending campaign',
			endpoint: 'PATCH /campaigns/{id}/start',
			becomes: 'running',
			ids: { id: campaignToStart },
			fields: campaignRulesFields,
			options: [severalOption],
			// Two requests to start one campaign at the same moment could call its contacts twice.
			group: (params) => {
				const id = params.text('campaignId');
				if (id === '') return undefined;
				return params.flag('options.startSeveral') ? id : 'one campaign';
			},
			callList: campaignToRun,
			waitFor: 'campaign',
			columns: CAMPAIGN,
		},
		transition({
			name: 'Pause',
			value: 'pause',
			action: 'Pause campaign',
			description: 'Stop calling until you resume the campaign',
			endpoint: 'PATCH /campaigns/{id}/pause',
			becomes: 'stopped',
		}),
		transition({
			name: 'Resume',
			value: 'resume',
			action: 'Resume campaign',
			description: 'Continue a paused campaign',
			endpoint: 'PATCH /campaigns/{id}/resume',
			becomes: 'running',
		}),
		{
			kind: 'calls',
			name: 'Rerun',
			value: 'rerun',
			action: 'Rerun campaign',
			description: 'Create a new campaign with the contacts of a finished one',
			endpoint: 'POST /campaigns/{id}/rerun',
			ids: { id: campaignLocator },
			fields: campaignRulesFields,
			makes: true,
			// A second copy would call the same contacts once more.
			group: (params) => params.text('campaignId') || undefined,
			callList: (params) => campaignRun(params),
			columns: CAMPAIGN,
		},
		{
			kind: 'action',
			name: 'Cancel',
			value: 'cancel',
			action: 'Cancel campaign',
			description:
				'Cancel a campaign permanently. Contacts that were not called yet are not called.',
			endpoint: 'DELETE /campaigns/{id}',
			ids: { id: campaignLocator },
			answer: 'cancelled',
		},
		{
			kind: 'read',
			name: 'Get Analytics',
			value: 'getAnalytics',
			action: 'Get campaign analytics',
			description: 'Get connect rate, outcomes and average duration',
			endpoint: 'GET /campaigns/{id}/analytics',
			entity: 'none',
			ids: { id: campaignLocator },
			openQuery: true,
			figures: true,
		},
		{
			kind: 'file',
			name: 'Export',
			value: 'export',
			action: 'Export campaign',
			description:
				'Export a campaign and the results of its calls, as a file if the platform sends one',
			endpoint: 'GET /campaigns/{id}/export',
			entity: 'none',
			ids: { id: campaignLocator },
			fields: [outputFileField],
			openQuery: true,
			sent: 'orObject',
			file: 'campaign',
		},
	],
});
