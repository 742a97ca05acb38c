import { addHistory } from '../../scripts/demo/demoHistory.mts';
import { events } from '../../nodes/VoiceAgentTrigger/events';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });

/** The dialer calls the contacts of the campaign. */
async function untilFinished(): Promise<void> {
	await sandbox.api.post('/clock', { advanceSeconds: 24 * 3600 });
	expect((await sandbox.api.get<string>('/')).data).toContain(
		'<td>Campaign 1</td><td>finished</td>',
	);
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
