// Makes dist/src/main.js and dist/src/commands.js, which the build has just written, one file each together with what they import: a start reads some
// 2,800 files otherwise, and that is half of its work (ADR-17). The other files of dist stay as they are: threads and tests load them one by one.
// usage: node scripts/bundle.mjs   (after each build; `npm run build` does it)
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'dist/src');
const ENTRIES = ['main.js', 'commands.js'].map((name) => join(FOLDER, name));
const BANNER = "import { createRequire as requireOfBundle } from 'node:module';";

/** What every start loads, in hundreds of files. What is loaded later, or seldom, or reads files that lie beside it, stays in node_modules. */
const BUNDLED = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/mapped-types', '@nestjs/passport', '@nestjs/platform-express', '@nestjs/swagger'],
  ...['@opentelemetry/api', 'class-transformer', 'class-validator', 'es-toolkit', 'iterare', 'libphonenumber-js', 'lodash', 'luxon'],
  ...['passport-headerapikey', 'prom-client', 'reflect-metadata', 'rxjs', 'stdnum', 'tslib', 'typeorm', 'uid', 'validator'],
];
/** What a library loads at its start for something that we never ask of it: YAML of the API document, and forms of Nest's own. */
const NEVER_USED = ['js-yaml', 'multer'];
/** The build of a library that another part of the program takes anyway, or of which only what is used can be taken. */
const ALIASES = {
  'libphonenumber-js/max': 'libphonenumber-js/max/index.js',
  rxjs: 'rxjs/dist/esm/index.js',
  'rxjs/operators': 'rxjs/dist/esm/operators/index.js',
};
/** What a library takes too much of, by its file: the drivers of other databases, a second copy of what is bundled, all of lodash for two functions. */
const LESS = {
  'typeorm/driver/DriverFactory.js': [/const \w+ = require\("\.\/(?!postgres\/)[\w-]+\/\w+"\);\n/g, ''],
  '@nestjs/mapped-types/dist/type-helpers.utils.js': ['const require = createRequire(import.meta.url);', ''],
  'passport-headerapikey/lib/Strategy.js': [
    'require("lodash")',
    '{ get: require("lodash/get"), startsWith: require("lodash/startsWith") }',
  ],
};

/** Where other versions of class-transformer keep what @nestjs/mapped-types looks for. */
const NOT_INSTALLED = 'class-transformer/storage';

const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isFile = (specifier) => /^\.{0,2}\//.test(specifier);

/** Other packages are imported as before; those that a library would only take if they were there need not be. */
const otherPackages = {
  name: 'other-packages',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ path }) =>
      isFile(path) || (BUNDLED.includes(packageOf(path)) && path !== NOT_INSTALLED) ? undefined : { path, external: true },
    ),
};

/** What stands in NEVER_USED and LESS. A part that is no longer there is an error: its library has changed. */
const lessOfLibraries = {
  name: 'less-of-libraries',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^(${NEVER_USED.join('|')})$`) }, ({ path }) => ({ path, namespace: 'never-used' }));
    build.onLoad({ filter: /./, namespace: 'never-used' }, () => ({ contents: 'module.exports = {};' }));
    for (const [file, [part, less]] of Object.entries(LESS))
      build.onLoad({ filter: new RegExp(`/node_modules/${file}$`) }, async ({ path }) => {
        const code = await readFile(path, 'utf8');
        const contents = code.replace(part, less);
        if (contents === code) throw new Error(`${file} has changed: look at LESS in scripts/bundle.mjs.`);
        return { contents };
      });
  },
};

/** A module that looks for a file beside it looks where it stood. */
const ownAddress = {
  name: 'own-address',
  setup: (build) =>
    build.onLoad({ filter: /\/dist\/src\/.*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const address = `new URL('${relative(FOLDER, path)}', import.meta.url).href`;
      return { contents: code.replaceAll('import.meta.url', address) };
    }),
};

/**
 * Of two classes with one name the bundler renames one and sets its name back when it is made, because tables, tokens and schemas are called by it.
 * It does so with every other class too, and with every function, each time that one is made, several times in a call. What a function is called is nothing
 * to us, and not worth the time. A class that has its name is left alone: V8 never compiles code for good that makes objects of a class whose name was set
 * and that extends another, but tries again all the time, on other threads, which costs more than the call itself (ADR-32). Functions named like classes
 * keep their names, some are classes. As many blanks stand where the calls stood, so that the source map stays true.
 */
function nameRenamedClasses(code) {
  const blanks = (text) => ' '.repeat(text.length);
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const parts = [];
  let from = 0;
  const cut = (start, end) => {
    parts.push(code.slice(from, start), blanks(code.slice(start, end)));
    from = end;
  };
  const visit = (node) => {
    const [named, name] = ts.isCallExpression(node) && node.expression.text === '__name' ? node.arguments : [];
    // `static { __name(this, "name"); }`
    if (named?.kind === ts.SyntaxKind.ThisKeyword && nameOf(classAround(node)) === name.text) return cut(node.getStart(file), node.end);
    if (named === undefined || ts.isClassLike(named) || named.kind === ts.SyntaxKind.ThisKeyword || /^[A-Z]/.test(name.text))
      return ts.forEachChild(node, visit);
    // `__name(target, "name")` becomes `(target)`.
    cut(node.expression.getStart(file), node.expression.end);
    ts.forEachChild(named, visit);
    cut(named.end, node.end - 1);
  };
  visit(file);
  if (parts.length === 0) throw new Error('The bundler sets names in another way than scripts/bundle.mjs knows.');
  return parts.join('') + code.slice(from);
}

function classAround(node) {
  return ts.isClassLike(node) ? node : classAround(node.parent);
}

/** What the language calls a class: its own name, else that of the variable it is made for. */
function nameOf({ name, parent }) {
  if (name !== undefined) return name.text;
  if (ts.isVariableDeclaration(parent)) return parent.name.text;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? parent.left.text : undefined;
}

/**
 * V8 keeps the text of a program with two bytes for each character as soon as one of them is not Latin. The bundler escapes strings; what is left stands in
 * comments and regular expressions, where an escape is as good.
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Null where it is not installed, which is only slower; CI must have it. */
async function bundler() {
  try {
    return await import('esbuild');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || process.env.CI === 'true') throw error;
    console.error('esbuild is not installed: the program will start from its many files, in twice the time. `npm ci` installs it.');
    return null;
  }
}

const isDone = (await readFile(ENTRIES[0], 'utf8')).includes(BANNER);
const esbuild = isDone ? null : await bundler();
if (esbuild) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: FOLDER,
    allowOverwrite: true,
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    alias: Object.fromEntries(Object.entries(ALIASES).map(([name, file]) => [name, join(ROOT, 'node_modules', file)])),
    plugins: [lessOfLibraries, otherPackages, ownAddress],
    // For libraries that are CommonJS.
    banner: { js: `${BANNER}\nconst require = requireOfBundle(import.meta.url);` },
  });
  for (const { path, text } of outputFiles) await writeFile(path, path.endsWith('.map') ? text : inAscii(nameRenamedClasses(text)));
}
