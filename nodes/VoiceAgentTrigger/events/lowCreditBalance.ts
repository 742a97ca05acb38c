import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { addressOf, readResult, RequestFailure } from '../../shared/http';
import { BALANCE_NAMES } from '../../shared/platform';
import { firstOf, isObject, readNumber } from '../../shared/values';
import type { TriggerEvent } from '../event';
import type { Watch } from '../watch';

const thresholdField: INodeProperties = {
	displayName: 'Credits Below',
	name: 'threshold',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description: 'The workflow starts once each time the balance falls below this number of credits',
};

/** In the state while the balance is low. */
const LOW = { key: 'low' };

const thresholdOf = ({ params }: Watch) => params.number('threshold', 100);

async function readBalance({ client }: Watch): Promise<{ credits: number; answer: IDataObject }> {
	const subject = 'Get the credit balance';
	const request = { ...addressOf('GET /billing/balance'), subject };
	const answer = await client.send(request, ({ body }) =>
		readResult(body, { entity: 'balance', subject }),
	);
	const inner = Object.values(answer).filter(isObject);
	const credits = [answer, ...inner]
		.map((level) => readNumber(firstOf(level, BALANCE_NAMES)))
		.find((value) => value !== null);
	if (credits === undefined || credits === null) {
		throw new RequestFailure(
			'The platform does not say the credit balance in a way this package can read',
			`It looks for a number under one of these names: ${BALANCE_NAMES.join(', ')}`,
			{ reach: 'answered', final: true },
		);
	}
	return { credits, answer };
}

const itemOf = (credits: number, threshold: number, answer: IDataObject) => ({
	json: { ...answer, credits, threshold },
});

export const lowCreditBalance: TriggerEvent = {
	name: 'Low Credit Balance',
	value: 'lowCreditBalance',
	description: 'The credit balance fell below a threshold',
	filters: [],
	criteria: [thresholdField],
	async check(watch) {
		const { state } = watch;
		const threshold = thresholdOf(watch);
		const { credits, answer } = await readBalance(watch);
		const isBaseline = !state.isReady;
		state.completeBaseline();
		if (credits >= threshold) state.forget(LOW.key);
		else if (isBaseline) state.learn(LOW);
		else if (state.isNew(LOW)) {
			return { found: [{ ...LOW, item: itemOf(credits, threshold, answer) }], isDrained: true };
		}
		return { found: [], isDrained: true };
	},
	async latest(watch) {
		const { credits, answer } = await readBalance(watch);
		return [{ ...LOW, item: itemOf(credits, thresholdOf(watch), answer) }];
	},
};
