import type { Resource } from '../../shared/operation';
import { phoneNumber } from './phoneNumber';
import { subscription } from './subscription';

/** In the order the editor shows them. */
export const resources: readonly Resource[] = [phoneNumber, subscription];
