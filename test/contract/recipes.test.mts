import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { nodeTypes } from '../support/nodeTypes.mts';
import { everyOperation } from '../support/operations.mts';

/*
 * Recipes and the other pages name nodes, resources, operations and events as the editor shows them.
 */

/** `Node (Resource: Operation)` of every operation, and `Node (Trigger On: Event)` of every event. */
function everyStep(): string[] {
	const operations = everyOperation().map(({ node, resource, operation }) => {
		const { displayName } = nodeTypes[node]!.description;
		return `${displayName} (${resource.name}: ${operation.name})`;
	});
	const { displayName, properties } = new VoiceAgentTrigger().description;
	const event = properties.find(({ name }) => name === 'event');
	const events = (event?.options ?? []).map(
		({ name }) => `${displayName} (${event?.displayName}: ${name})`,
	);
	return [...operations, ...events];
}

/** The steps that a page names, such as `**Voice Agent Call** (Call: Get)`; a line may break in them. */
const stepsIn = (page: string): string[] =>
	[
		...page
			.replace(/\s*\n>?\s*/g, ' ')
			.matchAll(/\*\*(Voice Agent[\w ]*)\*\* \(([^:)]+: [^)]+)\)/g),
	].map(([, node = '', what = '']) => `${node} (${what})`);

const known = everyStep();
const pages = readdirSync('docs').filter((file) => file.endsWith('.md'));
const steps = pages.flatMap((page) => stepsIn(readFileSync(join('docs', page), 'utf8')));

test('the pages name many steps', () => {
	expect(known.length).toBeGreaterThan(100);
	expect(new Set(steps).size).toBeGreaterThan(15);
});

test.each([...new Set(steps)])('%s is in the editor', (step) => {
	expect(known).toContain(step);
});
