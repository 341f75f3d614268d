// What `npm run types` and `npm run lint` check, on one program: the rules ask for the types that the check of types has found, and to find them twice
// takes half a minute of the processor.
// usage: node scripts/types-and-lint.mjs
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');

/** The pages run in a browser, which knows other types. */
const PROJECTS = ['tsconfig.json', 'console/tsconfig.json'];

function readProject(path) {
  const onUnRecoverableConfigFileDiagnostic = (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
  return ts.getParsedCommandLineOfConfigFile(join(ROOT, path), { noEmit: true }, host);
}

const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' };
let hasFaults = false;
const programs = PROJECTS.map((path) => {
  const { fileNames, options, errors } = readProject(path);
  const program = ts.createIncrementalProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
  // Nothing is emitted but what the next check begins with.
  const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  process.stdout.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(faults), format));
  hasFaults ||= faults.length > 0;
  return program.getProgram();
});

// The cache of the linter keeps a digest of its configuration, of which the program itself is no part.
Object.assign(programs, { toJSON: () => PROJECTS });
const eslint = new ESLint({
  cwd: ROOT,
  cache: true,
  cacheLocation: 'node_modules/.cache/eslint-with-types',
  overrideConfig: { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parserOptions: { projectService: false, programs } } },
});
const results = await eslint.lintFiles(['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
if (hasFaults || results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;
