import type { SpawnOptions } from 'node:child_process';

export const root: string;
export const isWindows: boolean;
export const projectNode: string;
export function projectEnvironment(): NodeJS.ProcessEnv;
export function run(
	command: string,
	args: readonly string[],
	options?: SpawnOptions,
): Promise<number>;
