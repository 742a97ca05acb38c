import { checkedBaseUrl } from '../../../nodes/shared/http';

describe('checkedBaseUrl', () => {
	test.each([
		['https://api.example.com/api/v1', 'https://api.example.com/api/v1'],
		[' https://api.example.com/api/v1/ ', 'https://api.example.com/api/v1'],
		['http://localhost:5710/api/v1', 'http://localhost:5710/api/v1'],
		['http://127.0.0.1:5710/api/v1', 'http://127.0.0.1:5710/api/v1'],
		['http://[::1]:5710/api/v1', 'http://[::1]:5710/api/v1'],
	])('%p', (value, expected) => {
		expect(checkedBaseUrl(value)).toBe(expected);
	});

	test.each([
		'',
		undefined,
		'api.example.com',
		'http://api.example.com/api/v1',
		'http://127.0.0.1.example.com/api/v1',
		'http://localhost.example.com/api/v1',
		'ftp://api.example.com/api/v1',
		'javascript:alert(1)',
		'https://user:password@api.example.com/api/v1',
		'https://api.example.com/api/v1?x=1',
		'https://api.example.com/api/v1#x',
	])('%p is refused', (value) => {
		expect(() => checkedBaseUrl(value)).toThrow(/Base URL/);
	});
});
