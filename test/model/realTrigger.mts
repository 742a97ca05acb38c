import type { INodeType } from 'n8n-workflow';
import * as workflowPackage from 'n8n-workflow';
import { STEP_MS } from '../../nodes/shared/http/limits';
import { clock } from './clock.mts';
import type { Settings } from './scenario.mts';

/*
 * The only file that knows the trigger. All others reach it through n8n's interface of a node, and its saved state is opaque to them.
 */

/** How many rows the trigger may remember, and how many it asks for; undefined: as many as usual. */
export type Limits = Pick<Settings, 'maxKnown' | 'pageSize'>;

/** The trigger as a new process of n8n has it: without memory of an earlier process. */
export type LoadTrigger = (limits: Limits) => INodeType;

/** One copy of the node's modules. */
interface Copy {
	node: INodeType;
	limit: (limits: Limits) => void;
}

/** The lists of the model are short: fewer rows prove there how they are sorted. */
const SMALL = { orderRows: 20, orderSteps: 8 };

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

/** The limits of the copy that is being loaded; undefined if this trigger has none. */
function boundsOf(): Record<string, number> | undefined {
	try {
		return require('../../nodes/VoiceAgentTrigger/bounds').bounds;
	} catch {
		return undefined;
	}
}

function loadAnew(): Copy {
	let copy: Copy | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => quickPackage);
		jest.doMock('../../nodes/VoiceAgentTrigger/processStart', () => ({
			processStart: () => clock.processStart,
		}));
		const { VoiceAgentTrigger } = require('../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node');
		const bounds = boundsOf();
		const usual = { ...bounds };
		const { PageReader } = require('../../nodes/shared/http');
		const { grow } = PageReader.prototype;
		copy = {
			node: new VoiceAgentTrigger(),
			limit: ({ maxKnown, pageSize }) => {
				const firstPage = pageSize ?? usual.firstPage;
				const most = maxKnown ?? usual.maxKnown;
				if (bounds) Object.assign(bounds, usual, SMALL, { maxKnown: most, firstPage });
				// All pages are small then.
				PageReader.prototype.grow = pageSize === undefined ? grow : () => undefined;
			},
		};
	});
	return copy!;
}

/** The real node, for each process another copy of its modules, with whatever they keep in memory. */
export function realTrigger(): LoadTrigger {
	const copies: Copy[] = [];
	let next = 0;
	return (limits) => {
		const number = next % COPIES;
		next += 1;
		copies[number] ??= loadAnew();
		copies[number].limit(limits);
		return copies[number].node;
	};
}
