import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { auditEl } from '../../console/src/messages/audit-el.js';
import { auditEn } from '../../console/src/messages/audit-en.js';
import { developerEl } from '../../console/src/messages/developer-el.js';
import { developerEn } from '../../console/src/messages/developer-en.js';
import { el } from '../../console/src/messages/el.js';
import { en } from '../../console/src/messages/en.js';
import { ownEl } from '../../console/src/messages/own-el.js';
import { ownEn } from '../../console/src/messages/own-en.js';
import { reportsEl } from '../../console/src/messages/reports-el.js';
import { reportsEn } from '../../console/src/messages/reports-en.js';
import { runsEl } from '../../console/src/messages/runs-el.js';
import { runsEn } from '../../console/src/messages/runs-en.js';
import { savedFormsEl } from '../../console/src/messages/saved-forms-el.js';
import { savedFormsEn } from '../../console/src/messages/saved-forms-en.js';
import { tablesEl } from '../../console/src/messages/tables-el.js';
import { tablesEn } from '../../console/src/messages/tables-en.js';
import { templatesEl } from '../../console/src/messages/templates-el.js';
import { templatesEn } from '../../console/src/messages/templates-en.js';
import { ROLES } from '../../src/identity/user.service.js';
import type { HttpResponse } from '../support/client.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';

const FOLDER = join(import.meta.dirname, '../../docs/console');
const MESSAGES = {
  el: { ...el, ...auditEl, ...developerEl, ...ownEl, ...reportsEl, ...runsEl, ...savedFormsEl, ...tablesEl, ...templatesEl },
  en: { ...en, ...auditEn, ...developerEn, ...ownEn, ...reportsEn, ...runsEn, ...savedFormsEn, ...tablesEn, ...templatesEn },
} as const;
const PAGES = (['el', 'en'] as const).flatMap((language) => ROLES.map((role) => ({ language, role })));
const MOST_PICTURE_BYTES = 120_000;

let gateway: RunningGateway;

beforeAll(async () => (gateway = await startGateway(CONTROLLERS, {})));
afterAll(() => gateway.stop());

const get = (path: string): Promise<HttpResponse> => gateway.plain.get(path);
const readPage = (language: string, role: string): string => readFileSync(join(FOLDER, language, `${role}.md`), 'utf8');

/** Lists the addresses that a page links to or shows, resolved as a browser does. */
const listAddresses = (path: string, html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => new URL(address!, `https://console.example${path}`).pathname);

describe('the help of the console', () => {
  it.each(PAGES)('of $role in $language is served with its heading, and all that it links to', async ({ language, role }) => {
    const path = `/console/help/${language}/${role}`;
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'public, no-cache']);
    const [, heading] = /^# (.*)/.exec(readPage(language, role))!;
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toMatch(new RegExp(`<h1 id="[^"]+">${heading}</h1>`));
    const addresses = listAddresses(path, text);
    expect(addresses).toEqual(expect.arrayContaining(['/console/help', `/console/help/${language === 'el' ? 'en' : 'el'}/${role}`]));
    for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 200]);
  });

  it.each(PAGES)('of $role in $language names only what the console shows', ({ language, role }) => {
    const texts: ReadonlySet<string> = new Set(Object.values(MESSAGES[language]));
    const names = [...readPage(language, role).matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !texts.has(name))).toEqual([]);
  });

  it('has an index with every page', async () => {
    const { status, text } = await get('/console/help');
    expect(status).toBe(200);
    expect(listAddresses('/console/help', text)).toEqual(PAGES.map(({ language, role }) => `/console/help/${language}/${role}`));
  });

  it('has small pictures, each shown by a page', async () => {
    const shown = PAGES.flatMap(({ language, role }) =>
      [...readPage(language, role).matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name]) => name!),
    );
    expect(readdirSync(join(FOLDER, 'pictures')).toSorted()).toEqual(shown.toSorted());
    for (const name of shown) {
      const { status, headers, bytes } = await get(`/console/help/pictures/${name}`);
      expect([status, headers['content-type'], bytes.length < MOST_PICTURE_BYTES]).toEqual([200, 'image/png', true]);
    }
  });

  it.each(['/console/help/el/director', '/console/help/fr/agent', '/console/help/pictures/none.png', '/console/help/en/..%2Fagent'])(
    'returns 404 for %s',
    async (path) => expect((await gateway.client.get(path)).status).toBe(404),
  );
});
