/*
 * What a Markdown page says to a reader: its links, its pictures, its headings and the rows of its tables, as GitHub shows them.
 */

export interface Link {
	/** What the reader clicks on; of a picture, the text for those who do not see it. */
	text: string;
	/** An address, or a path relative to the page; with an anchor or without. */
	target: string;
	isPicture: boolean;
}

/** The page without its code: what looks like a link or a heading there is none. */
const withoutCode = (page: string) =>
	page.replace(/^(```+|~~~+)[\s\S]*?^\1$/gm, '').replace(/(`+)(?:(?!\1)[^\n])+\1/g, 'code');

/** Pictures in HTML, as GitHub needs it for a dark one. All of one `picture` have the text of its `img`. */
function htmlPicturesIn(text: string): Link[] {
	const groups = text.match(/<picture>[\s\S]*?<\/picture>|<img [^>]*>/g) ?? [];
	return groups.flatMap((group) => {
		const alternative = /\balt="([^"]*)"/.exec(group)?.[1] ?? '';
		const targets = [...group.matchAll(/\bsrc(?:set)?="([^"\s]+)[^"]*"/g)];
		return targets.map(([, target = '']) => ({ text: alternative, target, isPicture: true }));
	});
}

/** Every link and picture. A picture that is a link counts as both. */
export function linksIn(page: string): Link[] {
	const text = withoutCode(page);
	return [...markdownLinksIn(text), ...htmlPicturesIn(text)];
}

function markdownLinksIn(text: string): Link[] {
	const inline = /(!?)\[((?:!\[[^\]]*\]\([^)]*\)|[^[\]])*)\]\(\s*([^)\s]+)[^)]*\)/g;
	return [...text.matchAll(inline)].flatMap(([, mark, inner = '', target = '']) => [
		{ text: inner, target, isPicture: mark === '!' },
		...(mark === '' ? markdownLinksIn(inner) : []),
	]);
}

/** The text of a heading, without what makes it bold, code or a link. */
const plainText = (heading: string) =>
	heading
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[`*]/g, '')
		.replace(/(^|\s)_(.+?)_(?=\s|$)/g, '$1$2')
		.trim();

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsIn(page: string): Set<string> {
	const found = new Map<string, number>();
	const headings = page.replace(/^(```+|~~~+)[\s\S]*?^\1$/gm, '').matchAll(/^#{1,6} +(.+?) *#*$/gm);
	const anchors = [...headings].map(([, heading = '']) => {
		const slug = plainText(heading)
			.toLowerCase()
			.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
			.replaceAll(' ', '-');
		const count = found.get(slug) ?? 0;
		found.set(slug, count + 1);
		return count === 0 ? slug : `${slug}-${count}`;
	});
	return new Set(anchors);
}

/** The cells of every row of every table; its heads are left out. */
export function tableRowsIn(page: string): string[][] {
	const lines = page.split('\n');
	return lines
		.filter((line, index) => {
			const isRule = (text = '') => /^\|[\s:|-]+\|$/.test(text);
			return line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]);
		})
		.map((line) =>
			line
				.slice(1, line.lastIndexOf('|'))
				.split(/(?<!\\)\|/)
				.map((cell) => cell.trim().replaceAll('\\|', '|')),
		);
}
