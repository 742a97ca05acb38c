const SAMPLES_PER_SECOND = 8_000;
const BYTES_PER_SAMPLE = 2;
const BYTES_PER_SECOND = SAMPLES_PER_SECOND * BYTES_PER_SAMPLE;
const HEADER_BYTES = 44;
const TONE_HERTZ = 220;
const LOUDNESS = 9_000;

const SECOND = Buffer.alloc(BYTES_PER_SECOND);
for (let sample = 0; sample < SAMPLES_PER_SECOND; sample++) {
	const phase = (2 * Math.PI * TONE_HERTZ * sample) / SAMPLES_PER_SECOND;
	SECOND.writeInt16LE(Math.round(LOUDNESS * Math.sin(phase)), sample * BYTES_PER_SAMPLE);
}

/** Size of a recording of that length in bytes, the header included. */
export function wavSize(seconds: number): number {
	return HEADER_BYTES + seconds * BYTES_PER_SECOND;
}

/** A tone as a mono 16-bit PCM file at 8 kHz, made while it is read. `size` is the length of the whole file in bytes, an even number. */
export function* wavChunks(size: number): Generator<Buffer> {
	const dataBytes = size - HEADER_BYTES;
	yield header(dataBytes);
	for (let left = dataBytes; left > 0; left -= SECOND.length)
		yield SECOND.subarray(0, Math.min(SECOND.length, left));
}

function header(dataBytes: number): Buffer {
	const buffer = Buffer.alloc(HEADER_BYTES);
	buffer.write('RIFF', 0);
	buffer.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
	buffer.write('WAVEfmt ', 8);
	buffer.writeUInt32LE(16, 16);
	buffer.writeUInt16LE(1, 20);
	buffer.writeUInt16LE(1, 22);
	buffer.writeUInt32LE(SAMPLES_PER_SECOND, 24);
	buffer.writeUInt32LE(BYTES_PER_SECOND, 28);
	buffer.writeUInt16LE(BYTES_PER_SAMPLE, 32);
	buffer.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
	buffer.write('data', 36);
	buffer.writeUInt32LE(dataBytes, 40);
	return buffer;
}
