const RealDate = Date;
let moment = 0;

/** Only `Date` is replaced. Jest's fake timers would replace `Intl` as well, and the promises' own timers, which nothing here waits for. */
class SimulatedDate extends RealDate {
	constructor(...given: [] | [value: number | string | Date]) {
		super(given.length === 0 ? moment : given[0]!);
	}

	static override now(): number {
		return moment;
	}
}

/** The time of the process under test, which moves only when it is told to. Milliseconds since 1970. */
export const clock = {
	processStart: 0,

	get now(): number {
		return moment;
	},

	install(): void {
		globalThis.Date = SimulatedDate as DateConstructor;
	},

	uninstall(): void {
		globalThis.Date = RealDate;
	},

	set(to: number): void {
		moment = to;
	},

	advance(milliseconds: number): void {
		moment += milliseconds;
	},
};
