/*
 * How a page names its evidence: a file with tests, then their names in quotes.
 */

/** The tests that a text names, such as `test/unit/VoiceAgentCall/resources/call.test.mts`: "a name"; "another name". */
export const testsNamedIn = (text: string): Array<[file: string, name: string]> =>
	[...text.matchAll(/`(test\/[\w./]+)`: ("(?:[^"\\]|\\.)*"(?:; "(?:[^"\\]|\\.)*")*)/g)].flatMap(
		([, file = '', names = '']) =>
			[...names.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']): [string, string] => [
				file,
				name.replaceAll('\\"', '"'),
			]),
	);
