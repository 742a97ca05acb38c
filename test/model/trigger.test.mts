import { describeScenarios } from './scenarioRuns.mts';

/*
 * Random scenarios of a platform and an n8n, played to the real poll function. After each of them every row must have been emitted that came
 * after the activation: once, or again with a mark after a crash. All that must hold is in invariants.mts. What platforms there are
 * is in test/platform/manners.mts, and which of them are not played in playable.mts.
 *
 * Outside the promise, and therefore not in the scenarios or not held against the trigger:
 * - rows that appear later than the lookback window allows, counted from the time they bear
 * - rows that are deleted before they were emitted, and rows deleted while the list is read for the first time
 * - rows that appear while the baseline is read or, in the durable engine, before n8n first saves it: at most once
 * - calls that were under way at the activation and older than the lookback window, or with a status word that nobody knows: at most once
 * - rows that bear a time before Start From: at most once if they come later, never if they were there
 * - items lost in a crash when n8n is back later than the crash window, or no poll succeeds within it, or After a Restart is "Emit Nothing Again"
 * - a list whose order changes while one reading of it takes several polls, and times that lose or gain their zone or vanish
 * - a campaign that is finished a second time
 * - rows that can never be read or bear no agent, if an error names them: then they need not be emitted. All others must be
 * - wrong answers while the list is read for the first time
 * - rows that were made before the activation, less the lookback window and ten minutes, where the first answer came empty by mistake: they are old
 * - of a list with more rows than the trigger remembers (Settings.maxKnown), of 20 or more on a slow platform, or with Start From: rows without a time,
 *   with a time that moves or lies in the future, naive times of another zone; and rows so late that the error of the clock makes them older
 *   than the lookback window
 * - once another user of the same organization is in the credential: rows with a time that moves or lies in the future, where times are naive and
 *   of another zone
 * - rows that are put off while a list is read for the first time, which takes several polls
 * - rows that came in before the trigger says that the credential has another account
 * - after something else set the state back and n8n was started again: what was emitted since then, once more and without the mark
 * - a poll that fails because campaigns come or go whenever it reads them, or rows of a list with pages of up to three rows, or because more rows
 *   come while it reads than there were
 * - all known rows of a list are deleted, or are those of another account: it is another list if one comes that is too late
 * - campaigns and calls without agent that leave out its field, with a filter on the agent: an error
 * - status words that nobody knows, on a platform without times: nothing says then that a call is over
 * - a test (Fetch Test Event) while rows cannot be read: it may fail
 *
 * Not covered: Figure Crosses a Limit, the filter Outcome, status words set by the user, additional query parameters, a platform that shows
 * neither an identifier nor a time, calls that take longer than a day.
 */
describeScenarios(0);
