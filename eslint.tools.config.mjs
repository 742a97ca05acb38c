import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The n8n lint checks `.ts` with the rules of n8n Cloud; this one checks everything that never ships. */
export default tseslint.config(
	{ ignores: ['**/*.ts', 'dist/', 'node_modules/', 'coverage/', '.demo/', '.cache/'] },
	js.configs.recommended,
	tseslint.configs.recommended,
	{
		files: ['**/*.{mts,mjs,cjs,js}'],
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
