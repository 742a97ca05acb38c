import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Icon } from 'n8n-workflow';
import { root } from '../../harness/project/project.mjs';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { nodeTypes, triggers } from '../support/nodeTypes.mts';

/*
 * Every node has an icon of its own, drawn in one manner: a square of 60 units, the colour of the package and an accent.
 */

type Theme = 'light' | 'dark';

const BRAND: Record<Theme, string> = { light: '#0F766E', dark: '#2DD4BF' };
const ACCENT: Record<Theme, string> = { light: '#CF6D06', dark: '#FBBF24' };
/** What n8n's editor has behind an icon: canvas, node, panels. */
const BEHIND: Record<Theme, readonly string[]> = {
	light: ['#F5F5F5', '#FFFFFF'],
	dark: ['#171717', '#2B2B2B', '#444444'],
};

/** WCAG 2.2, 1.4.11: what must be seen to understand a picture. */
const LEAST_CONTRAST = 3;
const MOST_BYTES = 1000;

const FOLDER = join(root, 'icons');

interface Drawn {
	name: string;
	icon?: Icon;
}

const nodes: Drawn[] = [...Object.values(nodeTypes), ...triggers].map(
	({ description }) => description,
);
const drawn: Drawn[] = [...nodes, new VoiceAgentApi()];

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

const fileOf = (name: string, theme: Theme) =>
	theme === 'dark' ? `${name}.dark.svg` : `${name}.svg`;

const coloursOf = (svg: string) => [...new Set(svg.match(/#[0-9a-f]+\b/gi))];

/** WCAG's relative luminance of #RRGGBB, 0 to 1. */
function luminance(colour: string): number {
	const [red, green, blue] = [1, 3, 5].map((start) => {
		const part = parseInt(colour.slice(start, start + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
		number,
		number,
	];
	return (lighter + 0.05) / (darker + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
	test.each(drawn)('$name is small, plain and in the colours of the package', ({ name }) => {
		const svg = read(fileOf(name, theme));
		expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 60 60" /);
		expect(svg.match(/<\w+/g)?.slice(1)).toEqual(svg.match(/<path/g));
		expect(svg).not.toMatch(/\b(href|style|class|id|opacity|filter|url)\b/);
		expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MOST_BYTES);
	});

	test.each(nodes)('$name has both colours', ({ name }) => {
		const colours = coloursOf(read(fileOf(name, theme)));
		expect(colours.sort()).toEqual([BRAND[theme], ACCENT[theme]].sort());
	});

	test('the colours can be seen on what n8n has behind them', () => {
		for (const colour of [BRAND[theme], ACCENT[theme]]) {
			for (const behind of BEHIND[theme]) {
				expect(contrast(colour, behind)).toBeGreaterThan(LEAST_CONTRAST);
			}
		}
	});
});
