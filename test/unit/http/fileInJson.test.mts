import fc from 'fast-check';
import { RequestFailure } from '../../../nodes/shared/http';
import { fileInJson } from '../../../nodes/shared/http/files/fileInJson';
import { FILE_KINDS } from '../../../nodes/shared/platform';
import { FILE_SAMPLES } from '../../support/fileSamples.mts';
import { runs } from '../../scale.mts';

const { recording, invoice } = FILE_KINDS;
const WAV = Buffer.from('RIFF\x24\x08\x00\x00WAVEfmt ', 'latin1');
const WAV64 = WAV.toString('base64');
const LINK = 'https://files.example.com/1';
const OTHER = 'https://files.example.com/2';
const find = (body: unknown, kind = recording) => fileInJson(body, kind, 'Do a thing');

function failureOf(work: () => unknown): RequestFailure {
	try {
		work();
	} catch (error) {
		expect(error).toBeInstanceOf(RequestFailure);
		return error as RequestFailure;
	}
	throw new Error('It did not fail');
}

describe('a link', () => {
	test.each([
		...[
			'url',
			'link',
			'href',
			'uri',
			'location',
			'pdf',
			'pdf_url',
			'pdfUrl',
			'pdf-link',
			'PDF_URL',
		],
		...['invoice_pdf', 'invoice_url', 'invoicePdfUrl', 'file', 'file_url', 'fileUrl', 'download'],
		...['download_url', 'downloadLink', 'signed_url', 'presignedUrl', 'hosted_url', 'data', 'self'],
	])('to an invoice may be called %s', (name) => {
		expect(find({ id: 'i1', [name]: LINK }, invoice)).toEqual({ link: LINK });
	});

	test.each([
		'recording',
		'recording_url',
		'recordingUrl',
		'audio',
		'audio_url',
		'media_url',
		'url',
	])('to a recording may be called %s', (name) => {
		expect(find({ id: 's1', [name]: LINK })).toEqual({ link: LINK });
	});

	test.each([
		[{ data: { url: LINK } }],
		[{ success: true, data: { invoice: { pdf: LINK } } }],
		[{ invoice: { url: LINK } }],
		[{ file: { href: LINK } }],
		[{ links: { self: LINK } }],
		[{ _links: { download: { href: LINK } } }],
		[{ data: { attributes: { pdf_url: LINK } } }],
		[[{ url: LINK }]],
		[LINK],
		[{ url: LINK, link: LINK }],
	])('may be in %j', (body) => {
		expect(find(body, invoice)).toEqual({ link: LINK });
	});

	test.each([
		[{ pdf_url: LINK, url: OTHER }],
		[{ pdf_url: LINK, hosted_invoice_url: OTHER }],
		[{ invoice_pdf: LINK, invoice_url: OTHER }],
		[{ download_url: LINK, url: OTHER, self: OTHER }],
		[{ url: OTHER, pdf: { url: LINK } }],
		[{ href: LINK, links: { self: OTHER } }],
		[{ href: LINK, self: { href: OTHER } }],
		[{ url: LINK, data: OTHER }],
		[{ url: LINK, customer: { url: OTHER }, website: OTHER, logo_url: OTHER }],
		[{ url: LINK, pdf: null, file: '', status: 'paid', location: 'Berlin', download: 'pending' }],
	])('is the one that fits best: %j', (body) => {
		expect(find(body, invoice)).toEqual({ link: LINK });
	});

	test.each([
		[{ url: LINK, link: OTHER }, 'url, link'],
		[{ url: LINK, data: { url: OTHER } }, 'url, data.url'],
		[{ pdf: LINK, pdf_url: OTHER }, 'pdf, pdf_url'],
		[{ a: 1, download_url: LINK, file_url: OTHER }, 'download_url, file_url'],
	])('is not chosen by chance: %j', (body, names) => {
		const failure = failureOf(() => find(body, invoice));
		expect(failure.message).toMatch(/not clear which file/);
		expect(failure.description).toContain(names);
		expect(failure.description).not.toContain('example.com');
		expect(failure.details).toEqual({ reach: 'answered', final: true });
	});

	test.each(['files/1.pdf', '/files/1', './1.pdf', '?file=1', '1.pdf'])('may be %s', (link) => {
		expect(find({ pdf_url: link }, invoice)).toEqual({ link });
	});

	test.each([
		[{ pdf: 'files/1.pdf' }, 'files/1.pdf'],
		[{ file: '/files/1' }, '/files/1'],
	])('may be without a host under a name for anything: %j', (body, link) => {
		expect(find(body, invoice)).toEqual({ link });
	});

	test.each([
		[{ pdf: 'ready' }],
		[{ file: 'ready to see' }],
		[{ url: '' }],
		[{ url: 7 }],
		[{ url: `https://files.example.com/${'a'.repeat(9_000)}` }],
		[{ website: LINK }],
		[{ customer: { url: LINK } }],
		[[{ url: LINK }, { url: OTHER }]],
		[{ a: { data: { data: { data: { url: LINK } } } } }],
		['text'],
		[null],
		[7],
		[[]],
		[{}],
	])('is not %j', (body) => {
		expect(failureOf(() => find(body, invoice)).message).toMatch(/no invoice and no link/);
	});
});

