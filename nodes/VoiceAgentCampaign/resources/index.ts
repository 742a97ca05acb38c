import type { Resource } from '../../shared/operation';
import { campaign } from './campaign';
import { contact } from './contact';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [campaign, contact];
