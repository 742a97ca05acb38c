/* Room `waiting`: waits until what a run has begun is over, and reads its result. It sends nothing but requests that read, and never fails. */
export { NotOver, waitForResults } from './waitForResults';
