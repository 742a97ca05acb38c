import { MAX_DEFERRED, MAX_UNCLEAR } from '../state/deferredCalls';
import type { Watch } from '../watch';

/** Reports status words that keep calls from being emitted. */
function sayWords(watch: Watch): void {
	const topic = 'status words';
	const words = watch.state.deferredCalls.hopelessWords(watch.now);
	if (words.length === 0) return watch.unsay(topic);
	const named = words.filter((word) => word !== '').map((word) => `"${word}"`);
	watch.say(topic, {
		message:
			named.length > 0
				? `Nobody can say whether calls with the status ${named.join(', ')} are over`
				: 'The platform does not say whether its calls are over',
		description:
			named.length > 0
				? "Many calls have waited for long and are not emitted. If such calls are over, set Options → 'Ended Statuses' " +
					'to all words that your platform uses for calls that are over, the usual ones too'
				: 'Many calls have neither a status nor an end time, and are not emitted. Use the event New Call, and get the call later in ' +
					'the workflow',
	});
}

/** Drops what is too much, and reports it. */
function dropExcess(watch: Watch): void {
	const { state } = watch;
	const { deferredCalls } = state;
	const topic = 'too many deferred calls';
	const excess = deferredCalls.excess();
	const count = excess.length + deferredCalls.refused;
	excess.forEach((key) => state.markDone({ key, time: deferredCalls.get(key)?.time }));
	if (count === 0) return watch.unsay(topic);
	watch.say(topic, {
		message: `Gave up on ${count} calls that are not over: too many wait for their end`,
		description:
			`The trigger keeps ${MAX_DEFERRED} calls that are not over, and ${MAX_UNCLEAR} of which nobody can say whether they are. The oldest were ` +
			"dropped, and are not emitted. If they are over, set Options → 'Ended Statuses' to all words that your platform uses for calls " +
			'that are over, the usual ones too',
	});
}

/** Keeps the calls that are not over within bounds, and says what the user can do. */
export function boundDeferred(watch: Watch): void {
	dropExcess(watch);
	sayWords(watch);
}
