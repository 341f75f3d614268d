// Finds wording that readers stumble over, in comments of code and in Markdown (CONTRIBUTING, "Plain English"). Prints
// file:line, the wording and a replacement, and exits with 1 when there is any. Text in backticks, code blocks and
// generated files are not checked.
// usage: node scripts/check-english.mjs [FILE OR FOLDER …]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PLACES = ['src', 'test', 'scripts', 'console', 'migrations', 'examples', '*.md', 'docs', 'data'];
const CHECKED = /\.(?:ts|tsx|mjs|md)$/;
const GENERATED = /^(?:client\/|docs\/(?:data-model|states|errors)\.md$)/;
const LONGEST_SENTENCE = 30;
const LONGEST_COMMENT_LINE = 120;

/** Beginnings of a comment that leave out what it is about. */
const OPENING =
  /^(?:What|Who|Whom|Whose|Of|The same|So (?:many|long|much|few)|Those|None|Such|For how long|In whose|As it|To be|One (?:that|of)|Nobody|Somebody|Said)\b/;

/** Wording, and what to write instead. */
const WORDING = [
  [/\banew\b/i, 'again'],
  [/\bwho(?:m)?ever\b/i, 'anyone who, or name the caller'],
  [/\bwhichever\b/i, 'any, or each'],
  [/\b(?:there|here)(?:of|in)\b|\bwherefrom\b|\bhither\b/i, 'of it, in it, from which'],
  [/\bin whose\b/i, 'name the owner'],
  [/\b(?:is|are) none\b/i, 'is invalid, or does not exist'],
  [/\b(?:brings?|brought) about\b/i, 'cause, produce'],
  [/\b(?:is|are) told\b/i, 'receives, is informed'],
  [/\btells (?:of|that|it)\b|\btold (?:of|that)\b/i, 'says, returns, reports'],
  [/\bgoes on\b(?! to)/i, 'continues'],
  [/\bstands? (?:by|for itself|still|beside)\b/i, 'is next to, waits, does not change'],
  [/\b(?:any|no)body's\b/i, 'that belongs to nobody, unassigned'],
  [/\bin place of\b/i, 'instead of'],
  [/\bof its own\b/i, 'its own, separate'],
  [/\bby itself\b/i, 'automatically, alone'],
  [/\bas (?:it is|they are)\b/i, 'unchanged'],
  [/\b(?:what for|so many as)\b/i, 'why, as many as'],
  [/\bso (?:many|long|much|few)\b(?![^.;:]{0,80}\b(?:as|that)\b)/i, 'the number, or "as … as"'],
];

/**
 * Comments of a source file, each with its first line. Tags such as @example and indented lines of code end a comment.
 */
function commentsIn(source) {
  const found = [];
  let open = null;
  for (const [index, line] of source.split('\n').entries()) {
    const [, text] = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/)?\s*$/.exec(line) ?? [];
    const isStart = /^\s*\/\*/.test(line);
    if (text === undefined || /^\s*(?:@\w|oxlint|ts-)|^ {2}/.test(text)) open = null;
    else if (open === null || isStart) found.push((open = { line: index + 1, text, isComment: true }));
    else open.text += ` ${text}`;
    if (open !== null && line.length > LONGEST_COMMENT_LINE) open.isWide = true;
    if (/\*\/\s*$/.test(line)) open = null;
  }
  return found;
}

/** Paragraphs and list items of a Markdown page, each with its first line. */
function paragraphsIn(source) {
  const found = [];
  let open = null;
  let isCode = false;
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(?:```|#|<|\|)/.test(line) || line.trim() === '') open = null;
    else {
      const isItem = /^\s*(?:[-*]|\d+\.)\s/.test(line);
      const text = line.replace(/^\s*(?:[-*]|\d+\.)\s/, '').replace(/^\*\*[\w.]+\*\*\s*/, '');
      if (open === null || isItem) found.push((open = { line: index + 1, text }));
      else open.text += ` ${text}`;
    }
  }
  return found;
}

/** Wording to change in a text, each with a replacement. */
function findWording({ text, isComment, isWide }) {
  const plain = text.replaceAll(/`[^`]*`/g, 'code').replaceAll(/https?:\S+/g, 'address');
  const [opening] = (isComment && OPENING.exec(text)) || [];
  return [
    ...(isWide ? [`a comment line has more than ${LONGEST_COMMENT_LINE} characters`] : []),
    ...(opening === undefined ? [] : [`begins with "${opening}": begin with a verb in the third person or a noun`]),
    ...WORDING.flatMap(([pattern, instead]) => {
      const match = pattern.exec(plain);
      return match === null ? [] : [`"${match[0]}": write ${instead}`];
    }),
    ...plain
      .split(/(?<=[.!?:;])\s+/)
      .filter((sentence) => sentence.split(/\s+/).length > LONGEST_SENTENCE)
      .map((sentence) => `more than ${LONGEST_SENTENCE} words: "${sentence.slice(0, 60)} …"`),
  ];
}

const places = process.argv.length > 2 ? process.argv.slice(2) : PLACES;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...places], { encoding: 'utf8' });
let count = 0;
for (const file of listed.split('\n').filter((name) => CHECKED.test(name) && !GENERATED.test(name))) {
  const source = readFileSync(file, 'utf8');
  for (const passage of file.endsWith('.md') ? paragraphsIn(source) : commentsIn(source))
    for (const what of findWording(passage)) {
      console.error(`${file}:${passage.line}: ${what}`);
      count += 1;
    }
}
console.log(`${count} places to change.`);
process.exitCode = count === 0 ? 0 : 1;
