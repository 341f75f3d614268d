import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const NO_DEFAULT_EXPORT = { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' };
/** What a person reads comes from console/src/messages, in every language. */
const NO_TEXT = [
  { selector: 'JSXText[value=/\\p{L}/u]', message: 'Texts stand in console/src/messages.' },
  {
    selector:
      'JSXAttribute[name.name=/^(label|title|placeholder|description|alt|aria-label)$/] > Literal[value=/^[A-Z]|[ \\u0370-\\u03ff]/]',
    message: 'Texts stand in console/src/messages.',
  },
];
const NO_CLOCK = 'The moment of a call comes with its caller (`at`).';

export default tseslint.config(
  { ignores: ['dist', 'coverage', '.data', '.cache', 'node_modules', 'examples/out', 'test/client/generated'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
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
  {
    files: ['console/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // What follows the session, the connection or a timer is set where that is listened to.
      'react-hooks/set-state-in-effect': 'off',
      // Of a component most lines are what it shows.
      'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, ...NO_TEXT],
    },
  },
  // A text in each line.
  { files: ['console/src/messages/{el,en}.ts'], rules: { 'max-lines': 'off' } },
  { files: ['**/*.spec.ts', 'test/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
);
