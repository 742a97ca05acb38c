import type { INodeProperties } from 'n8n-workflow';
import { alsoMeansDoNotCallOption, numberField, switchField, textField } from '../../operation';

/** In the order of a week, with the number that a date has for each. */
export const WEEKDAYS: Readonly<Record<string, number>> = {
	monday: 1,
	tuesday: 2,
	wednesday: 3,
	thursday: 4,
	friday: 5,
	saturday: 6,
	sunday: 0,
};

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const hoursFields: INodeProperties[] = [
	{
		displayName: 'Weekdays',
		name: 'weekdays',
		type: 'multiOptions',
		options: Object.keys(WEEKDAYS).map((value) => ({ name: titleCase(value), value })),
		default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
		description: 'Days on which these hours begin',
	},
	textField('From', 'from', 'Local time of the contact, from 00:00 to 23:59', {
		default: '09:00',
		placeholder: 'e.g. 09:00',
	}),
	textField(
		'To',
		'to',
		'Local time of the contact, up to 24:00. Nobody is called from this time on. A time before From is on the next day.',
		{
			default: '18:00',
			placeholder: 'e.g. 18:00',
			hint: "Local time: of the number's area or country, or of the rule Time Zone",
		},
	),
];

const perPersonFields: INodeProperties[] = [
	numberField('Calls', 'calls', 'Max number of calls to one number in these days', {
		typeOptions: { minValue: 1 },
		default: 3,
	}),
	numberField('Days', 'days', 'Number of days, of 24 hours each, counted back from this moment', {
		typeOptions: { minValue: 1, maxValue: 366 },
		default: 7,
	}),
];

const consentFields: INodeProperties[] = [
	textField(
		'Consent Column',
		'name',
		'Name of the column with the consent. You can drag it here from the input panel. Leave empty to find it by a usual heading, such as Consent or Opt-In. An expression is the consent itself.',
		{ requiresDataPath: 'single', placeholder: 'e.g. Consent Date' },
	),
	numberField(
		'Valid for (Days)',
		'validDays',
		'An older consent does not count, and a yes without a date neither. 0: a consent has no end.',
		{ typeOptions: { minValue: 0, maxValue: 36_500 } },
	),
];

/** The rules, in the order of the editor. */
const rules: INodeProperties[] = [
	textField(
		'Allowed Numbers',
		'allowedNumbers',
		'Only these numbers are called: separated by commas or line breaks, or an expression that returns a list. A number that ends in * is a beginning. An AI model cannot change the list.',
		{ typeOptions: { rows: 3 }, placeholder: 'e.g. +12125550123, +1646*' },
	),
	{
		displayName: 'Calling Hours',
		name: 'callingHours',
		type: 'fixedCollection',
		placeholder: 'Add Hours',
		// One row that is there from the start. n8n drops a rule whose rows are all still to be added, without a word.
		default: { hours: { weekdays: WORKDAYS, from: '09:00', to: '18:00' } },
		options: [{ displayName: 'Hours', name: 'hours', values: hoursFields }],
		description:
			'Weekdays and hours in which people are called, in the local time of the contact. Without the rule Time Zone, this is the time of the area code or country of the number.',
	},
	{
		displayName: 'Consent',
		name: 'consent',
		type: 'fixedCollection',
		placeholder: 'Add Column',
		default: { column: { name: '', validDays: 0 } },
		options: [{ displayName: 'Column', name: 'column', values: consentFields }],
		description:
			'Only people who agreed to be called are called: a column of their row has yes, or the date of the consent',
	},
	textField(
		'Do-Not-Call List',
		'doNotCall',
		"Numbers that are never called, separated by commas or line breaks, or an expression that returns a list, such as {{ $('Do Not Call').all() }}: then the columns with a usual heading, such as Phone, Mobile or Handy, count. A number without a country code gets the Default Country Code. A Data Table node needs Return All, or it reads 50 rows.",
		{ typeOptions: { rows: 3 }, placeholder: 'e.g. +12125550123, +12125550124' },
	),
	textField(
		'Holidays',
		'holidays',
		'Dates on which nobody is called, in the local time of the contact: as 2026-12-25, separated by commas or line breaks, or an expression that returns a list',
		{ typeOptions: { rows: 2 }, placeholder: 'e.g. 2026-12-25, 2027-01-01' },
	),
	numberField(
		'Keep Credits',
		'keepCredits',
		'Nobody is called while the platform shows fewer credits than this. The balance is read before the first call and again after each 50 calls; of a campaign, before its contacts are sent: all or none.',
		{ typeOptions: { minValue: 1 }, default: 100 },
	),
	numberField(
		'Max Calls per Execution',
		'maxCallsPerExecution',
		'Max number of calls, or of contacts of campaigns, that this node makes in one execution, also in a loop or as a tool',
		{ typeOptions: { minValue: 1 }, default: 100 },
	),
	{
		displayName: 'Max Calls per Person',
		name: 'maxCallsPerPerson',
		type: 'fixedCollection',
		placeholder: 'Add Limit',
		default: { limit: { calls: 3, days: 7 } },
		options: [{ displayName: 'Limit', name: 'limit', values: perPersonFields }],
		description:
			'Max number of calls to one number in some days. They are counted in the call history of the platform, for all agents and campaigns.',
	},
	{
		displayName: 'More Calling Hours',
		name: 'moreCallingHours',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Hours',
		default: {},
		options: [{ displayName: 'Hours', name: 'hours', values: hoursFields }],
		description:
			'Other hours in which people are called too, such as those of Saturday, in the local time of the contact',
	},
	textField(
		'Time Zone',
		'timeZone',
		'Time zone of the contact, as Europe/Berlin, UTC or UTC+02:00, usually an expression, or the name of the input column that contains it. Leave empty to use all time zones of the area code or country: then it must be within the hours in each of them.',
		{ placeholder: 'e.g. Europe/Berlin' },
	),
];

const NO_RULES = {};

/** Who is called when: in every operation that leads to calls. Read with `callingRules`. */
export const callingRulesFields: readonly INodeProperties[] = [
	{
		displayName: 'Calling Rules',
		name: 'callingRules',
		type: 'collection',
		placeholder: 'Add Rule',
		default: {},
		options: rules,
		description:
			'Whom this node must not call, and when. What a rule holds back is returned with held_back, the reason and the next allowed time.',
	},
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

/** The rules that look at no contact. */
const OF_CAMPAIGN = ['callingHours', 'holidays', 'keepCredits', 'moreCallingHours', 'timeZone'];

/** When a campaign may be started that exists already. Who is in it was checked when the contacts were added. */
export const campaignRulesFields: readonly INodeProperties[] = [
	{
		displayName: 'Calling Rules',
		name: 'callingRules',
		type: 'collection',
		placeholder: 'Add Rule',
		default: {},
		options: rules.filter(({ name }) => OF_CAMPAIGN.includes(name)),
		description:
			'When this node must not start a campaign. The other rules look at contacts: use them where contacts are added. For Calling Hours, add Time Zone, too.',
	},
];

/** Options about rows that say themselves that their person must not be called. */
export const rowSaysNoOptions: readonly INodeProperties[] = [
	alsoMeansDoNotCallOption,
	switchField(
		'Call People Whose Row Says No',
		'callPeopleWhoseRowSaysNo',
		'Whether to call people although a column of their row says no, such as opted_out, Do Not Call, or the status DNC. While this is off, they are held back, and reason shows the column.',
	),
];
