import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { RequestFailure, readResult } from '../shared/http';
import type { Check, Params, Read } from '../shared/operation';
import { numberField, textField } from '../shared/operation';
import type { CampaignActivity, CampaignFigures } from '../shared/platform';
import {
	CAMPAIGN,
	balancesIn,
	campaignActivity,
	campaignFigures,
	cellOf,
	isOneOf,
	withRoundedFigures,
} from '../shared/platform';
import { ParameterError } from '../shared/values';

/** What conditions look at. Null: the platform does not say it, or nothing asked for it. */
interface Figures extends CampaignFigures {
	balance: number | null;
}

/** A condition that the user can add. */
interface Condition {
	field: INodeProperties;
	figure: keyof Figures;
	/** The lowest number that can be entered. */
	min: number;
	max?: number;
	isMet(figure: number, limit: number): boolean;
	/** Where the figure is looked for, for the error if it is not there. */
	place: string;
}

const FROM_ZERO = { typeOptions: { minValue: 0 } };
const DEFAULT_CREDITS = 100;
const IN_CAMPAIGN = 'the answers of Get and of Get Analytics';

/** In the order in which they are checked. */
const CONDITIONS: readonly Condition[] = [
	{
		field: numberField(
			'Credits Spent',
			'creditsSpent',
			'Pause when the campaign has spent this many credits or more',
			{ default: DEFAULT_CREDITS, ...FROM_ZERO },
		),
		figure: 'credits_spent',
		min: 0,
		isMet: (spent, limit) => spent >= limit,
		place: `${IN_CAMPAIGN}, under a name such as credits_used`,
	},
	{
		field: numberField(
			'Successes',
			'successes',
			'Pause when this many calls of the campaign were a success, or more. Which outcomes are a success: see Options.',
			{ default: 10, ...FROM_ZERO },
		),
		figure: 'successes',
		min: 1,
		isMet: (successes, limit) => successes >= limit,
		place: `${IN_CAMPAIGN}, under a name such as successful_calls. If the analytics count outcomes, set Options → 'Success Outcomes'`,
	},
	{
		field: numberField(
			'Failures (Percent)',
			'failurePercent',
			'Pause when this share of the contacts that are done was not reached, or more. How many must be done first: see Options.',
			{ default: 50, typeOptions: { minValue: 0, maxValue: 100 } },
		),
		figure: 'failure_percent',
		min: 0,
		max: 100,
		isMet: (percent, limit) => percent >= limit,
		place: `${IN_CAMPAIGN}: how many contacts are done, and how many failed`,
	},
	{
		field: numberField(
			'Balance Below',
			'balanceBelow',
			'Pause when the credit balance of the organization is below this number',
			{ default: 100, ...FROM_ZERO },
		),
		figure: 'balance',
		min: 0,
		isMet: (balance, limit) => balance < limit,
		place: 'the answer of Balance: Get. One balance in credits is needed',
	},
];

export const pauseConditionsField: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'collection',
	placeholder: 'Add Condition',
	// One that is there from the start, so that the panel shows what a condition is.
	default: { creditsSpent: DEFAULT_CREDITS },
	options: CONDITIONS.map(({ field }) => field).sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	),
	description:
		'The campaign is paused when one of them is met. If several items are about one campaign, the conditions of the first count.',
};

const DEFAULT_MIN_DONE = 20;

export const pauseOptions: readonly INodeProperties[] = [
	numberField(
		'Min Contacts Done',
		'minDone',
		'How many contacts must be done before Failures (Percent) is looked at',
		{ typeOptions: { minValue: 1 }, default: DEFAULT_MIN_DONE },
	),
	textField(
		'Success Outcomes',
		'successOutcomes',
		'Outcomes that count as a success, separated by commas. They are counted in the analytics of the campaign. Without them, the platform says what a success is.',
		{ placeholder: 'e.g. appointment booked, interested' },
	),
];

export const pauseAdvanced: readonly INodeProperties[] = [
	textField(
		'Running Statuses',
		'runningStatuses',
		'Words that your platform uses for campaigns that are calling, separated by commas, if they are not the usual ones',
		{ placeholder: 'e.g. active, running' },
	),
];

/** A condition with the number that was entered. */
interface Entered extends Condition {
	limit: number;
}

/** @throws ParameterError if no condition was added, or one has no number */
function enteredConditions(params: Params): Entered[] {
	const entered = CONDITIONS.flatMap((condition): Entered[] => {
		const { field, min, max } = condition;
		const name = `conditions.${field.name}`;
		const value = params.addedValue(name);
		if (value === undefined) return [];
		if (value === null || value === '') {
			throw new ParameterError(
				`'${field.displayName}' is empty`,
				'Enter a number, check its expression, or remove the condition',
			);
		}
		return [{ ...condition, limit: params.number(name, 0, min, max) }];
	});
	if (entered.length > 0) return entered;
	throw new ParameterError(
		'There is no condition',
		"Add at least one under 'Conditions'. To pause the campaign in any case, use the operation Pause",
	);
}

/** What the user wants to know of one campaign, and where it is read. */
class Guard {
	readonly conditions: readonly Entered[];
	readonly minDone: number;
	readonly ids: { id: string };
	private readonly runningWords: readonly string[];
	private readonly successWords: readonly string[];

