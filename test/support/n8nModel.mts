import { ModelServer, type ModelTurn, textOf } from '../../harness/modelServer.mts';

/** A model that says what the test sets. */
export class FakeModel extends ModelServer {
	/** What it will answer, one after the other. */
	private turns: ModelTurn[] = [];

	constructor() {
		super(() => this.turns.shift());
	}

	/** Forgets what was asked, and will answer this from now on. */
	willSay(...turns: ModelTurn[]): void {
		this.turns = turns;
		this.requests = [];
		this.complaints = [];
	}

	/** What the tools returned to the model, in order. */
	get toolAnswers(): string[] {
		const messages = this.requests.at(-1)?.messages ?? [];
		return messages.filter(({ role }) => role === 'tool').map(textOf);
	}
}
