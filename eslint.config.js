import tseslint from 'typescript-eslint';

const NO_DEFAULT_EXPORT = { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' };
const NO_CLOCK = 'The moment of a call comes with its caller (`at`).';

export default tseslint.config(
  { ignores: ['dist', 'coverage', '.data', '.cache', 'node_modules', 'examples/out', 'test/client/generated'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 6],
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT],
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'src/config reads the environment.' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/{record,services,pricing}/**/*.ts'],
    // Deliveries to webhooks go by real time, also where an agent moves the clock of the sandbox.
    ignores: ['**/*.spec.ts', 'src/record/webhooks/sender/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_DEFAULT_EXPORT,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: NO_CLOCK },
        { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: NO_CLOCK },
      ],
    },
  },
  { files: ['src/config/**/*.ts', 'test/**/*.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['**/*.spec.ts', 'test/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
);
