// Makes dist/src/main.js, which the build has just written, one file together with what it imports: a start reads some 2,800 files otherwise, and that
// is half of its work (ADR-17). The other files of dist stay as they are: commands, threads and tests load them one by one.
// usage: node scripts/bundle.mjs   (after each build; `npm run build` does it)
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ENTRY = join(ROOT, 'dist/src/main.js');
const BANNER = "import { createRequire as requireOfBundle } from 'node:module';";

/** What every start loads, in hundreds of files. What is loaded later, or seldom, or reads files that lie beside it, stays in node_modules. */
const BUNDLED = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/mapped-types', '@nestjs/passport', '@nestjs/platform-express', '@nestjs/swagger'],
  ...[
    '@opentelemetry/api',
    'class-transformer',
    'class-validator',
    'es-toolkit',
    'iterare',
    'libphonenumber-js',
    'nodemailer',
    'prom-client',
  ],
  ...['reflect-metadata', 'rxjs', 'stdnum', 'tslib', 'typeorm', 'uid', 'validator'],
];

const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isFile = (specifier) => /^\.{0,2}\//.test(specifier);

/** Other packages are imported as before; those that a library would only take if they were there need not be. */
const otherPackages = {
  name: 'other-packages',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ path }) =>
      isFile(path) || BUNDLED.includes(packageOf(path)) ? undefined : { path, external: true },
    ),
};

/** A module that looks for a file beside it looks where it stood. */
const ownAddress = {
  name: 'own-address',
  setup: (build) =>
    build.onLoad({ filter: /\/dist\/src\/.*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const address = `new URL('${relative(dirname(ENTRY), path)}', import.meta.url).href`;
      return { contents: code.replaceAll('import.meta.url', address) };
    }),
};

/**
 * Of two classes with one name the bundler renames one and sets its name back when it is made, because tables, tokens and schemas are called by it.
 * It does so with every function too, each time that one is made; what a function is called is nothing to us, and not worth the time.
 */
function nameClassesOnly(code) {
  const naming = 'var __name = (target, value) => __defProp(';
  if (code.split(naming).length !== 2) throw new Error('The bundler sets names in another way than scripts/bundle.mjs knows.');
  return code.replace(naming, 'var __name = (target, value) => target.name === value || target.prototype === void 0 ? target : __defProp(');
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

const isDone = (await readFile(ENTRY, 'utf8')).includes(BANNER);
const esbuild = isDone ? null : await bundler();
if (esbuild) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    outfile: ENTRY,
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
    plugins: [otherPackages, ownAddress],
    // For libraries that are CommonJS.
    banner: { js: `${BANNER}\nconst require = requireOfBundle(import.meta.url);` },
  });
  for (const { path, text } of outputFiles) await writeFile(path, path.endsWith('.map') ? text : nameClassesOnly(text));
}
