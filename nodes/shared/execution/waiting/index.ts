/* Waiting for the results of what a run has begun. */
export { NotOver } from './notOver';
export { waitForResults } from './waitForResults';
