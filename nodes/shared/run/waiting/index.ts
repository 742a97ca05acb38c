/* Room `waiting`: waits until what a run has begun is over, and reads its result. It only reads, and never fails. */
export { NotOver, waitForResults } from './waitForResults';
