import type { Resource } from '../../shared/operation';
import { phoneNumber } from './phoneNumber';
import { subscription } from './subscription';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [phoneNumber, subscription];
