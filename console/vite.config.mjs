import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';

// A test run, or an operator's shell, sets it to another value, with which React is larger and slower.
process.env.NODE_ENV = 'production';

const OUT = join(import.meta.dirname, '../dist/console');
/** Maximum of the files before the first page of each entry, compressed by gzip. */
const FIRST_LOAD_BYTES = { 'index.html': 230_000, 'customer.html': 90_000 };
/** Texts of the larger language, which the console loads before its first page. */
const TEXTS = { 'index.html': /^el-/ };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Lays each asset compressed beside itself, as the server sends it, and refuses a first load that is too large. */
const compress = {
  name: 'compress',
  async closeBundle() {
    const folder = join(OUT, 'assets');
    const entries = Object.entries(FIRST_LOAD_BYTES);
    const pages = await Promise.all(entries.map(([name]) => readFile(join(OUT, name), 'utf8')));
    const firstLoads = pages.map(() => 0);
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name));
      const [br, gz] = await Promise.all([promisify(brotliCompress)(text, BROTLI), promisify(gzip)(text, { level: 9 })]);
      await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)]);
      entries.forEach(([entry], index) => {
        if (pages[index].includes(`assets/${name}`) || TEXTS[entry]?.test(name)) firstLoads[index] += gz.length;
      });
    }
    entries.forEach(([name, most], index) => {
      if (firstLoads[index] > most) throw new Error(`The first load of ${name} has ${firstLoads[index]} bytes, ${most} at most.`);
    });
    console.error(`The console is built: ${firstLoads.map((bytes) => `${Math.ceil(bytes / 1000)} kB`).join(' and ')} at the first load.`);
  },
};

/** Libraries name themselves as of the browser, which everything here is. */
const onLog = (level, log, next) => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log);
};

export default defineConfig({
  root: import.meta.dirname,
  // Addresses are found from the page's, so that it may stand behind any path.
  base: './',
  logLevel: 'warn',
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Keeps light-dark(), which every browser has since 2024; rewritten it would not follow the chosen theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog,
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'customer.html')],
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 40 }] } },
    },
  },
  plugins: [compress],
});
