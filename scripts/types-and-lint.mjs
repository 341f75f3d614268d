// What `npm run types` and `npm run lint` check, on one program: the rules ask for the types that the check of types has found, and to find them twice
// takes half a minute of the processor.
// usage: node scripts/types-and-lint.mjs
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');

function readProject() {
  const onUnRecoverableConfigFileDiagnostic = (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
  return ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.json'), { noEmit: true }, host);
}

const { fileNames, options, errors } = readProject();
const program = ts.createIncrementalProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
// Nothing is emitted but what the next check begins with.
const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' };
process.stdout.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(faults), format));

// The cache of the linter keeps a digest of its configuration, of which the program itself is no part.
const programs = Object.assign([program.getProgram()], { toJSON: () => 'tsconfig.json' });
const eslint = new ESLint({
  cwd: ROOT,
  cache: true,
  cacheLocation: 'node_modules/.cache/eslint-with-types',
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, programs } } },
});
const results = await eslint.lintFiles(['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
if (faults.length > 0 || results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;
