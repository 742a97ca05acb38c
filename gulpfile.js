const { dest, series, src } = require('gulp');

/** Icons are referenced from dist/nodes and dist/credentials as ../../icons and ../icons. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files tell n8n's node panel about categories, search words and documentation. */
function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** Schemas tell the editor which columns a node gives before it has run. */
function schemas() {
	return src('nodes/*/__schema__/**/*.json').pipe(dest('dist/nodes'));
}

exports.default = series(icons, codex, schemas);
