import type { Resource } from '../../shared/operation';
import { campaign } from './campaign';
import { contact } from './contact';

/** In the order the editor shows them. */
export const resources: readonly Resource[] = [campaign, contact];
