import type { Handlers } from '../http.mts';
import type { Platform } from '../platform.mts';

export function billingHandlers({ database }: Platform): Handlers {
	return {
		getBalance: () => ({ credits: Number(database.setting('credits')) }),
	};
}
