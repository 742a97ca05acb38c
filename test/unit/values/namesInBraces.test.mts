import { countryCodeOf, namesInBraces } from '../../../nodes/shared/values';

test.each<[string, string[]]>([
	['Greet {first_name}, ask about {{ topic }}.', ['first_name', 'topic']],
	['{a}{b}{{a}}', ['a', 'b']],
	['{Größe} {order.id} {order-id} {_x1}', ['Größe', 'order.id', 'order-id', '_x1']],
	['{"a": 1} {two words} {} {{}} { 1st } {a, b}', []],
	['{{first_name}', ['first_name']],
	['no braces', []],
])('%s', (text, names) => {
	expect(namesInBraces(text)).toEqual(names);
});

test.each([
	['+12125550123', '+1'],
	['+493012345601', '+49'],
	['+4930123', '+49'],
	['+999123456789', ''],
	['', ''],
])('the country code of %s is "%s"', (number, code) => {
	expect(countryCodeOf(number)).toBe(code);
});
