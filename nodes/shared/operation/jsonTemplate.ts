import { parseJson } from '../values';

/** A value that an expression put into a JSON text, and that made it invalid. */
export interface BreakingValue {
	/** The expression, in its braces. */
	expression: string;
	value: string;
	/** What to write in place of the expression. */
	better: string;
}

/** Whether what follows this JSON text is inside of a text in quotation marks. */
const endsInText = (json: string): boolean =>
	(json.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1;

/** A JSON text with expressions: what is written between them, and what each of them gave. */
interface Filled {
	written: readonly string[];
	expressions: readonly string[];
	values: readonly string[];
}

/** The values of the expressions in a text; undefined if the text was not made from this template, or if one expression made all of it. */
function valuesByTemplate(template: string, text: string): Filled | undefined {
	const parts = template.split(/\{\{([\s\S]*?)\}\}/);
	const written = parts.filter((_part, index) => index % 2 === 0);
	const expressions = parts.filter((_part, index) => index % 2 === 1);
	const [first = '', ...others] = written;
	if (written.join('').trim() === '' || !text.startsWith(first)) return undefined;
	const values: string[] = [];
	let start = first.length;
	for (const [index, next] of others.entries()) {
		const isLast = index === others.length - 1;
		const end = isLast ? text.length - next.length : text.indexOf(next, start);
		if (end < start || !text.startsWith(next, end)) return undefined;
		values.push(text.slice(start, end));
		start = end + next.length;
	}
	return start === text.length ? { written, expressions, values } : undefined;
}

/** The expression so that any value of it is valid. */
function betterOf(expression: string, value: string, before: string, after: string): string {
	const json = `JSON.stringify(${expression}${value === '' ? ' ?? null' : ''})`;
	if (!endsInText(before)) return `{{ ${json} }}`;
	return before.endsWith('"') && after.startsWith('"')
		? `{{ ${json} }} in its place, without quotation marks around it`
		: `{{ ${json}.slice(1, -1) }} in its place`;
}

/**
 * The value that makes a JSON text invalid, where all of it would be valid with another value; undefined if there is none.
 *
 * @param template the parameter as the workflow writes it: an expression begins with `=`
 */
export function breakingValue(template: unknown, text: string): BreakingValue | undefined {
	if (typeof template !== 'string' || !template.startsWith('=')) return undefined;
	const parts = valuesByTemplate(template.slice(1), text);
	if (!parts) return undefined;
	const { written, expressions, values } = parts;
	const before = values.map((_value, index) => written.slice(0, index + 1).join(''));
	const isWrong = values.map((value, index) => {
		const inText = endsInText(before[index] ?? '');
		return parseJson(inText ? `"${value}"` : value) === undefined;
	});
	const valid = values.map((value, index) => {
		const inText = endsInText(before[index] ?? '');
		return isWrong[index] ? (inText ? '' : 'null') : value;
	});
	const repaired = written.map((part, index) => part + (valid[index] ?? '')).join('');
	const index = isWrong.indexOf(true);
	if (index < 0 || !parseJson(repaired)) return undefined;
	const expression = (expressions[index] ?? '').trim();
	const value = values[index] ?? '';
	return {
		expression: `{{ ${expression} }}`,
		value,
		better: betterOf(expression, value, before[index] ?? '', written[index + 1] ?? ''),
	};
}
