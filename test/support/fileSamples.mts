/** The beginning of a file of each type, with the type and the ending that it proves. */
export const FILE_SAMPLES: ReadonlyArray<{ head: Buffer; mimeType: string; ending: string }> = [
	['RIFF\x24\x08\x00\x00WAVEfmt \x10\x00', 'audio/wav', 'wav'],
	['ID3\x04\x00\x00\x00\x00\x00\x00', 'audio/mpeg', 'mp3'],
	['\xff\xfb\x90\x64\x00\x0f', 'audio/mpeg', 'mp3'],
	['OggS\x00\x02\x00\x00', 'audio/ogg', 'ogg'],
	['fLaC\x00\x00\x00\x22', 'audio/flac', 'flac'],
	['\x00\x00\x00\x20ftypM4A \x00\x00', 'audio/mp4', 'm4a'],
	['\x00\x00\x00\x20ftypisom\x00\x00', 'video/mp4', 'mp4'],
	['\x1aE\xdf\xa3\x01\x00', 'video/webm', 'webm'],
	['#!AMR\n\x3c', 'audio/amr', 'amr'],
	['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'application/pdf', 'pdf'],
	['PK\x03\x04\x14\x00\x08\x00', 'application/zip', 'zip'],
	['\x1f\x8b\x08\x00\x00', 'application/gzip', 'gz'],
].map(([head = '', mimeType = '', ending = '']) => ({
	head: Buffer.from(head, 'latin1'),
	mimeType,
	ending,
}));
