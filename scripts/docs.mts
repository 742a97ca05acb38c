import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { architecturePicture } from '../harness/docs/architecturePicture.mts';
import { checkPlatformPage } from '../harness/docs/checkPlatformPage.mts';
import { columnsPage } from '../harness/docs/columnsPage.mts';
import { type DescribedNode, operationsPage } from '../harness/docs/operationsPage.mts';
import { StoredCredential } from '../harness/n8n/engine.mts';
import { root } from '../harness/project/project.mjs';
import { otherPlatformsPage } from '../harness/docs/otherPlatformsPage.mts';
import { EXPLAINED } from '../harness/quirkRefusals.mts';
import { withQuirksTable } from '../sandbox/control/quirks/table.mts';
import { CATALOGUE } from '../sandbox/simulation/quirkCatalogue.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { type Sandbox, startSandbox } from '../harness/sandbox.mts';

/** Writes what in docs/ and in the sandbox's README is made from the code. */
const projectRequire = createRequire(import.meta.url);

/** The nodes that have operations: triggers have none. */
function actionNodes(): DescribedNode[] {
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	return n8n.nodes.flatMap((file) => {
		const path = join(root, file);
		const resources = join(dirname(path), 'resources');
		if (!existsSync(resources)) return [];
		const [NodeType] = Object.values(projectRequire(path)) as Array<
			new () => { description: Pick<DescribedNode, 'displayName' | 'description'> }
		>;
		const { displayName, description } = new NodeType().description;
		return { displayName, description, ...projectRequire(resources) };
	});
}

const built = (file: string) => projectRequire(join(root, 'dist', file));

/** The page with what Check Platform says about the sandbox. */
async function checkPage(): Promise<string> {
	const { VoiceAgentOrganization } = built(
		'nodes/VoiceAgentOrganization/VoiceAgentOrganization.node.js',
	);
	const { VoiceAgentApi } = built('credentials/VoiceAgentApi.credentials.js');
	const credential = ({ url }: Sandbox) =>
		new StoredCredential(new VoiceAgentApi(), sandboxCredential(url).data);
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		return await checkPlatformPage({ node: new VoiceAgentOrganization(), credential }, sandbox);
	} finally {
		await sandbox.stop();
	}
}

/** File in docs/, and what is to be in it. */
const pages: Record<string, string> = {
	'check-platform.md': await checkPage(),
	'columns.md': columnsPage(built('nodes/shared/platform')),
	'operations.md': operationsPage(actionNodes()),
	'other-platforms.md': otherPlatformsPage(CATALOGUE, EXPLAINED),
	'images/architecture.svg': await architecturePicture(root),
};

for (const [file, page] of Object.entries(pages)) writeFileSync(join(root, 'docs', file), page);

const sandboxPage = join(root, 'sandbox', 'README.md');
writeFileSync(sandboxPage, withQuirksTable(readFileSync(sandboxPage, 'utf8')));
