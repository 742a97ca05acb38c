import type { INodeType } from 'n8n-workflow';
import * as workflowPackage from 'n8n-workflow';
import { STEP_MS } from '../../nodes/shared/http/limit';
import { clock } from './clock.mts';

/*
 * The only file that knows the trigger. All others reach it through n8n's interface of a node, and its saved state is opaque to them.
 */

/** The trigger as a new process of n8n has it: without memory of an earlier process. */
export type LoadTrigger = () => INodeType;

/** A scenario has fewer processes than that, so that none meets the memory of an earlier one. */
const COPIES = 24;

/** n8n's package with waits that take no time; one for all, because its errors are recognised by their class. */
const quickPackage = {
	...workflowPackage,
	sleep: async (milliseconds: number) => {
		// No request is late in the model, and time does not pass by looking at the clock.
		if (milliseconds === STEP_MS) return await new Promise(() => undefined);
		clock.advance(milliseconds);
	},
};

function loadAnew(): INodeType {
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => quickPackage);
		jest.doMock('../../nodes/VoiceAgentTrigger/processStart', () => ({
			processStart: () => clock.processStart,
		}));
		const { VoiceAgentTrigger } = require('../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node');
		node = new VoiceAgentTrigger();
	});
	return node!;
}

/** The real node, for each process another copy of its modules, with whatever they keep in memory. */
export function realTrigger(): LoadTrigger {
	const copies: INodeType[] = [];
	let next = 0;
	return () => {
		const number = next % COPIES;
		next += 1;
		copies[number] ??= loadAnew();
		return copies[number];
	};
}
