// Bundles each program of dist with its imports into one file, because reading some 2,800 files is half the work of a
// start (ADR-16). The other files of dist remain for tests.
// usage: node scripts/bundle.mjs   (part of `npm run build`)
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const SOURCES = join(import.meta.dirname, '../dist/src');
const PROGRAMS = {
  main: 'main.js',
  commands: 'commands.js',
  'render-worker': 'record/core/documents/rendering/render-worker.js',
  'detection-worker': 'record/core/documents/content/detection-worker.js',
};

/** Libraries of many files that every start loads. Others are loaded from node_modules. */
const BUNDLED = new Set([
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/mapped-types',
  '@nestjs/passport',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@opentelemetry/api',
  'class-transformer',
  'class-validator',
  'es-toolkit',
  'iterare',
  'libphonenumber-js',
  'lodash',
  'luxon',
  'passport-headerapikey',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'stdnum',
  'tslib',
  'typeorm',
  'uid',
  'validator',
]);

function isExternal(specifier) {
  if (/^\.{0,2}\//.test(specifier)) return false;
  return !BUNDLED.has(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')) || specifier === 'class-transformer/storage';
}

for (const [name, file] of Object.entries(PROGRAMS)) {
  const bundle = await rolldown({
    input: { [name]: join(SOURCES, file) },
    platform: 'node',
    external: isExternal,
    // Tree shaking and minifying would drop calls that exist only to throw, such as `decodeURIComponent` of a path.
    treeshake: false,
    logLevel: 'silent',
  });
  await bundle.write({ dir: SOURCES, format: 'esm', sourcemap: true, codeSplitting: false, strictExecutionOrder: true, minify: false });
}
