import type { Resource } from '../../shared/operation';
import { call } from './call';
import { customField } from './customField';

/** In the order the editor shows them. */
export const resources: readonly Resource[] = [call, customField];
