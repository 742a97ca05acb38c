const PAGE_HEIGHT = 842;
const MARGIN = 60;
const LINE_HEIGHT = 22;

/** A one-page PDF (A4, Helvetica) with these lines of text; what Latin-1 has no letter for becomes a question mark. */
export function pdfOf(lines: string[]): Buffer {
	const texts = lines.map((line) => `(${escaped(line)}) Tj 0 -${LINE_HEIGHT} Td`).join('\n');
	const content = `BT /F1 12 Tf ${MARGIN} ${PAGE_HEIGHT - MARGIN} Td\n${texts}\nET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${PAGE_HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
	];
	let text = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return String(offset).padStart(10, '0');
	});
	const table = offsets.map((offset) => `${offset} 00000 n \n`).join('');
	const size = objects.length + 1;
	text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
	// One byte for each letter: the offsets above count letters.
	return Buffer.from(text, 'latin1');
}

function escaped(line: string): string {
	return line.replace(/[^\x20-\x7e\xa0-\xff]/gu, '?').replace(/[\\()]/g, '\\$&');
}
