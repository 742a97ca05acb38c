/** Who called whom: `inbound`, a person called the agent; `outbound`, the agent called a person. */
export type CallDirection = 'inbound' | 'outbound';

const WORDS: Record<CallDirection, RegExp> = {
	inbound: /^(in$|inbound|incoming)/i,
	outbound: /^(out$|outbound|outgoing)/i,
};

/** What a direction means, as the platform writes it: `Outgoing`, `outbound-api`; undefined if it says nothing that is known. */
export function callDirection(written: unknown): CallDirection | undefined {
	const text = typeof written === 'string' ? written.trim() : '';
	if (WORDS.inbound.test(text)) return 'inbound';
	return WORDS.outbound.test(text) ? 'outbound' : undefined;
}
