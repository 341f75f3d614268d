import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';

const OUT = join(import.meta.dirname, '../dist/console');
/** Maximum of the files before the first page, compressed by gzip. */
const FIRST_LOAD_BYTES = 300_000;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Lays each asset compressed beside itself, as the server sends it, and refuses a first load that is too large. */
const compress = {
  name: 'compress',
  async closeBundle() {
    const folder = join(OUT, 'assets');
    const page = await readFile(join(OUT, 'index.html'), 'utf8');
    let firstLoad = 0;
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name));
      const [br, gz] = await Promise.all([promisify(brotliCompress)(text, BROTLI), promisify(gzip)(text, { level: 9 })]);
      await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)]);
      if (page.includes(`assets/${name}`)) firstLoad += gz.length;
    }
    if (firstLoad > FIRST_LOAD_BYTES) throw new Error(`The first load has ${firstLoad} bytes, ${FIRST_LOAD_BYTES} at most.`);
    console.error(`The console is built: ${Math.ceil(firstLoad / 1000)} kB at the first load.`);
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
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    rolldownOptions: { onLog },
  },
  plugins: [compress],
});
