import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import type { RecordedCall } from '../samples/report.mts';

/** What somebody reads who has made a mistake. */
export function errorsPart(browser: () => TestBrowser): void {
	const calls = async () =>
		(await browser().world.sandbox.api.get<RecordedCall[]>('/calls')).data.length;

	test.each([
		{ number: '555-0123', says: /"555-0123"/, todo: /Default Country Code/ },
		{ number: 'Ada', says: /is not a phone number/, todo: /international format/ },
	])('Make Call to $number: what is wrong, what to do, and nobody is called', async (phone) => {
		const before = await calls();
		const error = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add('Voice Agent Call', 'Make call');
			const panel = await editor.panel.untilOpen();
			await panel.pick('Agent', 'Lead Qualifier', 'lead');
			await panel.fill('Phone Number', phone.number);
			return await (await panel.execute()).error();
		});
		expect(error.message).toMatch(phone.says);
		expect(`${error.message} ${error.description}`).toMatch(phone.todo);
		expect(await calls()).toBe(before);
	});
}
