import { FakePlatform } from '../support/fakePlatform.mts';
import { isOver, type CallStatus } from '../support/platformRows.mts';
import { clock } from './clock.mts';
import { EVENTS, type PlatformStep, type Setup } from './history.mts';
import { Ledger } from './ledger.mts';

const MINUTE = 60_000;

/** The platform, and the account of what happens on it. */
export class Scene {
	readonly platform: FakePlatform;
	readonly ledger: Ledger;

	constructor(readonly setup: Setup) {
		const { startFromMinutes, startAt } = setup;
		this.platform = new FakePlatform(EVENTS[setup.event], setup.manners);
		this.ledger = new Ledger(
			setup,
			startFromMinutes === undefined ? undefined : startAt - startFromMinutes * MINUTE,
		);
	}

	readonly find = (id: string) => this.platform.find(id);

	happen(step: PlatformStep): void {
		if (step.do === 'insert') return this.insert(step);
		const { platform, ledger } = this;
		const { rows } = platform;
		const row = rows[step.which % rows.length];
		if (!row) return;
		// A row deleted while the baseline is read moves others to where they are not read: then nobody can tell them from new ones.
		if (step.do === 'delete' && ledger.phase === 'after') {
			platform.delete(row.id);
			ledger.deleted(row.id);
		}
		if (step.do === 'change') row.revision += 1;
		if (step.do === 'complete' && row.status === 'completed') row.isComplete = true;
		if (step.do === 'call' && !isOver(row)) this.moveOn(row.id, step.status);
	}

	private insert({ rows }: PlatformStep & { do: 'insert' }): void {
		for (const row of rows) {
			const { agoMs, ...rest } = row;
			const created = this.platformNow - agoMs;
			const shown = { ...rest, revision: 1, created };
			const isEnded = isOver(shown);
			this.platform.insert({
				...shown,
				...(isEnded && { ended: created + Math.min(agoMs, MINUTE) }),
			});
			this.ledger.insert(row, created, isEnded ? clock.now : undefined);
		}
	}

	private moveOn(id: string, status: CallStatus): void {
		const row = this.platform.find(id)!;
		row.status = status;
		if (!isOver(row)) return;
		row.ended = this.platformNow;
		this.ledger.ended(id, clock.now);
	}

	private get platformNow(): number {
		return clock.now + this.setup.skewMs;
	}
}
