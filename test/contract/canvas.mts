import type { IConnections, INode } from 'n8n-workflow';

/*
 * What the nodes and notes of a workflow take up on the canvas of n8n's editor, in its pixels.
 */

export interface Canvas {
	nodes: INode[];
	connections: IConnections;
}

export interface Box {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

const NODE = 96;
/** Of a node with other nodes below it, such as an AI Agent. Its name is in it. */
const WIDE_NODE = 256;
/** Of a node below another one, such as a tool. */
const SUB_NODE = 80;
/** A name of two lines, and the operation. n8n gives them twice the width of the node. */
const TEXT_HEIGHT = 68;

export const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** The kinds of outputs that are connected. */
const kindsFrom = ({ connections }: Canvas, { name }: INode) =>
	Object.keys(connections[name] ?? {});

const isSubNode = (canvas: Canvas, node: INode) =>
	kindsFrom(canvas, node).some((kind) => kind !== 'main');

/** Whether nodes are below this one. */
const hasSubNodes = ({ nodes, connections }: Canvas, { name }: INode) =>
	nodes.some((other) =>
		Object.entries(connections[other.name] ?? {}).some(
			([kind, outputs]) => kind !== 'main' && outputs.flat().some((end) => end?.node === name),
		),
	);

export function boxOf(canvas: Canvas, node: INode): Box {
	const [left, top] = node.position;
	if (isNote(node)) {
		const { width, height } = node.parameters as { width: number; height: number };
		return { left, top, right: left + width, bottom: top + height };
	}
	const height = isSubNode(canvas, node) ? SUB_NODE : NODE;
	const width = hasSubNodes(canvas, node) ? WIDE_NODE : height;
	return { left, top, right: left + width, bottom: top + height };
}

/** Where the name and the operation of a node are. */
function textBoxOf(canvas: Canvas, node: INode): Box | undefined {
	if (isNote(node) || hasSubNodes(canvas, node)) return undefined;
	const { left, right, bottom } = boxOf(canvas, node);
	const beside = (right - left) / 2;
	return { left: left - beside, right: right + beside, top: bottom, bottom: bottom + TEXT_HEIGHT };
}

export const isOver = (one: Box, other: Box) =>
	one.left < other.right &&
	one.right > other.left &&
	one.top < other.bottom &&
	one.bottom > other.top;

/** `A over B` for each node, text or note that is over another one. */
export function overlapsIn(canvas: Canvas): string[] {
	const boxes = canvas.nodes.flatMap((node) => {
		const text = textBoxOf(canvas, node);
		return [
			{ name: node.name, node, box: boxOf(canvas, node) },
			...(text ? [{ name: `the text of ${node.name}`, node, box: text }] : []),
		];
	});
	return boxes.flatMap((one, index) =>
		boxes
			.slice(index + 1)
			.filter((other) => other.node !== one.node && isOver(one.box, other.box))
			.map((other) => `${one.name} over ${other.name}`),
	);
}
