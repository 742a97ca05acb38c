import type { Resource } from '../../shared/operation';
import { account } from './account';
import { mfa } from './mfa';
import { organization } from './organization';
import { personalData } from './personalData';
import { platform } from './platform';
import { user } from './user';

/** In the order the editor shows them. */
export const resources: readonly Resource[] = [
	account,
	mfa,
	organization,
	personalData,
	platform,
	user,
];
