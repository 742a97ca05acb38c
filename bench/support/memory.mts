import { readFileSync } from 'node:fs';

const EVERY_MS = 20;
const PAGE_BYTES = 4096;

/** Resident memory of a process, in bytes; undefined if the system does not tell. */
function residentBytes(pid: number): number | undefined {
	try {
		return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
	} catch {
		return undefined;
	}
}

/** Watches the resident memory of a process. Linux only. */
export class MemoryWatch {
	private readonly samples: Array<{ at: number; bytes: number }> = [];
	private readonly timer: NodeJS.Timeout;

	constructor(pid: number) {
		this.timer = setInterval(() => {
			const bytes = residentBytes(pid);
			if (bytes !== undefined) this.samples.push({ at: Date.now(), bytes });
		}, EVERY_MS);
	}

	/** The highest between two moments, in bytes; NaN if there is none. */
	highest(from = 0, to = Infinity): number {
		let highest = NaN;
		for (const { at, bytes } of this.samples) {
			if (at >= from && at <= to && !(bytes <= highest)) highest = bytes;
		}
		return highest;
	}

	stop(): void {
		clearInterval(this.timer);
	}
}
