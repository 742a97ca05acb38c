const letters = new Intl.Segmenter();

/** The beginning of a text that is no longer than this, which ends between two letters as people see them. */
function wholeLetters(text: string, length: number): string {
	let end = 0;
	for (const { index, segment } of letters.segment(text.slice(0, length * 2))) {
		if (index + segment.length > length) break;
		end = index + segment.length;
	}
	return text.slice(0, end);
}

/** The shortest beginning, as a part of the longest one. A space further in front would leave too little. */
const SHORTEST_PART = 5 / 8;

/** A text, or its beginning and `…` if it has more characters than this. It is cut at a space, or between letters. */
export function textStart(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = wholeLetters(text, length);
	const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
	// Languages such as Japanese and Thai have no spaces.
	return `${(end >= length * SHORTEST_PART ? start.slice(0, end) : start).trimEnd()} …`;
}
