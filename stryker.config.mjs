import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Mutation tests: small faults are put into the code one by one, and a test must fail for 90 % of them. `npm run test:mutation` judges all of it;
 * `SAMPLE=20 npm run test:mutation` each twentieth piece of it, `SEED=2` others;
 * `npm run test:mutation -- --mutate nodes/shared/values/readPhoneNumber.ts` one file. What was judged before and has not changed since is taken
 * from .cache/stryker, also after an interruption; `--force` judges it again, which is needed where a test has changed and kept its name.
 * test/mutation plays the tests.
 *
 * Left out are texts for people alone: what an error says and advises, what the editor shows about a field, and sentences in constants.
 * They are prose, and a test that repeats them word for word proves nothing. Nothing else is left out.
 */

/** Errors whose texts are for people. */
const ERRORS = ['LoginError', 'ParameterError', 'RequestFailure', 'UserError'];
/** Properties that hold texts for people. */
const TEXT_PROPERTIES = ['description', 'displayName', 'hint', 'placeholder'];

const isPlain = ({ type }) => type === 'Identifier' || type === 'MemberExpression';

/** Text without anything in it that can be mutated on its own. */
const isText = ({ node }) =>
	node.type === 'StringLiteral' ||
	(node.type === 'TemplateLiteral' && node.expressions.every(isPlain));

/** Four words or more are a sentence: no name and no value is so long. */
function isSentence({ node }) {
	const parts =
		node.type === 'StringLiteral' ? [node.value] : node.quasis.map(({ value }) => value.raw);
	return /(\S+\s+){3}\S/.test(parts.join('…'));
}

/** The expression that this text is the value of, past `a ? b : c` and `a + b`. */
function wholeOf(path) {
	const { parentPath: parent, key } = path;
	const isBranch = parent.isConditionalExpression() && key !== 'test';
	const isPart = parent.isBinaryExpression({ operator: '+' });
	return isBranch || isPart ? wholeOf(parent) : path;
}

const isTextForPeople = {
	shouldIgnore(path) {
		if (!isText(path)) return undefined;
		const whole = wholeOf(path);
		const { parent } = whole;
		const isOfError =
			parent.type === 'NewExpression' &&
			whole.listKey === 'arguments' &&
			ERRORS.includes(parent.callee.name);
		const isOfField =
			(parent.type === 'ObjectProperty' || parent.type === 'ClassProperty') &&
			whole.key === 'value' &&
			TEXT_PROPERTIES.includes(parent.key.name);
		return isOfError || isOfField || isSentence(path) ? 'A text for people' : undefined;
	},
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'textForPeople', value: isTextForPeople }];

/** What the three promises hang on: nobody is called twice, nobody who must not be, and nothing is lost. */
const JUDGED = [
	'nodes/shared/http/{client,exchange,retry,session}.ts',
	'nodes/shared/run/{execution,gate,send,startCreated}.ts',
	'nodes/shared/calling/{callingGate,judge,listedCalls,people}.ts',
	'nodes/shared/calling/memory/*.ts',
	'nodes/shared/refusals/*.ts',
	'nodes/VoiceAgentTrigger/{lastPoll,poll}.ts',
	'nodes/VoiceAgentTrigger/{events,reading,state}/*.ts',
	'credentials/{login,loginStep,sharedLogin,totp}.ts',
];
/** Lines of a piece of code that is drawn as a whole. */
const PIECE = 20;
const { SAMPLE, SEED = '1' } = process.env;
// The tests play the same cases, whatever is drawn here.
delete process.env.SEED;

/** Whether a piece is drawn: by its place alone, so that the same seed draws the same pieces. */
function isDrawn(piece) {
	const hash = createHash('sha256').update(`${SEED} ${piece}`).digest();
	return hash.readUInt32BE() % Number(SAMPLE) === 0;
}

function piecesOf(file) {
	const lines = readFileSync(file, 'utf8').split('\n').length;
	const starts = Array.from({ length: Math.ceil(lines / PIECE) }, (_, index) => index * PIECE + 1);
	return starts.map((start) => `${file}:${start}-${Math.min(start + PIECE - 1, lines)}`);
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: SAMPLE ? globSync(JUDGED).sort().flatMap(piecesOf).filter(isDrawn) : JUDGED,
	plugins: [join(import.meta.dirname, 'test/mutation/runner.mts'), import.meta.filename],
	ignorers: ['textForPeople'],
	testRunner: 'oneProcess',
	coverageAnalysis: 'perTest',
	concurrency: 2,
	thresholds: { high: 95, low: 92, break: SAMPLE ? null : 90 },
	// The runner ends what runs without end by its work; this is for what it cannot end, on a machine that does other work, too.
	timeoutMS: 60_000,
	// On a machine that does other work, too.
	dryRunTimeoutMinutes: 15,
	disableTypeChecks: false,
	tempDirName: '.cache/stryker/sandbox',
	ignorePatterns: [
		'/.cache',
		'/.demo',
		'/dist',
		'/coverage',
		'/docs/*',
		'!/docs/columns.md',
		'/workflows',
	],
	incremental: true,
	incrementalFile: '.cache/stryker/incremental.json',
	reporters: ['clear-text', 'progress', 'json'],
	jsonReporter: { fileName: '.cache/stryker/report.json' },
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
