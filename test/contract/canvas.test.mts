import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Box, Canvas } from './canvas.mts';
import { boxOf, isNote, isOver } from './canvas.mts';

/*
 * What is seen of a sample, in pixels of n8n's canvas. That nothing is over anything else is held by templates.test.mts.
 */

/** What n8n's editor shows without scrolling on a small laptop, with text that can be read. */
const LARGEST = { width: 1220, height: 700 };
/** The canvas of a small laptop, and how n8n fits a workflow into it. */
const CANVAS = { width: 1080, height: 700, padding: 1.2 };
/** The "Production Checklist", which opens when a workflow is published for the first time. */
const CHECKLIST: Box = { left: 16, right: 376, top: 16, bottom: 280 };

const samples = readdirSync('workflows')
	.filter((file) => file.endsWith('.json'))
	.map((file): [string, Canvas] => [
		file,
		JSON.parse(readFileSync(join('workflows', file), 'utf8')) as Canvas,
	]);

/** All that a sample takes up. */
function whole(sample: Canvas): Box {
	const boxes = sample.nodes.map((node) => boxOf(sample, node));
	return {
		left: Math.min(...boxes.map(({ left }) => left)),
		right: Math.max(...boxes.map(({ right }) => right)),
		top: Math.min(...boxes.map(({ top }) => top)),
		bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
	};
}

/** Where something is on the screen, after n8n has fitted the sample into the window. */
function onScreen(sample: Canvas, box: Box): Box {
	const all = whole(sample);
	const [width, height] = [all.right - all.left, all.bottom - all.top];
	const { padding } = CANVAS;
	const zoom = Math.min(1, CANVAS.width / width / padding, CANVAS.height / height / padding);
	const x = (value: number) => CANVAS.width / 2 + (value - all.left - width / 2) * zoom;
	const y = (value: number) => CANVAS.height / 2 + (value - all.top - height / 2) * zoom;
	return { left: x(box.left), right: x(box.right), top: y(box.top), bottom: y(box.bottom) };
}

describe.each(samples)('%s', (_file, sample) => {
	test('it fits into the window of a small laptop', () => {
		const { left, right, top, bottom } = whole(sample);
		expect(right - left).toBeLessThanOrEqual(LARGEST.width);
		expect(bottom - top).toBeLessThanOrEqual(LARGEST.height);
	});

	// n8n publishes nothing that is only started by hand.
	const isPublished = sample.nodes.some(
		({ type, disabled }) => !disabled && /Trigger$/.test(type) && !type.endsWith('.manualTrigger'),
	);
	if (isPublished)
		test('the checklist of n8n covers no note', () => {
			const notes = sample.nodes.filter(isNote);
			const covered = notes.filter((note) =>
				isOver(onScreen(sample, boxOf(sample, note)), CHECKLIST),
			);
			expect(covered.map(({ name }) => name)).toEqual([]);
		});
});
