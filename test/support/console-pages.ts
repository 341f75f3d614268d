import type { Page } from 'playwright-core';

const API = /^\/(dev\/)?[\w-]+-api\//;

/** Returns the API calls that a page sends from `work` until it is idle, each as `GET /backoffice-api/…`. */
export async function listCallsUntilIdle(page: Page, work: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const record = (request: { url(): string; method(): string }): void => {
    const { pathname, search } = new URL(request.url());
    if (API.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  };
  page.on('request', record);
  await work();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('request', record);
  return calls;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Returns the path without its query and with every number and UUID as 0. */
export function toPageKind(path: string): string {
  return path.replaceAll(UUID, '0').replaceAll(/\d+/g, '0').replace(/\?.*/, '');
}

/** Is called for each visited page with the API calls that it sent. */
export type PageVisit = (path: string, calls: readonly string[]) => Promise<void>;

/**
 * Visits every page of the side menu, one object of each kind that their lists link to, and all tabs. Paths are
 * relative to `prefix`.
 */
export async function visitPages(page: Page, prefix: string, visit: PageVisit): Promise<void> {
  await page.locator('nav.side').waitFor({ state: 'attached' });
  const linksIn = async (selector: string): Promise<string[]> => {
    const links = await page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map(({ href }) => href)`);
    return links.filter((href) => href.startsWith(`${prefix}/`)).map((href) => href.slice(prefix.length));
  };
  const paths = await linksIn('nav.side a:not([target])');
  const kinds = new Set(paths.map(toPageKind));
  for (const path of paths) {
    const calls = await listCallsUntilIdle(page, () => page.goto(prefix + path)).catch(async (cause: unknown) => {
      throw new Error(`The page ${path} shows: ${await page.locator('body').innerText()}`, { cause });
    });
    await visit(path, calls);
    for (const found of await linksIn('main a[data-row]')) {
      if (!kinds.has(toPageKind(found))) paths.push(found);
      kinds.add(toPageKind(found));
    }
    const tabs = await page.getByRole('tab').count();
    for (let at = 1; at < tabs; at += 1) {
      const more = await listCallsUntilIdle(page, () => page.getByRole('tab').nth(at).click());
      await visit(page.url().slice(prefix.length), [...calls, ...more]);
    }
  }
}
