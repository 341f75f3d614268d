// Checks that docs/ defines every cited id (`fire.12`, `rating.P4`, `ADR-6`) exactly once, that links and file names in
// Markdown exist, and that `.env.example` has the settings that the program reads. Prints violations as file:line.
// usage: node scripts/check-citations.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const RULE_FILE = /^docs\/(?:contract\/(?!README)[a-z]+|rating)\.md$/;
const RECORD_FILE = /^docs\/decisions\/(\d+)-[\w-]+\.md$/;
const RULE = /^\*\*([a-z]+\.P?\d+)\*\* /gm;
const LINK = /\]\((?!\w+:)([^)#\s]+)(?:#[^)]*)?\)/g;
const QUOTED_FILE = /`((?:src|test|docs|data|tariffs|migrations|scripts|deploy|examples|\.ci)\/[\w./-]*[\w/])`/g;
const SECTION = /§/g;
const SETTING = /\(variables, '([A-Z_]+)'(?:, (\d+))?/g;

/** Returns the violations as `file:line: what`. `texts` are pairs of path and text; `exists` is called with a path. */
export function findViolations(texts, exists) {
  const { ids, violations } = definedIds(texts);
  const files = new Set([...ids].filter((id) => id.includes('.')).map((id) => id.split('.')[0]));
  // The look-behind excludes paths, properties and file names (`money.ts`, `this.parties.2`).
  const citation = new RegExp(`(?<![\\w./'$-])(?:ADR-\\d+|(?:${[...files].join('|')})\\.P?\\d+(?![\\w(]))`, 'g');
  for (const [file, text] of texts) {
    const report = (match, what) => violations.push(`${file}:${lineOf(text, match.index)}: ${what}`);
    for (const match of text.matchAll(citation)) if (!ids.has(match[0])) report(match, `${match[0]} is defined nowhere in docs/`);
    for (const match of text.matchAll(SECTION)) report(match, 'a section (§) of another document; cite a rule or a record by its id');
    if (!file.endsWith('.md')) continue;
    for (const match of text.matchAll(LINK))
      if (!exists(join(dirname(file), match[1]))) report(match, `the link ${match[1]} leads nowhere`);
    for (const match of text.matchAll(QUOTED_FILE)) if (!exists(match[1])) report(match, `${match[1]} does not exist`);
  }
  return [...violations, ...settingViolations(new Map(texts))];
}

function definedIds(texts) {
  const ids = new Set();
  const violations = [];
  for (const [file, text] of texts) {
    const record = RECORD_FILE.exec(file);
    if (record) ids.add(`ADR-${record[1]}`);
    if (!RULE_FILE.test(file)) continue;
    for (const match of text.matchAll(RULE)) {
      if (ids.has(match[1])) violations.push(`${file}:${lineOf(text, match.index)}: ${match[1]} is defined twice`);
      ids.add(match[1]);
    }
  }
  return { ids, violations };
}

/** Compares the settings that the program reads with those of `.env.example`, names and defaults. */
function settingViolations(texts) {
  const example = texts.get('.env.example');
  if (example === undefined) return [];
  const read = new Map([...(texts.get('src/config/config.ts') ?? '').matchAll(SETTING)].map(([, name, fallback]) => [name, fallback]));
  const named = new Map([...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const missing = [...read.keys()].filter((name) => !named.has(name)).map((name) => `${name} is missing`);
  const unknown = [...named.keys()].filter((name) => !read.has(name)).map((name) => `${name} is read nowhere`);
  const other = [...named].filter(([name, value]) => (read.get(name) ?? value) !== value).map(([name]) => `${name} has another default`);
  return [...missing, ...unknown, ...other].map((what) => `.env.example: ${what}`);
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

/** Returns path and text of all files that may contain citations, including new ones. */
function readTexts() {
  const places = ['src', 'test', 'migrations', 'scripts', 'docs', 'examples', 'deploy', 'data/README.md', '*.md', '*.js', '.env.example'];
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...places], { encoding: 'utf8' });
  // Leaves out this file and its test, which contain invalid ids.
  const isText = (file) => /\.(?:ts|mjs|js|md|sh|conf|example)$/.test(file) && !/\bcitations\./.test(file);
  const files = listed.split('\n').filter((file) => isText(file) && existsSync(file));
  return files.map((file) => [file, readFileSync(file, 'utf8')]);
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const violations = findViolations(readTexts(), existsSync);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
