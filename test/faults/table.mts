import type { OnError } from 'n8n-workflow';
import { FAULTS, type Kind } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { type FaultyOperation, OPERATIONS, isAction } from './operations.mts';
import type { Scenario } from './play.mts';

/** The table: each fault with each operation, in the settings of the node that change what happens after an error. */

const ON_ERROR: readonly OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];
const SETTINGS = ON_ERROR.flatMap((onError) =>
	[false, true].map((retryOnFail) => ({ onError, retryOnFail })),
);
const ALWAYS = 30;
const ITEMS = 3;

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

/** Large answers cost memory and time: one setting for each operation. */
function settingsOf(kind: Kind, operationIndex: number, isActing: boolean) {
	if (kind === 'large') return [SETTINGS[operationIndex % SETTINGS.length] ?? SETTINGS[0]!];
	// An action meets each setting, reading meets two of them: over all faults, each of them often.
	return SETTINGS.filter((_setting, index) => isActing || index % 3 === operationIndex % 3);
}

/** Whether the fault stays: for the last settings of an action, and for each second one of reading, which gets over a fault that does not. */
const isLasting = (operation: FaultyOperation, settingIndex: number) =>
	isAction(operation) ? settingIndex >= 4 : settingIndex % 2 === 1;

/** Every scenario of one fault, with a name for each. */
export function scenariosOf(kind: Kind, fault: Fault): Array<[name: string, scenario: Scenario]> {
	return OPERATIONS.flatMap((operation, operationIndex) =>
		settingsOf(kind, operationIndex, isAction(operation)).map(
			(setting, settingIndex): [string, Scenario] => {
				const times = isLasting(operation, settingIndex) ? ALWAYS : 1;
				const name = [
					operation.name,
					setting.onError,
					setting.retryOnFail ? 'Retry On Fail' : 'no retry',
					times === 1 ? 'once' : 'always',
				].join(', ');
				return [name, scenarioOf(fault, times, { operation, ...setting })];
			},
		),
	);
}

export const caseCount = () =>
	Object.entries(FAULTS).flatMap(([kind, faults]) =>
		faults.flatMap((fault) => scenariosOf(kind as Kind, fault)),
	).length;
