import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';

const projectRequire = createRequire(join(process.cwd(), 'package.json'));
const coreRequire = createRequire(projectRequire.resolve('n8n-core'));

/** Puts a logger of its own into n8n-core and n8n-workflow, at every level. @returns everything that is logged from now on */
export function captureLog(): string[] {
	const lines: string[] = [];
	const log = (...entry: unknown[]) =>
		void lines.push(inspect(entry, { depth: 12, showHidden: true, maxStringLength: null }));
	const logger = { error: log, warn: log, info: log, debug: log, scoped: () => logger };
	const { Container } = coreRequire('@n8n/di');
	Container.set(coreRequire('@n8n/backend-common').Logger, logger);
	projectRequire('n8n-workflow').LoggerProxy.init(logger);
	return lines;
}
