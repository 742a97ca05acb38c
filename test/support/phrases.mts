/** A list of texts, many on a line: phrases`no answer | busy` is ['no answer', 'busy']. */
export const phrases = ([text = '']: TemplateStringsArray): string[] =>
	text.split('|').map((phrase) => phrase.trim());
