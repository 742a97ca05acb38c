import { numberField } from '../../operation';
import { wholeNumber } from './enteredValues';
import type { Rule } from './rule';

const NAME = 'Keep Credits';

/** Entered: 100. With 99 credits left, nobody is called, and nobody is while the balance is not known. */
export const keepCredits: Rule = {
	name: NAME,
	fields: [
		numberField(
			NAME,
			'keepCredits',
			'Nobody is called while the platform shows fewer credits than this. The balance is read before the first call and again after each 50 calls; of a campaign, before its contacts are sent: all or none.',
			{ typeOptions: { minValue: 1 }, default: 100 },
		),
	],
	isOfCampaign: true,
	read(entered) {
		const least = wholeNumber(entered.keepCredits, NAME);
		return {
			counts: 'credits',
			notNow({ credits }) {
				if (typeof credits === 'string')
					return {
						because: 'balance unknown',
						description: `'${NAME}' needs the balance, and it is not known. ${credits}`,
					};
				if (credits >= least) return undefined;
				return {
					because: 'too few credits',
					description: `The balance is ${credits} credits. '${NAME}' is ${least}`,
				};
			},
		};
	},
};
