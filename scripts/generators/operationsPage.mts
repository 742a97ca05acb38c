import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from '../../nodes/shared/operation';

/** A node as its own description shows it. */
export interface DescribedNode {
	displayName: string;
	description: string;
	resources: readonly Resource[];
}

function endpoints({ endpoint }: Operation): readonly string[] {
	return typeof endpoint === 'string' ? [endpoint] : (endpoint ?? []);
}

/** What the panel shows from the beginning. What appears after a choice is found there. */
const isShown = ({ type, displayOptions }: INodeProperties) =>
	type !== 'notice' && displayOptions?.show === undefined;

function fieldNames(operation: Operation): string {
	const { fields = [], options = [] } = operation;
	const ids: Readonly<Record<string, INodeProperties>> =
		'ids' in operation ? (operation.ids ?? {}) : {};
	const ofIds = Object.values(ids).filter((field) => !fields.includes(field));
	const own = [...ofIds, ...fields].filter(isShown).map(({ displayName }) => displayName);
	const wait = 'waitFor' in operation && operation.waitFor ? ['Wait for Result'] : [];
	const more = options.map(({ displayName }) => `Options → ${displayName}`);
	return [...own, ...wait, ...more].join(', ') || '–';
}

function row(resource: Resource, operation: Operation): string {
	const own = endpoints(operation);
	const wire =
		operation.kind === 'task' && own.length > 1
			? `${own.every((endpoint) => endpoint.startsWith('GET ')) ? 'reads' : 'uses'} ${own.length} endpoints`
			: own.map((endpoint) => `\`${endpoint}\``).join('<br>') || 'none: it is carried out in n8n';
	return `| ${resource.name} | ${operation.name} | ${wire} | ${fieldNames(operation)} |`;
}

/** The page `docs/operations.md`: every operation of every node, from the descriptions that n8n itself reads. */
export function operationsPage(nodes: readonly DescribedNode[]): string {
	const all = nodes.flatMap(({ resources }) => resources.flatMap(({ operations }) => operations));
	const count = new Set(all.flatMap(endpoints)).size;
	const head = [
		'# Operations',
		'',
		'<!-- Written by `npm run generate` from the nodes themselves. Do not edit. -->',
		'',
		`${all.length} operations reach ${count} endpoints of the platform. Logging in (\`POST /auth/login\`, \`POST /mfa/verify\`) is done by the credential.`,
		'Fields that appear after a choice, such as Limit if Return All is off, are left out. So are Max Retries, Parallel Requests, Timeout and Response Path in Options, which every operation has that sends requests.',
		'What Wait for Result does: [Waiting](waiting.md).',
	];
	const sections = nodes.flatMap(({ displayName, description, resources }) => [
		'',
		`## ${displayName}`,
		'',
		`${description}.`,
		'',
		'| Resource | Operation | Endpoint | Fields |',
		'| --- | --- | --- | --- |',
		...resources.flatMap((resource) =>
			[...resource.operations]
				.sort((a, b) => a.name.localeCompare(b.name))
				.map((operation) => row(resource, operation)),
		),
	]);
	return `${[...head, ...sections].join('\n')}\n`;
}
