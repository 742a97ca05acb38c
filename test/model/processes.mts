import type { INodeType } from 'n8n-workflow';
import * as workflowPackage from 'n8n-workflow';
import { clock } from './clock.mts';
import type { LoadTrigger } from './engine.mts';

/** A history has fewer processes than that, so that none meets the memory of an earlier one. */
const IMAGES = 24;

/** n8n's package with waits that cost no time; one for all, because its errors are recognised by their class. */
const quickPackage = {
	...workflowPackage,
	sleep: async (milliseconds: number) => clock.advance(milliseconds),
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
	const images: INodeType[] = [];
	let next = 0;
	return () => {
		const number = next % IMAGES;
		next += 1;
		images[number] ??= loadAnew();
		return images[number];
	};
}
