/** `{name}` and `{{ name }}`. JSON and sentences in braces are no names. */
const NAME = /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}|\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}/gu;

/** Names of placeholders in a text, each once, in the order of the text. */
export const namesInBraces = (text: string): string[] => [
	...new Set([...text.matchAll(NAME)].map(([, double, single]) => double ?? single ?? '')),
];
