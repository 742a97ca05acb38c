import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import { addressOf, refusalIn, unreadableAnswer, valueAtPath } from '../../shared/http';
import type { Params } from '../../shared/operation';
import {
	agentLocator,
	campaignLocator,
	choiceField,
	numberField,
	responsePathOption,
	switchField,
} from '../../shared/operation';
import type { FoundFigure } from '../../shared/platform';
import {
	ANSWER_RATE_NAMES,
	creditsLeftIn,
	figureUnder,
	isOfNoCalls,
	SUCCESS_RATE_NAMES,
} from '../../shared/platform';
import { ParameterError, isObject, readNumber } from '../../shared/values';
import type { Watch } from '../watch';

/** A number that the platform computes. */
interface Figure {
	name: string;
	value: string;
	description: string;
	endpoint: Endpoint;
	/** Whether the figure is a part of the calls of some days: of the organization, an agent or a campaign. */
	isRate: boolean;
	/** The figure in an answer, or in a part of it. */
	figureIn(answer: unknown): FoundFigure;
}

const SUMMARY = 'GET /analytics/calls/summary';

const FIGURES: readonly Figure[] = [
	{
		name: 'Answer Rate',
		value: 'answerRate',
		description: 'The part of the calls that a person answered',
		endpoint: SUMMARY,
		isRate: true,
		figureIn: (answer) => figureUnder(answer, ANSWER_RATE_NAMES),
	},
	{
		name: 'Credit Balance',
		value: 'creditBalance',
		description: 'The number of credits left',
		endpoint: 'GET /billing/balance',
		isRate: false,
		figureIn: (answer) => ({ number: creditsLeftIn(answer), around: [] }),
	},
	{
		name: 'Success Rate',
		value: 'successRate',
		description: 'The part of the calls that were a success, as the platform counts it',
		endpoint: SUMMARY,
		isRate: true,
		figureIn: (answer) => figureUnder(answer, SUCCESS_RATE_NAMES),
	},
];

const RATES = FIGURES.filter(({ isRate }) => isRate).map(({ value }) => value);

const figureField = choiceField('Figure', 'figure', 'What is compared with the limit', {
	options: FIGURES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'creditBalance',
});

const ofField = choiceField('Of', 'of', 'Whose calls the rate is about', {
	options: [
		{ name: 'Agent', value: 'agent' },
		{ name: 'Campaign', value: 'campaign' },
		{ name: 'Organization', value: 'organization' },
	],
	default: 'organization',
	displayOptions: { show: { figure: RATES } },
});

const shownForRateOf = (owner: string) => ({
	displayOptions: { show: { figure: RATES, of: [owner] } },
});

const daysField = numberField(
	'Over the Last (Days)',
	'days',
	'The rate is that of the calls of so many days: today and the days before it',
	{ typeOptions: { minValue: 1 }, default: 7, displayOptions: { show: { figure: RATES } } },
);

const crossesField = choiceField(
	'Crosses',
	'crosses',
	'The workflow starts once when the figure is past the limit, and again after it was within the limit',
	{
		options: [
			{ name: 'Above', value: 'above', description: 'When it is more than the limit' },
			{ name: 'Below', value: 'below', description: 'When it is less than the limit' },
		],
		default: 'below',
	},
);

const creditLimitField = numberField('Limit', 'creditLimit', 'A number of credits', {
	typeOptions: { minValue: 0 },
	default: 100,
	displayOptions: { show: { figure: ['creditBalance'] } },
});

const rateLimitField = numberField(
	'Limit',
	'limitOfRate',
	'From 0 to 1, as Get Summary of Voice Agent Analytics shows the rate: 0.4 is 40 percent',
	{
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 0.4,
		displayOptions: { show: { figure: RATES } },
	},
);

/** The parameters that say which figure is watched, and its limit. */
export const figureFields: readonly INodeProperties[] = [
	figureField,
	ofField,
	{ ...agentLocator, ...shownForRateOf('agent') },
	{ ...campaignLocator, ...shownForRateOf('campaign') },
	daysField,
	crossesField,
	creditLimitField,
	rateLimitField,
];

