import type { Turn } from './conversation.mts';

const SAMPLES_PER_SECOND = 8_000;
const BYTES_PER_SAMPLE = 2;
const BYTES_PER_SECOND = SAMPLES_PER_SECOND * BYTES_PER_SAMPLE;
const HEADER_BYTES = 44;
const LOUDNESS = 9_000;

// Whole numbers of cycles a second, so that one second joins the next without a click.
const SECOND_OF = { agent: oneSecond(220), user: oneSecond(330) };
const SILENCE = Buffer.alloc(BYTES_PER_SECOND);

/** Size of a recording of that length in bytes, the header included. */
export function wavSize(seconds: number): number {
	return HEADER_BYTES + seconds * BYTES_PER_SECOND;
}

/**
 * A mono 16-bit PCM file at 8 kHz, made while it is read: a low tone while the agent speaks, a higher one for the
 * contact, a short pause between turns. `size` is the length of the whole file in bytes.
 */
export function* wavChunks(turns: Turn[], size: number): Generator<Buffer> {
	const dataBytes = size - HEADER_BYTES;
	yield header(dataBytes);
	let turn = 0;
	for (let second = 0, sent = 0; sent < dataBytes; second++) {
		while (turns[turn + 1]?.offset_seconds <= second) turn++;
		const isPause = turns[turn + 1]?.offset_seconds === second + 1;
		const chunk = turns.length === 0 || isPause ? SILENCE : SECOND_OF[turns[turn].role];
		yield chunk.subarray(0, Math.min(chunk.length, dataBytes - sent));
		sent += chunk.length;
	}
}

/** The nearest size a recording can really have: a header and whole samples. */
export function wholeSamples(size: number): number {
	return Math.max(HEADER_BYTES, size - ((size - HEADER_BYTES) % BYTES_PER_SAMPLE));
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

function oneSecond(frequency: number): Buffer {
	const buffer = Buffer.alloc(BYTES_PER_SECOND);
	for (let sample = 0; sample < SAMPLES_PER_SECOND; sample++) {
		const phase = (2 * Math.PI * frequency * sample) / SAMPLES_PER_SECOND;
		// The slower wave makes the tone rise and fall like syllables do.
		const syllable = 0.6 + 0.4 * Math.sin((2 * Math.PI * 4 * sample) / SAMPLES_PER_SECOND);
		buffer.writeInt16LE(
			Math.round(LOUDNESS * syllable * Math.sin(phase)),
			sample * BYTES_PER_SAMPLE,
		);
	}
	return buffer;
}
