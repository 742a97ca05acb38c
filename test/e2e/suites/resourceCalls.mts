import {
	type Chains,
	byId,
	file,
	from,
	items,
	mayFail,
	request,
	stepsOf,
	untilQuiet,
	wait,
} from '../../support/n8nSteps.mts';

const call = stepsOf('voiceAgentCall', 'call');
const callback = stepsOf('voiceAgentCall', 'callback');
const booking = stepsOf('voiceAgentCall', 'booking');
const transfer = stepsOf('voiceAgentCall', 'transferEvent');
const campaign = stepsOf('voiceAgentCampaign', 'campaign');
const contact = stepsOf('voiceAgentCampaign', 'contact');
const analytics = stepsOf('voiceAgentAnalytics', 'call');
const customField = stepsOf('voiceAgentAnalytics', 'customField');

const AGENT = 'agent_0003';
const agentId = byId(AGENT);
const campaignId = byId(from('Create', 'campaign_id'));
const createCampaign = (name: string, contacts: object[]) =>
	campaign('Create', 'create', {
		campaignName: name,
		agentId,
		contactsFrom: 'json',
		contactsJson: JSON.stringify(contacts),
		options: { additionalFieldsJson: '{ "settings": { "max_attempts": 1 } }' },
	});

/** Two days long before all other calls. */
const PAST = {
	period: 'range',
	startDate: '2020-02-03T00:00:00Z',
	endDate: '2020-02-04T23:59:59Z',
};

