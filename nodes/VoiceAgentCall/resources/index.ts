import type { Resource } from '../../shared/operation';
import { booking } from './booking';
import { call } from './call';
import { callback } from './callback';
import { transferEvent } from './transferEvent';

/** In the order the editor shows them. */
export const resources: readonly Resource[] = [call, callback, booking, transferEvent];
