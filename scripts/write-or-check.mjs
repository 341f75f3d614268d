import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

/** Writes a generated file of the repository; with --check it writes nothing, and ends with exit 1 when the file differs. */
export function writeOrCheck(path, text, { command, summary }) {
  const file = fileURLToPath(new URL(path, root));
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    console.log(`${path}: ${summary}`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not what the program says: run ${command} and commit the result.`);
    process.exit(1);
  }
}
