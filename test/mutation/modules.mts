import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Script } from 'node:vm';
import type FastCheck from 'fast-check';
import { ModernFakeTimers } from '@jest/fake-timers';
import { transformSync, type Options } from '@swc/core';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

/*
 * Test files of jest in one process, each with modules of its own. A file is compiled once and a package is loaded once, so a test file is
 * there within milliseconds, and everything it imports is as it was before its first use.
 */

interface Loaded {
	exports: unknown;
}
/** A compiled file: what jest gives to it. */
type Body = (
	exports: unknown,
	require: (request: string) => unknown,
	module: Loaded,
	__dirname: string,
	__filename: string,
	jest: object,
) => void;

/** A change that lets a test wait for ever is to be found soon. */
const TEST_TIMEOUT_MS = 30_000;

// Node's own streams keep the true clock, as they do beside jest's environment.
const processWithClock = Object.create(process) as NodeJS.Process;
const clock = new ModernFakeTimers({
	config: { fakeTimers: {}, rootDir: process.cwd() } as never,
	global: new Proxy(globalThis, {
		get: (target, key) => (key === 'process' ? processWithClock : Reflect.get(target, key)),
	}),
});
const mocker = new ModuleMocker(globalThis);

function setTimeLimit(milliseconds: number): void {
	// Where jest itself keeps it.
	Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: milliseconds });
}

/** What the tests use of `jest`, apart from its modules. */
const fakes = {
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	mocked: <T,>(value: T) => value,
	restoreAllMocks: () => mocker.restoreAllMocks(),
	useFakeTimers: (settings?: object) => clock.useFakeTimers(settings),
	useRealTimers: () => clock.useRealTimers(),
	setSystemTime: (now?: number | Date) => clock.setSystemTime(now),
	getTimerCount: () => clock.getTimerCount(),
	clearAllTimers: () => clock.clearAllTimers(),
	advanceTimersByTimeAsync: (time: number) => clock.advanceTimersByTimeAsync(time),
	advanceTimersToNextTimerAsync: (steps?: number) => clock.advanceTimersToNextTimerAsync(steps),
	setTimeout: setTimeLimit,
};
Object.assign(globalThis, circus.default, { expect });

/** Takes back what a test file may have left in the process. @param timeoutMs of a test that names none */
export function cleanUp(timeoutMs = TEST_TIMEOUT_MS): void {
	clock.useRealTimers();
	mocker.restoreAllMocks();
	setTimeLimit(timeoutMs);
}

const projectRequire = createRequire(import.meta.url);
// Nobody reads the smallest case that fails.
(projectRequire('fast-check') as typeof FastCheck).configureGlobal({ endOnFailure: true });

const { transform } = projectRequire('../../jest.config.js') as {
	transform: Record<string, [string, Options]>;
};
const [[, swcOptions]] = Object.values(transform) as [[string, Options]];

function compile(file: string): Body {
	const { code } = transformSync(readFileSync(file, 'utf8'), {
		...swcOptions,
		filename: file,
		swcrc: false,
		// As @swc/jest does: jest.mock comes before the imports.
		jsc: { ...swcOptions.jsc, transform: { hidden: { jest: true } } as never },
	});
	const body = `(function (exports, require, module, __dirname, __filename, jest) {${code}\n})`;
	return new Script(body, { filename: file }).runInThisContext() as Body;
}

const EXTENSIONS = ['', '.ts', '.mts', '.js', '.cjs', '/index.ts', '/index.mts'];
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The file of code that a path means; undefined if there is none. */
function codeAt(path: string): string | undefined {
	const file = EXTENSIONS.map((extension) => path + extension).find(isFile);
	return file?.endsWith('.json') ? undefined : file;
}

/** Remembers what was made for a key. */
function once<T>(make: (key: string) => T): (key: string) => T {
	const made = new Map<string, T>();
	return (key) => {
		if (!made.has(key)) made.set(key, make(key));
		return made.get(key)!;
	};
}
const bodyOf = once(compile);
const placeOf = once(codeAt);

/** What starts n8n is loaded once, as n8n itself: it can be set up once in a process. */
const ONCE = /\/harness\/n8n\//;
const loadedOnce = new Map<string, Loaded>();

/** Modules that know each other. Another set loads the same files again. */
export class Modules {
	private loaded = new Map<string, Loaded>();
	private mocks = new Map<string, () => unknown>();

	/** @throws Error what the file throws while it is loaded */
	load(file: string): unknown {
		const loaded = ONCE.test(file) ? loadedOnce : this.loaded;
		const known = loaded.get(file);
		if (known) return known.exports;

		const module: Loaded = { exports: {} };
		loaded.set(file, module);
		const { require, jest } = this.seenFrom(file);
		bodyOf(file)(module.exports, require, module, dirname(file), file, jest);
		return module.exports;
	}

	/** Where they are. */
	files(): string[] {
		return [...this.loaded.keys()];
	}

	/** What `require` and `jest` mean in a file. */
	private seenFrom(file: string) {
		const ofNode = createRequire(file);
		const fileOf = (request: string) =>
			/^[./]/.test(request) ? placeOf(resolve(dirname(file), request)) : undefined;
		const requireActual = (request: string) => {
			const own = fileOf(request);
			if (own !== undefined) return this.load(own);
			const given = ofNode(request) as object;
			if (request !== 'node:module') return given;
			return { ...given, createRequire: (from: string) => this.seenFrom(from).require };
		};
		const require = (request: string) => {
			const mock = this.mocks.get(fileOf(request) ?? request);
			return mock ? mock() : requireActual(request);
		};
		const mock = (request: string, make: () => unknown) => {
			this.mocks.set(fileOf(request) ?? request, once(make).bind(undefined, ''));
		};
		const isolateModules = (use: () => void) => {
			const { loaded, mocks } = this;
			Object.assign(this, { loaded: new Map(), mocks: new Map(mocks) });
			use();
			Object.assign(this, { loaded, mocks });
		};
		return {
			require: Object.assign(require, { resolve: ofNode.resolve }),
			jest: { ...fakes, requireActual, mock, doMock: mock, isolateModules },
		};
	}
}
