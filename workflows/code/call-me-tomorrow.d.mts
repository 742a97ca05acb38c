import type { DateTime } from 'luxon';

interface Settings {
	/** Such as 09:00. */
	from: string;
	/** Such as 18:00, not part of the hours. */
	to: string;
	/** Such as `monday,tuesday`. */
	weekdays: string;
	/** Of callers whose country has several; empty if they have several. */
	time_zone?: string;
	/** When "tomorrow morning" is, such as 10:00; empty if a person is to find out. */
	morning?: string;
	afternoon?: string;
	evening?: string;
}

export interface CallbackRow {
	call_id: string;
	agent_id: string;
	phone: string;
	first_name: string;
	said: string;
	at: string;
	time_zone: string;
	zone_said: string;
	why: string;
}

export const ZONES: Readonly<Record<string, string>>;
export const LANGUAGES: Readonly<
	Record<string, { days: string[]; weekdays: string; hours: string; at: string; unit?: string }>
>;
export function readWords(
	text: string,
	context: { said: DateTime; settings: Settings; now: number },
): DateTime | undefined;
export function rowsOf(given: {
	calls: ReadonlyArray<Record<string, unknown>>;
	callbacks: ReadonlyArray<Record<string, unknown>>;
	settings: Settings;
	now: number;
}): CallbackRow[];
