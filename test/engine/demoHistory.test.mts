import { addHistory } from '../../harness/samples/demoHistory.mts';
import { events } from '../../nodes/VoiceAgentTrigger/events';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.setTimeout(60_000);

const sandbox = useSandbox({ speed: 60, resetEachTest: true });

const campaigns = async () => {
	const page = await sandbox.api.get<string>('/');
	return [...page.data.matchAll(/<td>Campaign 1<\/td><td>(\w+)<\/td>/g)].map(
		([, status]) => status,
	);
};

/** Until the dialer has called the contacts of the campaign. */
async function untilFinished(): Promise<void> {
	while ((await campaigns())[0] !== 'finished')
		await new Promise((resolve) => setTimeout(resolve, 100));
}

test('with the history of the demo, Fetch Test Event shows something for every event', async () => {
	await addHistory(sandbox);
	await untilFinished();
	expect(events).toHaveLength(7);
	for (const { value } of events) {
		const manual = triggerFor(credentialFor(sandbox), value, {}, { mode: 'manual' });
		const shown = await manual.poll();
		expect({ value, items: shown?.length }).not.toEqual({ value, items: 0 });
		expect(shown?.[0]?.json).toMatchObject({ redelivered: false });
	}
});

test('a platform that has calls already is left as it is', async () => {
	await addHistory(sandbox);
	await untilFinished();
	const { data: before } = await sandbox.api.get('/state');
	await addHistory(sandbox);
	const { data: after } = await sandbox.api.get('/state');
	expect({ ...after, now: '' }).toEqual({ ...before, now: '' });
});
