import { Marked, type Tokens } from 'marked';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { escapeMarkup } from '../common/escape-markup.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import { ServedText } from '../gateway/documentation/served-text.js';

/** Pages of docs/ for integrators, in reading order. */
export const GUIDES = [
  { name: 'sandbox', title: 'From sign-up to production', about: 'Sign up, sell in the sandbox, cause unusual cases, certify, go live.' },
  { name: 'errors', title: 'Errors', about: 'Every error code with its status, cause and remedy.' },
  { name: 'events', title: 'Events', about: 'The feed and signed webhooks.' },
  { name: 'states', title: 'Statuses', about: 'The statuses of an application and the actions between them.' },
  { name: 'customer', title: 'The customer’s page', about: 'Links by which customers read, accept, pay and withdraw.' },
  { name: 'rating', title: 'Prices', about: 'How a price is calculated, from facts and tariff.' },
  { name: 'glossary', title: 'Glossary', about: 'Words of insurance and of this API, in English and Greek.' },
  { name: 'versioning', title: 'Versions and deprecation', about: 'What may change without notice, and how an end is announced.' },
  { name: 'api-changelog', title: 'Changes of the API', about: 'What changed for programs, by version.' },
] as const;

export const GUIDES_PATH = '/docs/guides';

const ALWAYS_ASK = 'public, no-cache';
const STYLE =
  'body{font:16px/1.55 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}pre{overflow:auto;background:#f4f4f4;padding:.8em}' +
  'table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}code{font-size:.95em}';

const PAGES: ReadonlySet<string> = new Set(GUIDES.map(({ name }) => `${name}.md`));

/** Returns the guides by path: as HTML, and with `.md` as the Markdown that they are written in. */
export function listGuides(): ReadonlyMap<string, ServedText> {
  const pages = GUIDES.flatMap(({ name, title }): [string, ServedText][] => {
    const text = readFileSync(join(PACKAGE_ROOT, 'docs', `${name}.md`), 'utf8');
    return [
      [`${GUIDES_PATH}/${name}`, new ServedText(Buffer.from(renderPage(title, text)), 'text/html; charset=utf-8', ALWAYS_ASK)],
      [`${GUIDES_PATH}/${name}.md`, new ServedText(Buffer.from(text), 'text/markdown; charset=utf-8', ALWAYS_ASK)],
    ];
  });
  const index = new ServedText(Buffer.from(renderIndex()), 'text/html; charset=utf-8', ALWAYS_ASK);
  return new Map([[GUIDES_PATH, index], ...pages]);
}

/** A cell with an error code, to which problems lead (gateway.101). */
const ERROR_CODE = /^`?(-\d+|[A-Z]+(?:_[A-Z]+)+)`?$/;

const MARKED = new Marked({
  renderer: {
    tablecell({ tokens, text, header }: Tokens.TableCell): string {
      const [, code] = ERROR_CODE.exec(text) ?? [];
      const tag = header ? 'th' : 'td';
      return `<${tag}${code === undefined ? '' : ` id="${code.toLowerCase()}"`}>${this.parser.parseInline(tokens)}</${tag}>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      const text = this.parser.parseInline(tokens);
      const address = toServedAddress(href);
      return address === null ? text : `<a href="${escapeMarkup(address)}">${text}</a>`;
    },
    heading({ tokens, depth }: Tokens.Heading): string {
      const text = this.parser.parseInline(tokens);
      return `<h${depth} id="${toAnchor(text)}">${text}</h${depth}>\n`;
    },
  },
});

/** Returns the address of a page that is served, or null: other files of the project are not. */
function toServedAddress(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const file = posix.normalize(path);
  if (file === 'openapi.json') return '/openapi.json';
  if (!PAGES.has(file)) return null;
  return `${GUIDES_PATH}/${file.slice(0, -'.md'.length)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Builds the anchor of a heading as links to it are written. */
function toAnchor(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function renderPage(title: string, markdown: string): string {
  return renderFrame(
    title,
    `<p><a href="/docs">API</a> · <a href="${GUIDES_PATH}">Guides</a></p>\n${MARKED.parse(markdown, { async: false })}`,
  );
}

function renderIndex(): string {
  const rows = GUIDES.map(({ name, title, about }) => `<dt><a href="${GUIDES_PATH}/${name}">${title}</a></dt><dd>${about}</dd>`);
  return renderFrame('Guides', `<h1>Guides</h1>\n<dl>\n${rows.join('\n')}\n</dl>\n<p><a href="/docs">All operations</a></p>`);
}

function renderFrame(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Insurance gateway</title><style>${STYLE}</style></head>
<body>
${content}
</body>
</html>
`;
}
