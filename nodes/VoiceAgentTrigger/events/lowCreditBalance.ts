import type { IDataObject } from 'n8n-workflow';
import { addressOf, readObject, RequestFailure } from '../../shared/http';
import { BALANCE_NAMES } from '../../shared/platform';
import { firstOf, isObject, readNumber } from '../../shared/values';
import type { TriggerEvent, Watch } from '../watch';

/** In the state while the balance is low. */
const LOW = 'low';

async function readBalance({ client }: Watch): Promise<{ credits: number; answer: IDataObject }> {
	const request = { ...addressOf('GET /billing/balance'), subject: 'Get the credit balance' };
	const answer = await client.send(request, ({ body }) => readObject(body));
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
	async check(watch) {
		const { state, params } = watch;
		const threshold = params.number('threshold', 100);
		const { credits, answer } = await readBalance(watch);
		const wasReady = state.isReady;
		state.isReady = true;
		if (credits >= threshold) {
			delete state.seen[LOW];
			delete state.again[LOW];
			return { found: [], isDrained: true };
		}
		if (LOW in state.seen) return { found: [], isDrained: true };
		if (!wasReady) {
			state.seen[LOW] = 0;
			return { found: [], isDrained: true };
		}
		const item = itemOf(credits, threshold, answer);
		return { found: [{ key: LOW, item }], isDrained: true };
	},
	async latest(watch) {
		const { credits, answer } = await readBalance(watch);
		const item = itemOf(credits, watch.params.number('threshold', 100), answer);
		return [{ key: LOW, item }];
	},
};
