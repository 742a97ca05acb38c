export function folderWithHeaders(execPath?: string, version?: string): string | undefined;
export function pnpmEnvironment(env?: NodeJS.ProcessEnv, nodedir?: string): NodeJS.ProcessEnv;
export function failureIn(output: string): { name?: string; lines: string[] };
export function install(): Promise<void>;
