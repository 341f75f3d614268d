import { NotFoundException } from '@nestjs/common';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../common/package-root.js';
import { ServedText } from '../gateway/documentation/served-text.js';
import type { DocumentRoutes } from '../gateway/server/document-routes.js';
import { ROLES } from '../identity/user.service.js';
import { CACHE_CONTROL, renderFrame, renderMarkdown } from './markdown-page.js';

const FOLDER = join(PACKAGE_ROOT, 'docs/console');
const PICTURES = 'pictures';
const LANGUAGES = { el: 'Βοήθεια', en: 'Help' } as const;

export function serveConsoleHelp(documents: DocumentRoutes): void {
  const files = new Map<string, ServedText>();
  const index: string[] = [];
  for (const [language, title] of Object.entries(LANGUAGES)) {
    const links = ROLES.map((role) => {
      const text = readFileSync(join(FOLDER, language, `${role}.md`), 'utf8');
      const heading = /^# (.*)/.exec(text)?.[1] ?? role;
      files.set(`${language}/${role}`, toPage(heading, renderMarkdown(text, toServedAddress), language));
      return `<li><a href="help/${language}/${role}">${heading}</a></li>`;
    });
    index.push(`<section lang="${language}"><h1>${title}</h1>\n<ul>\n${links.join('\n')}\n</ul></section>`);
  }
  for (const name of readdirSync(join(FOLDER, PICTURES)))
    files.set(`${PICTURES}/${name}`, new ServedText(readFileSync(join(FOLDER, PICTURES, name)), 'image/png', CACHE_CONTROL));
  const start = toPage(Object.values(LANGUAGES).join(' · '), index.join('\n'), 'el');
  documents.addConsole('/console/help', (request, response) => start.send(request, response));
  documents.addConsole('/console/help/:folder/:name', (request, response) => {
    const file = files.get(`${String(request.params['folder'])}/${String(request.params['name'])}`);
    if (file === undefined) throw new NotFoundException();
    return file.send(request, response);
  });
}

function toPage(title: string, content: string, language: string): ServedText {
  return new ServedText(Buffer.from(renderFrame(title, content, language)), 'text/html; charset=utf-8', CACHE_CONTROL);
}

function toServedAddress(href: string): string {
  return href === '../../console.md' ? '../../help' : href.replace(/\.md$/, '');
}
