// Checks that every text of the console is used and has the same placeholders in both languages. The types check that
// none is missing, the linter that components contain no text.
// usage: node scripts/check-console-texts.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../console/src');
const TEXTS = 'messages';
const ENTRY = /^ {2}'?([\w.-]+)'?:\s*(['"])(.*)\2,$/gm;

const violations = [];
/** Returns the texts of a language from all its files. The program merges the files, so an id may occur only once. */
const textsOf = (language) => {
  const texts = new Map();
  for (const name of readdirSync(join(SOURCES, TEXTS)).filter((file) => file === `${language}.ts` || file.endsWith(`-${language}.ts`))) {
    const file = readFileSync(join(SOURCES, TEXTS, name), 'utf8').replace(/:\n\s+/g, ': ');
    for (const [, id, , text] of file.matchAll(ENTRY)) {
      if (texts.has(id)) violations.push(`${id} occurs twice, also in ${name}.`);
      texts.set(id, text);
    }
  }
  return texts;
};
const gapsOf = (text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

const sources = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.endsWith(TEXTS))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');
const putTogether = [...sources.matchAll(/`([\w-]+\.)\$\{\w+\}(?:\.\w+)?`/g)].map(([, beginning]) => beginning);
const [greek, english] = [textsOf('el'), textsOf('en')];
if (greek.size === 0) violations.push('No texts were found.');
for (const [id, text] of greek) {
  const other = english.get(id);
  // JSX attributes have ids in double quotation marks.
  if (!sources.includes(`'${id}'`) && !sources.includes(`"${id}"`) && !putTogether.some((beginning) => id.startsWith(beginning)))
    violations.push(`${id} is not used.`);
  if (other === undefined) violations.push(`${id} has no English.`);
  else if (gapsOf(text).join() !== gapsOf(other).join()) violations.push(`${id} has different placeholders in English.`);
}
for (const id of english.keys()) if (!greek.has(id)) violations.push(`${id} has no Greek.`);
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
