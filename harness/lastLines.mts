/** The end of a log, for an error message. */
export const lastLines = (text: string, count = 25): string =>
	text.trimEnd().split('\n').slice(-count).join('\n');
