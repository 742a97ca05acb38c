/** One thing that was said in a call. */
export interface Turn {
	isAgent: boolean;
	text: string;
}

/** What the model of the sample "Score a call" says of one of the criteria. */
export interface Judgement {
	name: string;
	yes: boolean;
	why: string;
}

const agentTexts = (turns: readonly Turn[]) =>
	turns.filter(({ isAgent }) => isAgent).map(({ text }) => text);

const AGREED =
	/\b(\w+day|tomorrow|evening|six|reminder|sent|send|note|records|see to it|pass it on)\b/i;
const FRIENDLY = /\b(thank|goodbye|bye|good day|nice day|see you|until then|safely|tomorrow)\b/i;

/** The criteria of the sample. Each is decided by words of the sandbox's conversations, so that it is known what comes of it. */
const CRITERIA: Readonly<Record<string, (turns: readonly Turn[]) => boolean>> = {
	introduced: (turns) => /Example Organization/.test(agentTexts(turns)[0] ?? ''),
	asked: (turns) => agentTexts(turns).some((text) => text.includes('?')),
	answered: (turns) =>
		turns.every(
			({ isAgent, text }, index) =>
				isAgent || !text.includes('?') || turns[index + 1]?.isAgent === true,
		),
	next_step: (turns) =>
		agentTexts(turns)
			.slice(1)
			.some((text) => AGREED.test(text)),
	friendly_end: (turns) => FRIENDLY.test(agentTexts(turns).at(-1) ?? ''),
};

/** What the model says of a call. A criterion with another name has no answer. */
export const judgementsOf = (
	turns: readonly Turn[],
	names: readonly string[] = Object.keys(CRITERIA),
): Judgement[] =>
	names.flatMap((name) => {
		const isMet = CRITERIA[name];
		if (!isMet) return [];
		const yes = isMet(turns);
		return [{ name, yes, why: `${turns.length} turns were read.` }];
	});

/** How many percent of the criteria a call meets, as the table has it. */
export function scoreOf(turns: readonly Turn[]): string {
	const judgements = judgementsOf(turns);
	const met = judgements.filter(({ yes }) => yes).length;
	return String(Math.round((100 * met) / judgements.length));
}

/** The names in the prompt of the sample, and the turns of its transcript; undefined if it is another prompt. */
function readPrompt(prompt: string): { names: string[]; turns: Turn[] } | undefined {
	const [, criteria, transcript] = /^Criteria:\n(.*?)\n\nTranscript:\n(.*)$/s.exec(prompt) ?? [];
	if (criteria === undefined || transcript === undefined) return undefined;
	return {
		names: [...criteria.matchAll(/^(\w+): /gm)].map(([, name = '']) => name),
		turns: [...transcript.matchAll(/^(Agent|Contact): (.*)$/gm)].map(([, who, text = '']) => ({
			isAgent: who === 'Agent',
			text,
		})),
	};
}

/** What the model answers to the prompt of the sample; undefined if it is another prompt. */
export function judgeReply(prompt: string): string | undefined {
	const read = readPrompt(prompt);
	if (!read) return undefined;
	return JSON.stringify({ output: { answers: judgementsOf(read.turns, read.names) } });
}
