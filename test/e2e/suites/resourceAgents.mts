import { type Chains, byId, file, from, mayFail, stepsOf } from '../../support/n8nSteps.mts';

const agent = stepsOf('voiceAgent', 'agent');
const version = stepsOf('voiceAgent', 'agentVersion');
const tool = stepsOf('voiceAgent', 'builtInTool');
const customFunction = stepsOf('voiceAgent', 'customFunction');
const document = stepsOf('voiceAgent', 'knowledgeBaseDocument');
const analysis = stepsOf('voiceAgent', 'postCallAnalysis');
const voice = stepsOf('voiceAgent', 'voice');

const NOT_FOUND = /not found|could not be found|does not exist/i;
/** The agent that the step "Create agent" made. */
const agentId = byId(from('Create agent', 'agent_id'));
const createAgent = (name: string) =>
	agent('Create agent', 'create', { name, additionalFields: { instructions: 'Be kind.' } });
const deleteAgent = agent('Delete agent', 'delete', { agentId });

export function agentResources(chains: Chains): void {
	test('Agent', async () => {
		const output = await chains.run('Agent', [
			agent('Industries', 'getIndustries', { returnAll: true }),
			agent('Use cases', 'getUseCases', { filters: { industry: 'retail' }, returnAll: true }),
			voice('Voices', 'getAll', { limit: 1 }),
			agent('Create agent', 'create', {
				name: 'Front Desk',
				additionalFields: {
					industry: from('Industries', 'id'),
					useCase: from('Use cases', 'id'),
					voiceId: byId(from('Voices', 'id')),
					language: 'en-GB',
					instructions: 'Be kind.',
				},
				options: { additionalFieldsJson: '{ "max_duration_seconds": 300 }' },
			}),
			agent('Get', 'get', { agentId }),
			agent('Instruct', 'updatePrompt', { agentId, instructions: 'Be brief, {{first_name}}.' }),
			agent('Rename', 'update', { agentId, updateFields: { name: 'Reception' } }),
			agent('Read back', 'get', { agentId }),
			agent('Get many', 'getAll', { returnAll: true }),
			deleteAgent,
			agent('Gone', 'get', { agentId }, mayFail),
			agent('Left', 'getAll', { returnAll: true }),
		]);
		const { agent_id, ...created } = output.row('Create agent');
		expect(output.rows('Industries')).toHaveLength(7);
		expect(output.column('Use cases', 'id')).toEqual(expect.arrayContaining(['customer_survey']));
		expect(created).toMatchObject({
			name: 'Front Desk',
			industry: output.row('Industries').id,
			use_case: output.row('Use cases').id,
			voice_id: output.row('Voices').id,
			language: 'en-GB',
			max_duration_seconds: 300,
		});
		expect(output.row('Get')).toMatchObject({ agent_id, name: 'Front Desk', version: 1 });
		expect(output.row('Read back')).toMatchObject({
			agent_id,
			name: 'Reception',
			instructions: 'Be brief, {{first_name}}.',
			language: 'en-GB',
			version: 3,
		});
		expect(output.column('Get many', 'agent_id')).toContain(agent_id);
		expect(output.row('Gone').error).toMatch(NOT_FOUND);
		expect(output.column('Left', 'agent_id')).not.toContain(agent_id);
	});

	test('Agent Version', async () => {
		const output = await chains.run('Agent Version', [
			createAgent('Versioned'),
			agent('Rename', 'update', { agentId, updateFields: { name: 'Renamed' } }),
			version('Versions', 'getAll', { agentId, returnAll: true }),
			version('First', 'get', { agentId, version: byId('1') }),
			version('Restore', 'restore', { agentId, version: byId(from('First', 'version')) }),
			agent('Read back', 'get', { agentId }),
			version('Versions after', 'getAll', { agentId, returnAll: true }),
			version('Unknown', 'get', { agentId, version: byId('99') }, mayFail),
			deleteAgent,
		]);
		expect(output.column('Versions', 'version').sort()).toEqual([1, 2]);
		expect(output.row('First')).toMatchObject({
			version: 1,
			configuration: { name: 'Versioned', instructions: 'Be kind.' },
		});
		expect(output.row('Read back')).toMatchObject({ name: 'Versioned', version: 3 });
		expect(output.column('Versions after', 'version').sort()).toEqual([1, 2, 3]);
		expect(output.row('Unknown').error).toMatch(NOT_FOUND);
	});

	test('Built-in Tool', async () => {
		const toolId = byId('transfer_call');
		const output = await chains.run('Built-in Tool', [
			createAgent('With tools'),
			tool('Tools', 'getAll', { returnAll: true }),
			tool('Configure', 'configure', {
				agentId,
				toolId,
				enabled: true,
				additionalFields: { configurationJson: '{ "number": "+12125550199" }' },
			}),
			tool('Tools of the agent', 'getAllOfAgent', { agentId, returnAll: true }),
			tool('Remove', 'remove', { agentId, toolId }),
			tool('Tools left', 'getAllOfAgent', { agentId, returnAll: true }),
			tool('Remove again', 'remove', { agentId, toolId }, mayFail),
			deleteAgent,
		]);
		const state = (step: string) =>
			output.rows(step).find(({ tool_id }) => tool_id === 'transfer_call');
		expect(output.column('Tools', 'tool_id')).toContain('transfer_call');
		expect(state('Tools of the agent')).toMatchObject({
			enabled: true,
			configuration: { number: '+12125550199' },
		});
		expect(state('Tools left')).toMatchObject({ enabled: false, configuration: {} });
		expect(output.row('Remove again').error).toMatch(NOT_FOUND);
	});

	test('Custom Function', async () => {
		const functionId = byId(from('Create', 'id'));
		const output = await chains.run('Custom Function', [
			createAgent('With a function'),
			customFunction('Create', 'create', {
				agentId,
				name: 'check_stock',
				url: 'https://example.com/stock',
				additionalFields: {
					description: 'When somebody asks whether it is there',
					httpMethod: 'GET',
					headersJson: '{ "X-Shop": "1" }',
					parametersJson: '{ "type": "object" }',
				},
			}),
			customFunction('Get', 'get', { agentId, functionId }),
			customFunction('Update', 'update', {
				agentId,
				functionId,
				updateFields: { name: 'stock', httpMethod: 'POST' },
			}),
			customFunction('Read back', 'get', { agentId, functionId }),
			customFunction('Get many', 'getAll', { agentId, returnAll: true }),
			customFunction('Delete', 'delete', { agentId, functionId }),
			customFunction('Gone', 'get', { agentId, functionId }, mayFail),
			customFunction('Left', 'getAll', { agentId, returnAll: true }),
			deleteAgent,
		]);
		expect(output.row('Get')).toMatchObject({
			name: 'check_stock',
			url: 'https://example.com/stock',
			method: 'GET',
			headers: { 'X-Shop': '1' },
			parameters: { type: 'object' },
		});
		expect(output.row('Read back')).toMatchObject({
			name: 'stock',
			method: 'POST',
			url: 'https://example.com/stock',
		});
		expect(output.column('Get many', 'name')).toEqual(['stock']);
		expect(output.row('Gone').error).toMatch(NOT_FOUND);
		expect(output.rows('Left')).toEqual([]);
	});

	test('Knowledge Base Document', async () => {
		const documentId = byId(from('Upload', 'kb_id'));
		const documentIds = from('Upload', 'kb_id');
		const output = await chains.run('Knowledge Base Document', [
			...file('File', 'prices.txt', 'One costs 5 €.'),
			document('Upload', 'upload', { additionalFields: { name: 'Prices' } }),
			createAgent('Well read'),
			document('Get', 'get', { documentId }),
			document('Rename', 'rename', { documentId, name: 'Prices 2027' }),
			document('Attach', 'assign', { agentId, documentIds }),
			document('Attached', 'getAllOfAgent', { agentId, returnAll: true }),
			document('Get many', 'getAll', { returnAll: true }),
			document('Detach', 'unassign', { agentId, documentIds }),
			document('Still attached', 'getAllOfAgent', { agentId, returnAll: true }),
			document('Delete', 'delete', { documentId }),
			document('Gone', 'get', { documentId }, mayFail),
			document('Left', 'getAll', { returnAll: true }),
			deleteAgent,
		]);
		const { kb_id } = output.row('Upload');
		expect(output.row('Get')).toMatchObject({
			kb_id,
			name: 'Prices',
			filename: 'prices.txt',
			size: Buffer.byteLength('One costs 5 €.'),
		});
		expect(output.rows('Attached')).toMatchObject([{ kb_id, name: 'Prices 2027' }]);
		expect(output.column('Get many', 'kb_id')).toContain(kb_id);
		expect(output.rows('Still attached')).toEqual([]);
		expect(output.row('Gone').error).toMatch(NOT_FOUND);
		expect(output.column('Left', 'kb_id')).not.toContain(kb_id);
	});

	test('Post-Call Analysis', async () => {
		const output = await chains.run('Post-Call Analysis', [
			createAgent('Analyzed'),
			analysis('Before', 'get', { agentId }),
			analysis('Update', 'update', {
				agentId,
				updateFields: {
					prompt: 'Was it sold?',
					outcomes: 'sold, not_sold',
					successOutcomes: 'sold',
					notificationEmails: 'sales@example.com',
				},
			}),
			analysis('Read back', 'get', { agentId }),
			deleteAgent,
			analysis('Gone', 'get', { agentId }, mayFail),
		]);
		expect(output.row('Before')).toMatchObject({ prompt: null, outcomes: [] });
		expect(output.row('Read back')).toMatchObject({
			agent_id: output.row('Create agent').agent_id,
			prompt: 'Was it sold?',
			outcomes: ['sold', 'not_sold'],
			success_outcomes: ['sold'],
			notification_emails: ['sales@example.com'],
		});
		expect(output.row('Gone').error).toMatch(NOT_FOUND);
	});

	test('Voice', async () => {
		const output = await chains.run('Voice', [
			voice('Some', 'getAll', { limit: 3 }),
			voice('All', 'getAll', { returnAll: true }),
		]);
		expect(output.rows('Some')).toEqual(output.rows('All').slice(0, 3));
		expect(new Set(output.column('All', 'id')).size).toBe(8);
	});
}
