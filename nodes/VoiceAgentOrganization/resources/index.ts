import type { Resource } from '../../shared/operation';
import { account } from './account';
import { mfa } from './mfa';
import { organization } from './organization';
import { personalData } from './personalData';
import { platform } from './platform';
import { user } from './user';

/** The resources of the node, in the order of the editor. */
export const resources: readonly Resource[] = [
	account,
	mfa,
	organization,
	personalData,
	platform,
	user,
];