	/** @throws ParameterError */
	constructor(params: Params) {
		this.conditions = enteredConditions(params);
		this.minDone = params.number('options.minDone', DEFAULT_MIN_DONE, 1);
		this.ids = { id: params.id('campaignId') };
		this.runningWords = params.texts('advanced.runningStatuses');
		this.successWords = params.texts('options.successOutcomes');
	}

	async campaign(read: Read): Promise<IDataObject> {
		const body = await read('GET /campaigns/{id}', { ids: this.ids });
		return readResult(body, { entity: 'campaign', subject: 'Get campaign' });
	}

	/** What the campaign does; with words of the user's own, a campaign with another word does not run. */
	activityOf(campaign: IDataObject): CampaignActivity {
		const status = cellOf(CAMPAIGN, campaign, 'status');
		const usual = campaignActivity(status);
		if (this.runningWords.length === 0 || status === null) return usual;
		if (isOneOf(status, this.runningWords)) return 'running';
		return usual === 'running' ? 'not_started' : usual;
	}

	/** What the campaign itself says. */
	figuresIn(campaign: IDataObject): Figures {
		return { ...campaignFigures(campaign, this.successWords), balance: null };
	}

	/** The figures that the conditions need; null where the platform does not say them. */
	async figures(read: Read, campaign: IDataObject): Promise<Figures> {
		const known = this.figuresIn(campaign);
		const isMissing = this.conditions.some(
			({ figure }) => figure !== 'balance' && known[figure] === null,
		);
		const more = isMissing ? await this.analytics(read) : undefined;
		const hasShare = known.failure_percent !== null || !more;
		return {
			credits_spent: known.credits_spent ?? more?.credits_spent ?? null,
			successes: known.successes ?? more?.successes ?? null,
			calls_done: hasShare ? known.calls_done : more.calls_done,
			failure_percent: hasShare ? known.failure_percent : more.failure_percent,
			balance: this.conditions.some(({ figure }) => figure === 'balance')
				? await this.balance(read)
				: null,
		};
	}

	private async analytics(read: Read): Promise<CampaignFigures> {
		const body = await read('GET /campaigns/{id}/analytics', { ids: this.ids });
		const row = readResult(body, { subject: 'Get campaign analytics' });
		return campaignFigures(row, this.successWords);
	}

	/** Null if there are several: nothing says which one the campaign spends. */
	private async balance(read: Read): Promise<number | null> {
		const [balance, ...others] = balancesIn(await read('GET /billing/balance'));
		return balance && others.length === 0 ? balance.credits : null;
	}

	/** The condition that is met, the first of several. @throws RequestFailure if the platform does not say the figure of one of them */
	met(figures: Figures): Entered | undefined {
		const met = this.conditions.filter(({ field, figure, isMet, limit, place }) => {
			const value = figures[figure];
			if (value === null) {
				throw notChanged(
					`The platform does not say what the condition '${field.displayName}' looks at`,
					`It is looked for in ${place}. Remove the condition if your platform does not have it`,
				);
			}
			const isEarly = figure === 'failure_percent' && Number(figures.calls_done) < this.minDone;
			return !isEarly && isMet(value, limit);
		});
		return met[0];
	}
}

const notChanged = (message: string, advice: string) =>
	new RequestFailure(message, `${advice}. Nothing was changed`, {
		reach: 'notSent',
		final: true,
	});

/** Null: the status is not known. */
const isKnownAs = (activity: CampaignActivity, wanted: CampaignActivity): boolean | null =>
	activity === 'unknown' ? null : activity === wanted;

/** What the output says. */
function reportRow(
	{ ids }: Guard,
	campaign: IDataObject,
	activity: CampaignActivity,
	figures: Figures,
	met?: Entered,
): IDataObject {
	const isPausedNow = met !== undefined && activity === 'running';
	return withRoundedFigures({
		name: cellOf(CAMPAIGN, campaign, 'name'),
		is_paused: isPausedNow || isKnownAs(activity, 'paused'),
		was_running: isKnownAs(activity, 'running'),
		condition_met: met?.field.displayName ?? null,
		credits_spent: figures.credits_spent,
		successes: figures.successes,
		failure_percent: figures.failure_percent,
		calls_done: figures.calls_done,
		balance: figures.balance,
		campaign_id: cellOf(CAMPAIGN, campaign, 'campaign_id') ?? ids.id,
	});
}

/** Pauses a campaign that is running if a condition is met. Of one that is known not to run, nothing more is read. */
export function pauseWhen(params: Params): Check {
	const guard = new Guard(params);
	return async (read) => {
		const campaign = await guard.campaign(read);
		const activity = guard.activityOf(campaign);
		const reportOf = (figures: Figures, met?: Entered) =>
			reportRow(guard, campaign, activity, figures, met);
		if (activity !== 'running' && activity !== 'unknown') {
			return { skip: true, report: reportOf(guard.figuresIn(campaign)) };
		}
		const figures = await guard.figures(read, campaign);
		const met = guard.met(figures);
		if (met && activity === 'unknown') {
			const status = cellOf(CAMPAIGN, campaign, 'status');
			throw notChanged(
				`The condition '${met.field.displayName}' is met, but it is not known if the campaign is running: its status is "${String(status ?? '')}"`,
				"Set Advanced → 'Running Statuses' to the words that your platform uses for campaigns that are calling",
			);
		}
		return { skip: met === undefined, report: reportOf(figures, met) };
	};
}
