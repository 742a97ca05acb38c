import { createRequire } from 'node:module';
import { StoredCredential } from '../../harness/n8n/engine.mts';
import { startPlatform } from './platform.mts';

/** The compiled node that makes calls, with the credential of a platform that was started for it. */
export async function startCallNode() {
	const projectRequire = createRequire(import.meta.url);
	const { VoiceAgentCall } = projectRequire(
		'../../dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js',
	);
	const { VoiceAgentApi } = projectRequire('../../dist/credentials/VoiceAgentApi.credentials.js');
	const platform = await startPlatform();
	const credential = new StoredCredential(new VoiceAgentApi(), {
		baseUrl: platform.url,
		email: 'owner@example.com',
		password: 'password',
	});
	return { node: new VoiceAgentCall(), credential, platform };
}
