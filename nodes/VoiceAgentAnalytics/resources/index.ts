import type { Resource } from '../../shared/operation';
import { call } from './callAnalytics';
import { customField } from './customField';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [call, customField];
