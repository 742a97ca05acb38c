import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** n8n's rule `require-continue-on-fail`, which its next lint brings, reads no further than the body of `execute`. */
const CONTINUE_ON_FAIL = {
	selector:
		'MethodDefinition[key.name="execute"]:not(:has(CallExpression[callee.object.type="ThisExpression"][callee.property.name="continueOnFail"]))',
	message: 'Hand this.continueOnFail() on: a node must know what On Error says',
};

/**
 * The n8n lint checks `.ts` with the rules of n8n Cloud, and allows no further rule in its own configuration. This one checks everything that never
 * ships, and of what ships how complex a function is.
 */
export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'coverage/', '.demo/', '.cache/'] },
	{
		files: ['{nodes,credentials}/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		rules: { complexity: ['error', 15] },
	},
	{
		files: ['nodes/*/*.node.ts'],
		languageOptions: { parser: tseslint.parser },
		rules: { 'no-restricted-syntax': ['error', CONTINUE_ON_FAIL] },
	},
	{
		files: ['**/*.{mts,mjs,cjs,js}'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: {
			globals: {
				process: 'readonly',
				console: 'readonly',
				Buffer: 'readonly',
				URL: 'readonly',
				URLSearchParams: 'readonly',
				fetch: 'readonly',
				FormData: 'readonly',
				Blob: 'readonly',
				AbortController: 'readonly',
				setTimeout: 'readonly',
				clearTimeout: 'readonly',
				setInterval: 'readonly',
				clearInterval: 'readonly',
				setImmediate: 'readonly',
				performance: 'readonly',
				structuredClone: 'readonly',
				require: 'readonly',
				module: 'readonly',
				exports: 'readonly',
			},
		},
		rules: {
			'no-undef': 'error',
			'@typescript-eslint/no-require-imports': 'off',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{ files: ['**/*.mts'], rules: { 'no-undef': 'off' } },
);
