/*
 * Room `run`: what happens when a node runs: all items are planned, then sent, and the answers become items.
 *
 * Only the `execute` of a node calls it. It works the same for every operation and depends on none of them.
 */
export { execute } from './execute';
