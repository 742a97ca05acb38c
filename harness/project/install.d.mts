export function pnpmEnvironment(): NodeJS.ProcessEnv;
export function install(): Promise<void>;
