import { linkIn } from '../../../../nodes/shared/http/files/fileLink';
import { FILE_KINDS } from '../../../../nodes/shared/platform';
import { phrases } from '../../../support/phrases.mts';
import { failureOf } from '../answers/reading.mts';

const { recording, invoice } = FILE_KINDS;
const LINK = 'https://files.example.com/1';
const OTHER = 'https://files.example.com/2';
const find = (body: unknown, kind = recording) => linkIn(body, kind, 'Do a thing');

describe('a link', () => {
	test.each(phrases`
		url | link | href | uri | location | pdf | pdf_url | pdfUrl | pdf_link | invoice_pdf | invoice_url |
		invoicePdfUrl | file | file_url | fileUrl | download | download_url | downloadLink | signed_url | presignedUrl
	`)('to an invoice may be called %s', (name) => {
		expect(find({ id: 'i1', [name]: LINK }, invoice)).toBe(LINK);
	});

	test.each([
		[{ data: { url: LINK } }],
		[{ success: true, data: { invoice: { pdf: LINK } } }],
		[{ _links: { download: { href: LINK } } }],
		[{ data: { attributes: { pdf_url: LINK } } }],
		[LINK],
		[{ pdf: ` ${LINK}\n` }],
		[{ data: { data: { data: { data: { url: LINK } } } } }],
		// The same link twice is one.
		[{ url: LINK, data: { url: LINK } }],
	])('may be in %j', (body) => {
		expect(find(body, invoice)).toBe(LINK);
	});

	test.each([
		[{ pdf_url: LINK, url: OTHER }],
		[{ file_url: OTHER, download_url: LINK }],
		[{ download_url: LINK, url: OTHER, self: OTHER }],
		[{ url: OTHER, pdf: { url: LINK } }],
		[{ url: OTHER, pdf: { data: { url: LINK } } }],
		[{ href: LINK, links: { self: OTHER }, self: { href: OTHER } }],
		[{ url: LINK, data: OTHER }],
		[{ url: LINK, customer: { url: OTHER }, website: OTHER, logo_url: OTHER }],
		[{ url: LINK, pdf: null, file: '', status: 'paid', location: 'Berlin', download: 'pending' }],
	])('is the one whose name comes first: %j', (body) => {
		expect(find(body, invoice)).toBe(LINK);
	});

	test.each([
		[{ url: LINK, data: { url: OTHER } }, 'url, data.url'],
		[{ data: { pdf_url: LINK }, result: { pdf_url: OTHER } }, 'data.pdf_url, result.pdf_url'],
	])('is not chosen by chance: %j', (body, names) => {
		const failure = failureOf(() => find(body, invoice));
		expect(failure.message).toMatch(/not clear which file/);
		expect(failure.description).toContain(names);
		expect(failure.description).not.toContain('example.com');
		expect(failure.details).toEqual({ arrival: 'answered', final: true });
	});

	test.each([
		[{ recording: 's3://bucket/calls/1.wav' }, 's3://bucket/calls/1.wav'],
		[{ audio: 'gs://bucket/1' }, 'gs://bucket/1'],
		['s3://bucket/1.wav', 's3://bucket/1.wav'],
		[{ recording_url: 'data:audio/wav;base64,AAAA' }, 'data:audio/wav;base64,AAAA'],
	])('that no request can follow is one, so that an error can name how it begins', (body, link) => {
		expect(find(body)).toBe(link);
	});

	test.each([
		[{ pdf: 'see:https://files.example.com/1' }],
		[{ pdf: 'draft/1.pending' }],
		[[{ url: LINK }]],
		[`see ${LINK}`],
		[{ file: 'ready to see' }],
		[{ url: '' }],
		[{ url: 7 }],
		[{ content: Buffer.from('RIFF').toString('base64'), type: 'audio/wav' }],
		[{ url: `https://files.example.com/${'a'.repeat(9_000)}` }],
		[{ website: LINK, customer: { url: LINK } }],
		[null],
	])('is not %j', (body) => {
		expect(failureOf(() => find(body, invoice)).message).toMatch(/no link to the invoice/);
	});
});

describe('a refusal with status 200', () => {
	test.each([
		[{ success: false, message: 'Not ready yet' }],
		[{ ok: false, detail: 'Not ready yet', url: LINK }],
		[{ errors: [{ message: 'Not ready yet' }] }],
	])('shows the text of the platform: %j', (body) => {
		const failure = failureOf(() => find(body));
		expect(failure.message).toBe('The platform refused the request: Not ready yet');
		expect(failure.description).toContain('"Do a thing"');
		expect(failure.details).toMatchObject({ status: 200, arrival: 'answered', final: true });
	});

	test.each([
		[{ success: true, message: 'Here', url: LINK }],
		[{ status: 'failed', message: 'x', url: LINK }],
		[{ error: null, errors: [], url: LINK }],
	])('is not %j', (body) => {
		expect(find(body)).toBe(LINK);
	});
});
