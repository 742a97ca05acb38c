import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../harness/project/project.mjs';

/*
 * The texts that the code of the package can show, for pages that quote them.
 */

/** What a page writes for a part that differs. */
const HOLE = '…';

/** A literal or a template with holes for what is filled in, also when it is written in several parts; undefined for anything else. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join('');
	}
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		return `${textOf(node.left) ?? HOLE}${textOf(node.right) ?? HOLE}`;
	}
	return undefined;
}

function textsOfFile(path: string): string[] {
	const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		const text = textOf(node);
		if (text !== undefined) texts.push(text);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return texts;
}

/** Every file of nodes/ and credentials/, as a path from the root of the project. */
export const codeFiles = (): string[] =>
	['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(folder, file)),
	);

/** Every text of several words in nodes/ and credentials/, with holes for what is filled in. */
export function codeTexts(): Set<string> {
	const texts = codeFiles().flatMap((file) => textsOfFile(join(root, file)));
	return new Set(texts.filter((text) => /\S \S/.test(text)));
}

/** Readers do not look for quotes around names and values. */
const unquoted = (text: string) => text.replace(/['"]/g, '');

/** What a message always says. */
const fixedParts = (text: string) =>
	unquoted(text)
		.split(HOLE)
		.map((part) => part.trim())
		.filter((part) => part !== '');

/** How much of a quoted message a text of the code must account for: the rest may be another text that is filled in. */
const LEAST_SHARE = 0.6;

/** Whether a text of the code makes this message: all its fixed parts are there, in this order, and are most of it. */
export function makes(text: string, message: string): boolean {
	const parts = fixedParts(text);
	if (parts.length === 0) return false;
	const quoted = unquoted(message);
	let from = 0;
	for (const part of parts) {
		const index = quoted.indexOf(part, from);
		if (index < 0) return false;
		from = index + part.length;
	}
	return parts.join('').length >= LEAST_SHARE * fixedParts(message).join('').length;
}
