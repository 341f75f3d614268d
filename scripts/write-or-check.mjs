import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

/** Writes a generated file. With --check it writes nothing and exits with 1 if the file differs. */
export function writeOrCheck(path, text, { command, summary }) {
  const file = fileURLToPath(new URL(path, root));
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    console.log(`${path}: ${summary}`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is out of date: run ${command} and commit the result.`);
    process.exit(1);
  }
}