export function callResources(chains: Chains): void {
	// Calls of earlier tests may still end with a booking.
	beforeAll(async () => await untilQuiet(chains.n8n));

	test('Call', async () => {
		const sessionId = byId(from('Make', 'session_id'));
		const transcript = [
			{ role: 'agent', text: 'Good morning, Ada.', offset_seconds: 0 },
			{ role: 'user', text: 'Yes, please.', offset_seconds: 4 },
		];
		const url = `=${chains.n8n.sandbox.control}/calls/{{ $('Make').item.json.call_id }}`;
		const output = await chains.run('Call', [
			call('Make', 'makeCall', {
				agentId,
				toNumber: '(808) 555-0150',
				additionalFields: { firstName: 'Ada', lastName: 'Sample' },
				variables: { pairs: [{ name: 'topic', value: 'renewal' }] },
				defaultCountryCode: '1',
			}),
			call('By session', 'getBySession', { sessionId }),
			request('They talk', 'PUT', url, { status: 'completed', duration_seconds: 9, transcript }),
			call('Get', 'get', { callId: byId(from('Make', 'call_id')), output: 'allColumns' }),
			call('Get many', 'getAll', {
				filters: { callId: byId(from('Make', 'call_id')), from: '2026-01-01T00:00:00' },
			}),
			call('Transcript', 'getTranscript', { sessionId }),
			call('Recording', 'downloadRecording', { sessionId }),
			call('Unknown', 'get', { callId: byId('call_none') }, mayFail),
		]);
		const { call_id } = output.row('Make');
		expect(output.row('By session')).toMatchObject({ call_id, to_number: '+18085550150' });
		expect(output.row('Get')).toMatchObject({
			call_id,
			is_over: true,
			status: 'completed',
			first_name: 'Ada',
			last_name: 'Sample',
			agent_id: AGENT,
			duration_seconds: 9,
			variables: '{"topic":"renewal"}',
			transcript: 'Agent: Good morning, Ada.\nContact: Yes, please.',
		});
		expect(output.column('Get many', 'call_id')).toEqual([call_id]);
		expect(output.row('Transcript').transcript).toBe(output.row('Get').transcript);
		expect(output.file('Recording')?.mimeType).toMatch(/^audio\/(x-)?wav$/);
		expect(output.row('Unknown').error).toMatch(/not found/i);
	});

	test('Callback', async () => {
		const callbackId = byId(from('Create', 'id'));
		const output = await chains.run('Callback', [
			callback('Create', 'create', {
				agentId,
				phoneNumber: '+18085550151',
				scheduledAt: '2099-01-01T09:00:00',
				additionalFields: { firstName: 'Ada', notes: 'Wants a quote' },
			}),
			callback('To come', 'getAll', { returnAll: true }),
			callback('Reschedule', 'reschedule', { callbackId, scheduledAt: '2099-07-01T09:00:00' }),
			callback('Still to come', 'getAll', { returnAll: true }),
			callback('Cancel', 'cancel', { callbackId }),
			callback('Left', 'getAll', { returnAll: true }),
			callback('Cancel again', 'cancel', { callbackId }, mayFail),
		]);
		const { id } = output.row('Create');
		const found = (step: string) => output.rows(step).find((row) => row.id === id);
		expect(found('To come')).toMatchObject({
			agent_id: AGENT,
			phone_number: '+18085550151',
			first_name: 'Ada',
			notes: 'Wants a quote',
			status: 'scheduled',
		});
		// The clock on the wall in Berlin, in winter and in summer.
		const time = (step: string) => new Date(String(found(step)?.scheduled_at)).toISOString();
		expect(time('To come')).toBe('2099-01-01T08:00:00.000Z');
		expect(time('Still to come')).toBe('2099-07-01T07:00:00.000Z');
		expect(found('Left')).toBeUndefined();
		expect(output.row('Cancel again').error).toMatch(/cancelled|scheduled/i);
	});

	test.each([
		['Booking', booking, 'bookings', 'booking_id'],
		['Transfer Event', transfer, 'transfer-events', 'transfer_id'],
	])('%s', async (name, steps, collection, id) => {
		const { api } = chains.n8n.sandbox;
		await api.post(`/seed/${collection}`, { count: 3, agent_id: AGENT });
		await api.post(`/seed/${collection}`, { count: 2, agent_id: 'agent_0002' });
		const output = await chains.run(name, [
			steps('All', 'getAll', { returnAll: true }),
			steps('Two', 'getAll', { limit: 2 }),
			steps('Of the agent', 'getAll', { scope: 'agent', agentId, returnAll: true }),
			call('The call', 'get', {
				callId: byId(from('Of the agent', 'call_id')),
				output: 'allColumns',
			}),
		]);
		const { data: state } = await api.get('/state');
		const total = collection === 'bookings' ? state.bookings : state.transfers;
		expect(new Set(output.column('All', id)).size).toBe(total);
		expect(output.rows('Two')).toHaveLength(2);
		const own = output.rows('All').filter(({ agent_id }) => agent_id === AGENT);
		expect(own.length).toBeGreaterThanOrEqual(3);
		expect(output.column('Of the agent', id)).toEqual(own.map((row) => row[id]));
		expect(output.row('The call')).toMatchObject({ agent_id: AGENT, is_over: true });
	});

	test('Campaign', async () => {
		const list = 'phone_number,first_name\n+18085550160,Ada\nnobody,Ben\n';
		const output = await chains.run('Campaign', [
			...file('File', 'people.csv', list),
			campaign('Validate', 'validateFile'),
			createCampaign('Renewals', [{ phone_number: '+18085550161', first_name: 'Cleo' }]),
			campaign('Rename', 'update', { campaignId, updateFields: { campaignName: 'Spring' } }),
			campaign('Start', 'start', { campaignId }),
			campaign('Pause', 'pause', { campaignId }),
			campaign('Resume', 'resume', { campaignId }),
			campaign('Pause when', 'pauseWhen', { campaignId, conditions: { creditsSpent: 0 } }),
			campaign('Resume again', 'resume', { campaignId }),
			wait('They talk', 4),
			campaign('Get', 'get', { campaignId }),
			campaign('Analytics', 'getAnalytics', { campaignId }),
			campaign('Export', 'export', { campaignId }),
			campaign('Rerun', 'rerun', { campaignId }),
			campaign('Get many', 'getAll', { returnAll: true }),
			campaign('Cancel', 'cancel', { campaignId: byId(from('Rerun', 'campaign_id')) }),
			campaign('Read back', 'get', { campaignId: byId(from('Rerun', 'campaign_id')) }),
			campaign('Start again', 'start', { campaignId }, mayFail),
		]);
		const { campaign_id } = output.row('Create');
		expect(output.row('Validate')).toMatchObject({ valid: false, total_rows: 2 });
		expect(output.row('Rename')).toMatchObject({ name: 'Spring', status: 'pending' });
		const states = ['Start', 'Pause', 'Resume', 'Get'].map((step) => output.row(step).status);
		expect(states).toEqual(['active', 'paused', 'active', 'finished']);
		expect(output.row('Pause when')).toMatchObject({
			is_paused: true,
			was_running: true,
			condition_met: 'Credits Spent',
		});
		expect(output.row('Get')).toMatchObject({ is_finished: true, contacts_total: 1 });
		expect(output.row('Analytics')).toMatchObject({ total_contacts: 1, called: 1 });
		expect(output.file('Export')).toBeDefined();
		const rerun = output.row('Rerun');
		expect(rerun).toMatchObject({ name: 'Spring (rerun)', contacts_total: 1 });
		expect(output.column('Get many', 'campaign_id')).toEqual(
			expect.arrayContaining([campaign_id, rerun.campaign_id]),
		);
		expect(output.row('Read back')).toMatchObject({ status: 'cancelled', is_finished: true });
		expect(output.row('Start again').error).toMatch(/finished/i);
	});

	test('Contact', async () => {
		const columns = { phoneNumberColumn: 'tel', firstNameColumn: 'given', lastNameColumn: '' };
		const output = await chains.run('Contact', [
			createCampaign('Growing', [{ phone_number: '+18085550170' }]),
			...items('People', [
				{ tel: '+18085550171', given: 'Ada', city: 'Bath' },
				{ tel: '+18085550172', given: 'Ben', city: 'Hilo' },
				{ tel: 'nobody', given: 'Cleo', city: 'Rome' },
			]),
			contact(
				'Add',
				'add',
				{ campaignId, contactsFrom: 'items', ...columns },
				{
					executeOnce: false,
				},
			),
			...file('File', 'people.csv', 'phone_number,first_name\n+18085550173,Dan\n'),
			contact('Add file', 'add', { campaignId, contactsFrom: 'file' }),
			contact('Add JSON', 'add', {
				campaignId,
				contactsFrom: 'json',
				contactsJson: '[{ "phone_number": "+18085550174" }]',
			}),
			contact('Get many', 'getAll', { campaignId, returnAll: true, output: 'allColumns' }),
			campaign('Cancel', 'cancel', { campaignId }),
			contact(
				'Add too late',
				'add',
				{
					campaignId,
					contactsFrom: 'json',
					contactsJson: '[{ "phone_number": "+18085550175" }]',
				},
				mayFail,
			),
			contact('Left', 'getAll', { campaignId, returnAll: true }),
		]);
		expect(output.row('Add')).toMatchObject({
			contacts_sent: 2,
			rejected_rows: [{ row: 3 }],
		});
		const numbers = [0, 1, 2, 3, 4].map((last) => `+1808555017${last}`);
		expect(output.column('Get many', 'phone_number').sort()).toEqual(numbers);
		const ada = output.rows('Get many').find((row) => row.phone_number === '+18085550171');
		expect(ada).toMatchObject({ first_name: 'Ada', variables: '{"city":"Bath"}', attempts: 0 });
		expect(output.row('Add too late').error).toMatch(/cancelled/i);
		expect(output.rows('Left')).toHaveLength(5);
	});

	describe('analytics of calls that are known', () => {
		beforeAll(async () => {
			const { api } = chains.n8n.sandbox;
			const common = { agent_id: AGENT, agent_name: 'Customer Survey' };
			await api.post('/calls', {
				...common,
				count: 5,
				created_at: '2020-02-03T10:00:00Z',
				status: 'busy',
			});
			await api.post('/calls', {
				...common,
				count: 2,
				created_at: '2020-02-04T23:30:00Z',
				status: 'completed',
				direction: 'inbound',
				duration_seconds: 90,
				analysis: {
					summary: '',
					sentiment: 'negative',
					outcome: 'complaint',
					success: false,
					fields: { topic: 'Größe' },
				},
			});
		});

		test('Analytics: Call', async () => {
			const output = await chains.run('Analytics of calls', [
				analytics('Summary', 'getSummary', PAST),
				analytics('Another agent', 'getSummary', {
					...PAST,
					filters: { agentId: byId('agent_0001') },
				}),
				analytics('Agents', 'getAgents', PAST),
				analytics('Attempts', 'getAttempts', PAST),
				analytics('Calls', 'getAll', { ...PAST, returnAll: true }),
				analytics('Outcomes', 'getOutcomes', PAST),
				analytics('Sentiment', 'getSentiment', PAST),
				analytics('Trends', 'getTimeTrends', PAST),
				analytics('Recently', 'getSummary', { period: 'days', days: 1 }),
			]);
			expect(output.row('Summary')).toMatchObject({
				total_calls: 7,
				connected_calls: 2,
				average_duration_seconds: 90,
				directions: { inbound: 2, outbound: 5 },
				statuses: { busy: 5, completed: 2 },
			});
			expect(output.row('Another agent').total_calls).toBe(0);
			expect(output.row('Agents').agents).toMatchObject([
				{ agent_id: AGENT, total_calls: 7, connected_calls: 2, successful_calls: 0 },
			]);
			expect(output.row('Attempts').heatmap).toMatchObject([
				{ weekday: 1, hour: 10, calls: 5, connected: 0 },
				{ weekday: 2, hour: 23, calls: 2, connected: 2 },
			]);
			expect(output.rows('Calls')).toHaveLength(7);
			expect(output.row('Outcomes').agents).toMatchObject([
				{ agent_id: AGENT, dialled: 7, connected: 2, outcomes: { complaint: 2 } },
			]);
			const felt = output.row('Sentiment').sentiments;
			expect(felt).toContainEqual({ sentiment: 'negative', calls: 2, share: 1 });
			expect(output.row('Trends').days).toMatchObject([
				{ date: '2020-02-03', calls: 5 },
				{ date: '2020-02-04', calls: 2 },
			]);
			const { data: state } = await chains.n8n.sandbox.api.get('/state');
			expect(output.row('Recently').total_calls).toBe(state.calls - 7);
		});

		test('Analytics: Custom Field', async () => {
			const output = await chains.run('Analytics of custom fields', [
				customField('Keys', 'getKeys', { ...PAST, returnAll: true }),
				customField('Distribution', 'getDistribution', {
					...PAST,
					customFieldKey: byId(from('Keys', 'key')),
				}),
				customField('Unknown', 'getDistribution', { ...PAST, customFieldKey: byId('nothing') }),
			]);
			expect(output.rows('Keys')).toEqual([{ key: 'topic', calls: 2 }]);
			expect(output.row('Distribution')).toMatchObject({
				key: 'topic',
				total_calls: 2,
				values: [{ value: 'Größe', calls: 2, share: 1 }],
			});
			expect(output.row('Unknown').values).toEqual([]);
		});
	});
}
