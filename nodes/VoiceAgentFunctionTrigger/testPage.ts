import type { IDataObject } from 'n8n-workflow';
import { isRightValue } from './argumentCheck';
import type { FunctionSchema } from './schema';

/*
 * The page of the test URL in a browser while the editor listens: a ready question with the function's parameters.
 * Opening it starts nothing, because browsers and chats open addresses by themselves.
 */

/** A question from the page has this in its address: its values are the body's fields, in any of the formats. */
export const PAGE_MARK = 'page';

/** What the page says about a function. */
export interface PageFacts {
	name: string;
	description: string;
	schema: FunctionSchema;
	agentId: string;
	/** A date as `2026-03-02`, for parameters that are one. */
	day: string;
}

/** A text that cannot become a part of the page's own HTML. */
const escapedHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const textOf = (value: unknown): string =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A value that the parameter can have, as text; '' if only the user knows one. */
export function exampleOf(property: IDataObject, day: string): string {
	const { default: preset, examples, enum: choices, format, type } = property;
	const usual = new Map([
		['date', day],
		['date-time', `${day}T10:00:00`],
		['number', '1'],
		['integer', '1'],
		['boolean', 'true'],
		['array', '[]'],
		['object', '{}'],
	]);
	const candidates = [preset, ...arrayOf(examples), ...arrayOf(choices)].map(textOf);
	candidates.push(usual.get(String(format)) ?? '', usual.get(String(type)) ?? '', 'Example');
	return candidates.find((text) => isRightValue(text, property)) ?? '';
}

const option = (value: string) =>
	`<option value="${escapedHtml(value)}">${escapedHtml(value)}</option>`;

const input = (name: string, type: string, value: string) =>
	`<input name="${escapedHtml(name)}" type="${type}" value="${escapedHtml(value)}">`;

function inputFor(name: string, property: IDataObject, day: string): string {
	const { enum: choices, format, type } = property;
	const words = type === 'boolean' ? ['true', 'false'] : arrayOf(choices).map(textOf);
	const value = exampleOf(property, day);
	if (words.length > 0) {
		const others = words.filter((word) => word !== value);
		return `<select name="${escapedHtml(name)}">${[value, ...others, ''].map(option).join('')}</select>`;
	}
	const isDate = type === 'string' && format === 'date';
	return input(name, isDate ? 'date' : 'text', value);
}

const field = (name: string, description: unknown, control: string) =>
	`<label><b>${escapedHtml(name)}</b> <small>${escapedHtml(textOf(description))}</small>${control}</label>`;

/** What the request says about the call. The number is empty: a workflow that calls it back would call a stranger. */
const callerFields = (
	agentId: string,
): Array<[name: string, description: string, value: string]> => [
	['session_id', 'The session of the call', 'test_session'],
	['agent_id', 'The agent that asks', agentId],
	['contact_number', 'The number of the person who speaks with the agent', ''],
];

const STYLE =
	'body{font:16px/1.5 sans-serif;max-width:36em;margin:2em auto;padding:0 1em;color:#222}' +
	'label{display:block;margin:1em 0}small{color:#666}' +
	'input,select{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.4em;margin-top:.2em}' +
	'button{font:inherit;padding:.5em 2em}pre{white-space:pre-wrap}';

/** A whole page. @param content as HTML */
const pageOf = (name: string, content: readonly string[]): string =>
	[
		'<!doctype html><html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width">',
		`<title>${escapedHtml(name)}</title><style>${STYLE}</style></head><body>`,
		`<h1>${escapedHtml(name)}</h1>`,
		...content,
		'</body></html>',
	].join('');

/** `{ result: 'Free at 10' }` -> `Free at 10`. An answer of several fields, or of other values than texts, is shown as JSON. */
function answerInWords(body: unknown): string {
	const values = typeof body === 'object' && body !== null ? Object.values(body) : [body];
	const [only] = values;
	if (values.length === 1 && typeof only === 'string') return `<p>“${escapedHtml(only)}”</p>`;
	return `<pre>${escapedHtml(JSON.stringify(body, null, 2) ?? '')}</pre>`;
}

/** @param body what the agent would get @returns the page behind Ask, as HTML */
export const answerPage = (name: string, body: unknown): string =>
	pageOf(name, [
		`<p>The agent gets this answer:</p>${answerInWords(body)}`,
		'<p>For another question, press Execute step in the editor first. Then: <a href="?">Ask again</a></p>',
	]);

/** @returns the page with the question, as HTML */
export function testPage({ name, description, schema, agentId, day }: PageFacts): string {
	const parameters = Object.entries(schema.properties).map(([parameter, property]) =>
		field(parameter, property.description, inputFor(parameter, property, day)),
	);
	const ofCall = callerFields(agentId)
		.filter(([each]) => !Object.hasOwn(schema.properties, each))
		.map(([each, meaning, value]) => field(each, meaning, input(each, 'text', value)));
	return pageOf(name, [
		`<p>${escapedHtml(description)}</p>`,
		`<form method="post" action="?${PAGE_MARK}=1">${parameters.join('')}`,
		`<details><summary>The call</summary>${ofCall.join('')}</details>`,
		'<p><button>Ask</button></p></form>',
		'<p><small>The next page shows the answer that the agent gets. One question starts the workflow. For another one, let the editor ',
		'listen again.</small></p>',
	]);
}
