import type { Page } from 'playwright-core';

/** Paths of the API. */
const API = /^\/(dev\/)?[\w-]+-api\//;

/** Does it, waits until the page asks for nothing more, and returns what it asked of the API meanwhile, session and lists of codes included: `GET /backoffice-api/…`. */
export async function callsUntilIdle(page: Page, work: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { url(): string; method(): string }): void => {
    const { pathname, search } = new URL(request.url());
    if (API.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  };
  page.on('request', note);
  await work();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return calls;
}

/** The path of a kind of page: every number is 0, and what a list was asked for is left out. */
export function kindOf(path: string): string {
  return path.replaceAll(/\d+/g, '0').replace(/\?.*/, '');
}

/** Shown now at its path, and what it asked of the API to be shown. */
export type PageVisit = (path: string, calls: readonly string[]) => Promise<void>;

/**
 * Every page that the frame leads whoever is signed in to, and one of each kind of object that their lists lead to,
 * with its tabs: the frame's own list, so that a new page comes by itself. Paths are those behind `prefix`.
 */
export async function walkPages(page: Page, prefix: string, look: PageVisit): Promise<void> {
  await page.locator('nav.side').waitFor({ state: 'attached' });
  const linksIn = async (selector: string): Promise<string[]> => {
    const links = await page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map(({ href }) => href)`);
    return links.filter((href) => href.startsWith(`${prefix}/`)).map((href) => href.slice(prefix.length));
  };
  const paths = await linksIn('nav.side a');
  const kinds = new Set(paths.map(kindOf));
  for (const path of paths) {
    const calls = await callsUntilIdle(page, () => page.goto(prefix + path));
    await look(path, calls);
    for (const found of await linksIn('main a[data-row]')) {
      if (!kinds.has(kindOf(found))) paths.push(found);
      kinds.add(kindOf(found));
    }
    const tabs = await page.getByRole('tab').count();
    for (let at = 1; at < tabs; at += 1) {
      const more = await callsUntilIdle(page, () => page.getByRole('tab').nth(at).click());
      await look(page.url().slice(prefix.length), [...calls, ...more]);
    }
  }
}
