import fc from 'fast-check';
import { addressOf } from '../../../nodes/shared/http';
import { ParameterError } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';

test.each([undefined, '', ' ', '..'])('an identifier of %j is refused by its name', (id) => {
	const address = () => addressOf('DELETE /calls/{call_id}', { call_id: id, other: 'x' });
	expect(address).toThrow(ParameterError);
	expect(address).toThrow(/call_id/);
});

test('no identifier leads to another path, another query or another host', () => {
	const text = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({
			unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', '?', '#', '@', ':', '&'),
		}),
	);
	fc.assert(
		fc.property(text, text, (agent, tool) => {
			let path: string;
			try {
				({ path } = addressOf('DELETE /agents/{a}/tools/{t}', { a: agent, t: tool }));
			} catch (error) {
				expect(error).toBeInstanceOf(ParameterError);
				return;
			}
			const url = new URL(`https://voice.example.com/api/v1${path}`);
			expect([url.host, url.search, url.hash]).toEqual(['voice.example.com', '', '']);
			expect(url.pathname.split('/').map(decodeURIComponent)).toEqual([
				'',
				'api',
				'v1',
				'agents',
				agent.trim(),
				'tools',
				tool.trim(),
			]);
		}),
		runs('values'),
	);
});
