import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'src/lib/constants.ts', 'src/lib/openapi.d.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      // The compilers say it better.
      'no-undef': 'off',
      // Maps and sets here are values that are made and not changed.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space between two parts is one that the formatter must not take.
      'svelte/no-useless-mustaches': 'off',
      // svelte-check says what is to be ignored.
      'svelte/no-unused-svelte-ignore': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
);
