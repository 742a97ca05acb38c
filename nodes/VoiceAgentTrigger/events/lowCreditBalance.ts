import type { INodeProperties } from 'n8n-workflow';
import { addressOf, readResult, refusalIn, RequestFailure } from '../../shared/http';
import type { Balance } from '../../shared/platform';
import { BALANCE_NAMES, balancesIn } from '../../shared/platform';
import type { Found, TriggerEvent } from '../event';
import { keyOf } from '../rowKey';
import type { Watch } from '../watch';

const thresholdField: INodeProperties = {
	displayName: 'Credits Below',
	name: 'threshold',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description: 'The workflow starts once each time the balance falls below this number of credits',
};

const thresholdOf = ({ params }: Watch) => params.number('threshold', 100);

/** Names a balance in the state while it is low. */
export const lowKey = ({ currency }: Pick<Balance, 'currency'>): string =>
	keyOf(`low ${currency.toLowerCase()}`);

/** Every balance of the account, the lowest first. */
async function readBalances({ client }: Watch): Promise<Balance[]> {
	const subject = 'Get the credit balance';
	const request = { ...addressOf('GET /billing/balance'), subject };
	const balances = await client.send(request, ({ body }) => {
		const refusal = refusalIn(body, subject);
		if (refusal) throw refusal;
		const all = balancesIn(body);
		return all.length === 1
			? all.map(({ credits }) => ({
					credits,
					currency: '',
					row: readResult(body, { entity: 'balance', subject }),
				}))
			: all;
	});
	if (balances.length > 0) return balances.sort((one, other) => one.credits - other.credits);
	throw new RequestFailure(
		'The platform does not say the credit balance in a way this package can read',
		`It looks for a number under one of these names: ${BALANCE_NAMES.join(', ')}`,
		{ reach: 'answered', final: true },
	);
}

const foundOf = (balance: Balance, threshold: number): Found => ({
	key: lowKey(balance),
	item: { json: { ...balance.row, credits: balance.credits, threshold } },
});

export const lowCreditBalance: TriggerEvent = {
	name: 'Low Credit Balance',
	value: 'lowCreditBalance',
	description: 'The credit balance fell below a threshold',
	nothingYet: 'The platform shows no balance',
	filters: [],
	criteria: [thresholdField],
	async check(watch) {
		const { state, client } = watch;
		const threshold = thresholdOf(watch);
		const balances = await readBalances(watch);
		const low = balances.filter(({ credits }) => credits < threshold);
		const isLow = new Set(low.map(lowKey));
		if (!state.isFirst && !state.isOf(client.account)) state.beginAnew(client.account);
		// Two that cannot be told apart are low as long as one of them is.
		for (const key of new Set(balances.map(lowKey))) if (!isLow.has(key)) state.forgetRow(key);
		const found = new Map(
			low.map((balance) => [lowKey(balance), foundOf(balance, threshold)] as const),
		);
		if (!state.isFirst) return [...found.values()].filter((entry) => state.isNew(entry));
		for (const key of isLow) state.markDone({ key });
		return [];
	},
	async latest(watch) {
		const [lowest] = await readBalances(watch);
		return lowest ? [foundOf(lowest, thresholdOf(watch))] : [];
	},
};
