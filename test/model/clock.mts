const RealDate = Date;
let moment = 0;

/** Jest's own clock replaces Intl as well, and that makes every time without zone expensive. */
class SimulatedDate extends RealDate {
	constructor(...given: [] | [value: number | string | Date]) {
		super(given.length === 0 ? moment : given[0]!);
	}

	static override now(): number {
		return moment;
	}
}

const RealFormat = Intl.DateTimeFormat;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs more time than all the rest of a poll, and every time without zone needs one. */
function keptFormat(...given: ConstructorParameters<typeof RealFormat>): Intl.DateTimeFormat {
	const key = JSON.stringify(given);
	const format = formats.get(key) ?? new RealFormat(...given);
	formats.set(key, format);
	return format;
}

/** The time of the process under test, which moves only when it is told to. Milliseconds since 1970. */
export const clock = {
	processStart: 0,

	get now(): number {
		return moment;
	},

	install(): void {
		globalThis.Date = SimulatedDate as DateConstructor;
		Intl.DateTimeFormat = keptFormat as unknown as typeof RealFormat;
	},

	uninstall(): void {
		globalThis.Date = RealDate;
		Intl.DateTimeFormat = RealFormat;
	},

	set(to: number): void {
		moment = to;
	},

	advance(milliseconds: number): void {
		moment += milliseconds;
	},
};
