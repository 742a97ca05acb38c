import type { INodeProperties } from 'n8n-workflow';
import { allowedNumbers } from './allowedNumbers';
import { callingHours } from './callingHours';
import { consent } from './consent';
import { doNotCall } from './doNotCall';
import { keepCredits } from './keepCredits';
import { maxCallsPerExecution } from './maxCallsPerExecution';
import { maxCallsPerPerson } from './maxCallsPerPerson';
import { rowSaysNo } from './rowSaysNo';
import type { Rule } from './rule';
import { timeZone } from './timeZone';

/** All rules, in the order in which they are asked: the first that holds somebody back is the one that is shown. */
export const RULES: readonly Rule[] = [
	doNotCall,
	allowedNumbers,
	maxCallsPerPerson,
	consent,
	rowSaysNo,
	timeZone,
	callingHours,
	keepCredits,
	maxCallsPerExecution,
];

/** Names of the fields that can differ from row to row, and are read with each person. */
export const READ_PER_PERSON: readonly string[] = RULES.filter(
	({ isReadPerPerson }) => isReadPerPerson,
).flatMap(({ fields }) => fields.map(({ name }) => name));

/** Their fields, by the alphabet: n8n shows them in this order. */
const fieldsOf = (rules: readonly Rule[]): INodeProperties[] =>
	rules
		.flatMap(({ fields }) => fields)
		.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));

const rulesField = (options: INodeProperties[], description: string): INodeProperties => ({
	displayName: 'Calling Rules',
	name: 'callingRules',
	type: 'collection',
	placeholder: 'Add Rule',
	default: {},
	options,
	description,
});

const NO_RULES = {};

/** Who is called when: in every operation that leads to calls. Read with `callingRules`. */
export const callingRulesFields: readonly INodeProperties[] = [
	{
		displayName: 'Without the rule Allowed Numbers, the model can call any number in the world.',
		name: 'allowedNumbersNotice',
		type: 'notice',
		default: '',
		displayOptions: {
			show: { '@tool': [true] },
			hide: { '/callingRules.allowedNumbers': [{ _cnd: { exists: true } }] },
		},
	},
	rulesField(
		fieldsOf(RULES),
		'Whom this node must not call, and when. What a rule holds back is returned with held_back, the reason and the next allowed time.',
	),
	{
		displayName:
			'These rules are help, not legal advice. You remain responsible. A campaign is checked when its contacts are added.',
		name: 'callingRulesNotice',
		type: 'notice',
		default: '',
		// n8n compares a collection, too, though its types say it does not.
		displayOptions: { show: { callingRules: [{ _cnd: { not: NO_RULES as unknown as string } }] } },
	},
];

/** When a campaign may be started that exists already. Who is in it was checked when the contacts were added. */
export const campaignRulesFields: readonly INodeProperties[] = [
	rulesField(
		fieldsOf(RULES.filter(({ isOfCampaign }) => isOfCampaign)),
		'When this node must not start a campaign. The other rules look at contacts: use them where contacts are added. For Calling Hours, add Time Zone, too.',
	),
];
