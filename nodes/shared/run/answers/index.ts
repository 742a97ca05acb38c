/* Folder `answers`: sends the request of a job, and makes items of the answer: of a thing, a list, a file or a task. */
export { fileItems } from './fileItems';
export { listItems } from './listItems';
export { taskItems } from './taskItems';
export type { Answered } from './thingItems';
export { rowOfAnswer, thingItems } from './thingItems';