describe('base64', () => {
	test.each([
		...['data', 'content', 'file', 'audio', 'recording', 'base64', 'audio_base64', 'recordingData'],
		...['fileContent', 'audioContent', 'body', 'bytes', 'recording_b64'],
	])('may be called %s', (name) => {
		expect(find({ id: 's1', [name]: WAV64 })).toEqual({ bytes: WAV, mimeType: '', name: '' });
	});

	test.each([
		[{ content: WAV64, mime_type: 'audio/wav' }, 'audio/wav'],
		[{ content: WAV64, contentType: 'Audio/X-WAV; rate=8000' }, 'audio/x-wav'],
		[{ content: WAV64, format: 'wav' }, 'audio/wav'],
		[{ content: WAV64, type: 'recording', extension: '.mp3' }, 'audio/mpeg'],
		[{ type: 'recording', recording: { data: WAV64, type: 'audio/wav' } }, 'audio/wav'],
		[{ data: { content: WAV64 }, format: 'mp3' }, ''],
		[{ content: `data:audio/wav;base64,${WAV64}` }, 'audio/wav'],
		[{ url: `data:audio/wav;codecs=1;base64,${WAV64}` }, 'audio/wav'],
		[{ url: `data:;base64,${WAV64}` }, ''],
		[`data:audio/wav;base64,${WAV64}`, 'audio/wav'],
		[{ content: WAV64.replace(/.{8}/g, '$&\r\n') }, ''],
		[{ content: WAV64, url: LINK }, ''],
	])('has the type that the answer says: %j', (body, mimeType) => {
		expect(find(body)).toEqual({ bytes: WAV, mimeType, name: '' });
	});

	test('has the name that the answer says', () => {
		expect(find({ content: WAV64, file_name: '', filename: 'a.wav' })).toMatchObject({
			name: 'a.wav',
		});
	});

	test.each([
		[{ data: 'none' }],
		[{ content: 'abcdefgh' }],
		[{ content: WAV64.slice(0, -1) }],
		[{ content: `${WAV64} `.repeat(2) }],
		[{ content: `${WAV64.slice(0, 8)}-_${WAV64.slice(10)}` }],
		[{ content: `${WAV64.slice(0, 8)}=${WAV64.slice(9)}` }],
		[{ content: 'AB==', mime_type: 'audio/wav' }],
		[{ content: `data:audio/wav,${WAV64}` }],
		[{ content: `data:audio/wav;base64,${WAV64}?` }],
		[{ content: 'data:audio/wav;base64,' }],
		[{ note: WAV64 }],
		[{ customer: { data: WAV64 } }],
	])('is not %j', (body) => {
		expect(failureOf(() => find(body)).message).toMatch(/no recording and no link/);
	});

	test('may prove nothing by itself, if the answer says what it is', () => {
		const bytes = Buffer.from([0, 1, 2]);
		const text = bytes.toString('base64');
		expect(find({ content: text, format: 'wav' })).toMatchObject({ bytes, mimeType: 'audio/wav' });
		expect(find({ audio_base64: text })).toMatchObject({ bytes, mimeType: '' });
		expect(failureOf(() => find({ content: text })).message).toMatch(/no recording/);
	});

	test('of two different files is an error', () => {
		const other = Buffer.concat([WAV, WAV]).toString('base64');
		const failure = failureOf(() => find({ content: WAV64, audio: other }));
		expect(failure.description).toContain('content, audio');
	});

	test('is the true bytes or an error, whatever is changed in it', () => {
		const sample = fc.constantFrom(...FILE_SAMPLES.map(({ head }) => head));
		fc.assert(
			fc.property(
				sample,
				fc.uint8Array({ maxLength: 60 }),
				fc.nat(),
				fc.constantFrom('', '!', ' ', '=', '-', '\u0000', 'é'),
				(head, more, place, inserted) => {
					const bytes = Buffer.concat([head, more]);
					const text = bytes.toString('base64');
					const at = place % (text.length + 1);
					const changed = text.slice(0, at) + inserted + text.slice(at);
					const body = { audio_base64: changed };
					// Spaces around it are no part of it.
					if (changed.trim() === text) expect(find(body)).toMatchObject({ bytes });
					else expect(failureOf(() => find(body)).message).toMatch(/no recording/);
				},
			),
			runs('values'),
		);
	});
});

describe('a refusal with status 200', () => {
	test.each([
		[{ success: false, message: 'Not ready yet' }],
		[{ success: 'false', error: 'Not ready yet' }],
		[{ ok: false, detail: 'Not ready yet', url: LINK }],
		[{ status: 'error', message: 'Not ready yet' }],
		[{ status: 'Failed', message: 'Not ready yet' }],
		[{ error: 'Not ready yet' }],
		[{ errors: [{ message: 'Not ready yet' }] }],
		[[{ success: false, message: 'Not ready yet' }]],
	])('shows the text of the platform: %j', (body) => {
		const failure = failureOf(() => find(body));
		expect(failure.message).toBe('The platform refused the request: Not ready yet');
		expect(failure.description).toContain('"Do a thing"');
		expect(failure.details).toMatchObject({ status: 200, reach: 'answered', final: true });
	});

	test.each([
		[{ success: true, message: 'Here', url: LINK }],
		[{ success: false, recording_url: LINK }],
		[{ status: 'failed', message: 'x', url: LINK }],
		[{ error: null, errors: [], url: LINK }],
	])('is not %j', (body) => {
		expect(find(body)).toEqual({ link: LINK });
	});
});

describe('an outline', () => {
	test('is in the error, without values', () => {
		const { description } = failureOf(() => find({ id: 'secret', duration: 7 }));
		expect(description).toContain('id: text, duration: number');
		expect(description).not.toMatch(/secret|7/);
	});
});
