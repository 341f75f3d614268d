import type { Page } from 'playwright-core';

/** What a page asks the API for. */
const API = /^\/(dev\/)?[\w-]+-api\//;

/** Does it, waits until the page asks for nothing more, and returns what it asked of the API meanwhile: `GET /backoffice-api/…`. */
export async function settled(page: Page, work: () => Promise<unknown>): Promise<string[]> {
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

/**
 * Every page that the frame leads whoever is signed in to, and one of each kind of object that their lists lead to, with its tabs: the frame's own list, so that a new
 * page comes by itself. Paths behind `prefix`.
 */
export async function pagesOf(page: Page, prefix: string): Promise<string[]> {
  const start = page.url();
  await page.locator('nav.side').waitFor({ state: 'attached' });
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('nav.side li a, nav.side .side-foot a')].map(({ href }) => href)`,
  );
  const found = new Set(links.filter((href) => href.startsWith(`${prefix}/`)).map((href) => href.slice(prefix.length)));
  const kinds = new Set<string>();
  for (const path of [...found]) {
    await settled(page, () => page.goto(prefix + path));
    for (const href of await page.evaluate<string[]>(`[...document.querySelectorAll('main a[data-row]')].map(({ href }) => href)`)) {
      const kind = href.replaceAll(/\d+/g, '0').replace(/\?.*/, '');
      if (!kinds.has(kind)) found.add(href.slice(prefix.length));
      kinds.add(kind);
    }
  }
  for (const path of [...found].filter((path) => kinds.has((prefix + path).replaceAll(/\d+/g, '0').replace(/\?.*/, '')))) {
    await settled(page, () => page.goto(prefix + path));
    const tabs = await page.getByRole('tab').count();
    for (let at = 1; at < tabs; at += 1) {
      await settled(page, () => page.getByRole('tab').nth(at).click());
      found.add(page.url().slice(prefix.length));
    }
  }
  await page.goto(start);
  return [...found];
}
