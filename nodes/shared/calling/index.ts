/*
 * Room `calling`: whom a run calls.
 *
 *   person.ts    one person, with at most one verdict
 *   reading.ts   list -> people: what each row says of its person
 *   memory/      whom this run, or one before it, has called
 *   rules/       whom nobody may call now
 *   judge.ts     puts what these three find on the person; nobody else does
 *   people.ts    the people of one request, and its body
 *   gate.ts      what a run asks of all this, in the order of a run
 *   variables/   which columns the agent needs
 *   dryRun/      the same run, with nothing sent
 *
 * It lies above `run`, which knows no people: a node's `execute` joins the two. The room `refusals` knows what a no is.
 */
export { callingGate } from './gate';
export {
	callingRulesFields,
	campaignRulesFields,
	dryRunField,
	repeatedNumbers,
	repeatedNumbersOptions,
	rowSaysNoOptions,
} from './fields';
