import type { Resource } from '../../shared/operation';
import { booking } from './booking';
import { call } from './call';
import { callback } from './callback';
import { transferEvent } from './transferEvent';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [call, callback, booking, transferEvent];
