import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Box, Canvas } from './canvas.mts';
import { NODE, boxOf, isNote, isOver, overlapsIn } from './canvas.mts';

/*
 * Where the samples put their nodes and notes: nothing is written over anything else. Sizes are those of n8n's editor, in pixels of its canvas.
 */

/** Room for how many items a connection passes on. */
const BETWEEN_NODES = 80;
/** The same, beside the names of two outputs. */
const BEHIND_TWO_OUTPUTS = 220 - NODE;

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

/** How many outputs of a node n8n names. */
const outputsOf = (sample: Canvas, node: INode) =>
	node.onError === 'continueErrorOutput' || node.type.endsWith('.if')
		? 2
		: (sample.connections[node.name]?.main?.length ?? 0);

/** `A → B: 59` for each connection within a row that is too short for what n8n writes on it. */
function shortIn(sample: Canvas): string[] {
	return sample.nodes.flatMap((node) => {
		const from = boxOf(sample, node);
		const needed = outputsOf(sample, node) > 1 ? BEHIND_TWO_OUTPUTS : BETWEEN_NODES;
		const ends = (sample.connections[node.name]?.main ?? []).flatMap((output) => output ?? []);
		return ends.flatMap((end) => {
			const next = sample.nodes.find(({ name }) => name === end.node)!;
			const to = boxOf(sample, next);
			const isInRow = to.top < from.bottom && to.bottom > from.top && to.left > from.left;
			const room = to.left - from.right;
			return isInRow && room < needed ? [`${node.name} → ${next.name}: ${room}`] : [];
		});
	});
}

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
	test('nothing is over anything else', () => {
		expect(overlapsIn(sample)).toEqual([]);
	});

	test('there is room for numbers of items and names of outputs', () => {
		expect(shortIn(sample)).toEqual([]);
	});

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
