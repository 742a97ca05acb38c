import type { OnError } from 'n8n-workflow';
import { sampleOf, seed } from '../scale.mts';
import { FAULTS, type Kind } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { type FaultyOperation, OPERATIONS, isAction, isCall } from './operations.mts';
import type { Scenario } from './play.mts';

/** The table: each fault with each operation, in the settings of the node that change what happens after an error. */

const ON_ERROR: readonly OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];
export const SETTINGS = ON_ERROR.flatMap((onError) =>
	[false, true].map((retryOnFail) => ({ onError, retryOnFail })),
);
const ALWAYS = 30;
const ITEMS = 3;

const isHitOnce = ({ faults, early, retryOnFail }: Scenario) =>
	!retryOnFail && (early?.times ?? faults[0]!.length) === 1;

/**
 * Of each group, every fault meets at least one case: a call that a fault hits once and that n8n does not repeat, another call, another action,
 * and a request that reads.
 */
const GROUPS: ReadonlyArray<(scenario: Scenario) => boolean> = [
	(scenario) => isCall(scenario.operation) && isHitOnce(scenario),
	(scenario) => isCall(scenario.operation) && !isHitOnce(scenario),
	({ operation }) => isAction(operation) && !isCall(operation),
	({ operation }) => !isAction(operation),
];
/** No group has a number of cases that it divides: over all faults, each case has its turn. */
const STEP = 5;

type Case = [name: string, scenario: Scenario];

/** Faults that hit the first item, `times` times. */
function scenarioOf(
	fault: Fault,
	times: number,
	rest: Pick<Scenario, 'operation' | 'onError' | 'retryOnFail'>,
): Scenario {
	const isEarly = fault.at !== 'read';
	const first = isEarly ? [] : Array.from({ length: times }, () => fault);
	const faults = [first, ...Array.from({ length: ITEMS - 1 }, () => [])];
	// Early faults hit whoever comes first: one after the other, that is the first item.
	return {
		...rest,
		faults,
		parallel: isEarly ? 1 : ITEMS,
		...(isEarly && { early: { fault, times } }),
	};
}

/** An action meets each setting, reading meets two of them: over all faults, each of them often. */
const settingsOf = (operation: FaultyOperation) =>
	SETTINGS.filter(
		(_setting, index) =>
			isAction(operation) || index % ON_ERROR.length === OPERATIONS.indexOf(operation) % 3,
	);

/** Whether the fault stays: for the last settings of an action, and for each second one of reading, which gets over a fault that does not. */
const isLasting = (operation: FaultyOperation, settingIndex: number) =>
	isAction(operation) ? settingIndex >= 4 : settingIndex % 2 === 1;

const casesOf = (fault: Fault, operation: FaultyOperation): Case[] =>
	settingsOf(operation).map((setting, settingIndex) => {
		const times = isLasting(operation, settingIndex) ? ALWAYS : 1;
		const name = [
			operation.name,
			setting.onError,
			setting.retryOnFail ? 'Retry On Fail' : 'no retry',
			times === 1 ? 'once' : 'always',
		].join(', ');
		return [name, scenarioOf(fault, times, { operation, ...setting })];
	});

const rotated = <T,>(list: readonly T[], by: number): T[] => {
	const first = by % list.length;
	return [...list.slice(first), ...list.slice(0, first)];
};

const everyFault = Object.values(FAULTS).flat();

/** The scenarios of one fault, with a name for each: at least one of each group, others for each fault. */
export function scenariosOf(kind: Kind, fault: Fault): Case[] {
	const turn = (everyFault.findIndex(({ name }) => name === fault.name) + 1 + seed) * STEP;
	const all = OPERATIONS.flatMap((operation) => casesOf(fault, operation));
	return GROUPS.flatMap((isIn) => {
		const cases = all.filter(([, scenario]) => isIn(scenario));
		// Large answers cost memory and time.
		return sampleOf(kind === 'large' ? 'largeFaults' : 'faultyCases', rotated(cases, turn));
	});
}
