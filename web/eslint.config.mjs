/** Read by eslint. How files look is prettier's, but for the length of lines, since prettier leaves texts as long as they are. */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript-eslint';
import settings from './svelte.config.mjs';

const MOST_CHARACTERS_OF_A_LINE = 140;

export default typescript.config(
  { ignores: ['**/api/generated/'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-len': ['error', { code: MOST_CHARACTERS_OF_A_LINE }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // Svelte drops a space that stands at the edge of a block, so one that is meant is written {' '}.
      'svelte/no-useless-mustaches': 'off',
      // TypeScript looks names up.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: typescript.parser, extraFileExtensions: ['.svelte'], svelteConfig: settings },
    },
  },
);