/** Entries of Options for platforms that give the figure under another name, or in another unit. */
export const figureOptions: readonly INodeProperties[] = [
	responsePathOption,
	switchField(
		'Rates in Percent',
		'ratesInPercent',
		'Whether the platform gives rates in percent, such as 40 in place of 0.4. Enter the limit in percent, too.',
		{ displayOptions: { show: { '/figure': RATES } } },
	),
];

/** What is watched, as the user has chosen it. */
export interface WatchedFigure {
	figure: Figure;
	crosses: string;
	limit: number;
	/** The largest value of a rate, in the unit of the platform: 1, or 100 percent. */
	top: number;
	query: { days?: number; agent_id?: string; campaign_id?: string };
}

/** @throws ParameterError for a value that is not among the options of the field */
function chosenIn(params: Params, field: INodeProperties): string {
	const value = params.text(field.name) || String(field.default);
	const options = (field.options ?? []) as INodePropertyOptions[];
	if (options.some((option) => option.value === value)) return value;
	throw new ParameterError(
		`'${field.displayName}' "${value}" is not known`,
		`Choose ${options.map(({ name }) => name).join(' or ')}`,
	);
}

function queryOf(params: Params): WatchedFigure['query'] {
	const of = chosenIn(params, ofField);
	return {
		days: params.number('days', 7, 1),
		...(of === 'agent' && { agent_id: params.required('agentId') }),
		...(of === 'campaign' && { campaign_id: params.required('campaignId') }),
	};
}

/** @throws ParameterError for parameters that are empty or out of range */
export function watchedFigure(params: Params): WatchedFigure {
	const value = chosenIn(params, figureField);
	const figure = FIGURES.find((one) => one.value === value)!;
	const crosses = chosenIn(params, crossesField);
	if (!figure.isRate) {
		const limit = params.number('creditLimit', 100);
		return { figure, crosses, limit, top: Infinity, query: {} };
	}
	const top = params.flag('options.ratesInPercent') ? 100 : 1;
	const limit = params.number('limitOfRate', 0.4, 0, top);
	return { figure, crosses, limit, top, query: queryOf(params) };
}

/** The figure at the path of the user, '' for the whole answer, with the objects that have it in them. */
function figureAt(body: unknown, path: string, figure: Figure): FoundFigure {
	const names = path.split('.');
	const place = path === '' ? body : valueAtPath(body, path);
	const outer = names
		.map((_name, index) => valueAtPath(body, names.slice(0, index).join('.')))
		.filter(isObject)
		.filter((object) => object !== place)
		.reverse();
	const number = readNumber(place);
	const { around, ...found } = number === null ? figure.figureIn(place) : { number, around: [] };
	return { ...found, around: [...around, ...outer] };
}

/**
 * The figure as the platform has it now; null if it is a rate and there were no calls.
 *
 * @throws RequestFailure if the platform does not give it, or not in a way that can be read
 */
export async function readFigure(
	{ client, params }: Watch,
	{ figure, top, query }: WatchedFigure,
): Promise<number | null> {
	const called = figure.name.toLowerCase();
	const subject = `Get the ${called}`;
	const path = params.text('options.responsePath');
	const request = { ...addressOf(figure.endpoint), query: query as IDataObject, subject };
	return await client.send(request, ({ body }) => {
		const refusal = refusalIn(body, subject);
		if (refusal) throw refusal;
		const found = figureAt(body, path, figure);
		const { number } = found;
		if (figure.isRate && isOfNoCalls(found)) return null;
		if (number === undefined) {
			throw unreadableAnswer(
				`The platform does not give the ${called} in a way this package can read`,
				body,
				"Set Options → 'Response Path' to the number: names separated by dots",
			);
		}
		if (figure.isRate && (number < 0 || number > top)) {
			throw unreadableAnswer(
				`The platform gives the ${called} as ${number}. A number from 0 to ${top} is expected`,
				body,
				"If the platform gives rates in percent, turn on Options → 'Rates in Percent', and enter 'Limit' in percent",
			);
		}
		return number;
	});
}
