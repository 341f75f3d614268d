import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PACKAGE_ROOT } from '../common/package-root.js';
import { ServedText } from '../gateway/documentation/served-text.js';
import { CACHE_CONTROL, renderFrame, renderMarkdown } from './markdown-page.js';

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

const PRODUCT = 'Insurance gateway';
const PAGES: ReadonlySet<string> = new Set(GUIDES.map(({ name }) => `${name}.md`));

export function listGuides(): ReadonlyMap<string, ServedText> {
  const pages = GUIDES.flatMap(({ name, title }): [string, ServedText][] => {
    const text = readFileSync(join(PACKAGE_ROOT, 'docs', `${name}.md`), 'utf8');
    return [
      [`${GUIDES_PATH}/${name}`, new ServedText(Buffer.from(renderPage(title, text)), 'text/html; charset=utf-8', CACHE_CONTROL)],
      [`${GUIDES_PATH}/${name}.md`, new ServedText(Buffer.from(text), 'text/markdown; charset=utf-8', CACHE_CONTROL)],
    ];
  });
  const index = new ServedText(Buffer.from(renderIndex()), 'text/html; charset=utf-8', CACHE_CONTROL);
  return new Map([[GUIDES_PATH, index], ...pages]);
}

function toServedAddress(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const file = posix.normalize(path);
  if (file === 'openapi.json') return '/openapi.json';
  if (!PAGES.has(file)) return null;
  return `${GUIDES_PATH}/${file.slice(0, -'.md'.length)}${anchor === undefined ? '' : `#${anchor}`}`;
}

function renderPage(title: string, markdown: string): string {
  const content = renderMarkdown(markdown, toServedAddress);
  return renderFrame(`${title} · ${PRODUCT}`, `<p><a href="/docs">API</a> · <a href="${GUIDES_PATH}">Guides</a></p>\n${content}`);
}

function renderIndex(): string {
  const rows = GUIDES.map(({ name, title, about }) => `<dt><a href="${GUIDES_PATH}/${name}">${title}</a></dt><dd>${about}</dd>`);
  return renderFrame(`Guides · ${PRODUCT}`, `<h1>Guides</h1>\n<dl>\n${rows.join('\n')}\n</dl>\n<p><a href="/docs">All operations</a></p>`);
}
