import { readFileSync } from 'node:fs';
import type { Role } from '../../src/identity/user.service.js';
import { HAS_BROWSER, ConsoleBrowser } from '../support/browser.js';
import { ConsoleFixture } from '../support/console-fixture.js';

interface Entry {
  readonly to: string;
  readonly roles: readonly Role[];
}

/** Navigation of the console, which has its own types. */
const NAVIGATION_FILE = new URL('../../console/src/frame/navigation.ts', import.meta.url).href;
const { NAVIGATION, entryOf } = (await import(NAVIGATION_FILE)) as {
  readonly NAVIGATION: readonly { readonly entries: readonly Entry[] }[];
  readonly entryOf: (path: string) => Entry | null;
};

const ROLES: readonly Role[] = ['underwriter', 'issuing', 'accounting', 'auditor', 'admin', 'agent'];
const FORBIDDEN = 'Δεν επιτρέπεται';
/** Calls of the frame: the session and the counts in the menu. */
const OF_FRAME = ['/backoffice-api/sessions/current', '/backoffice-api/overview'];
/** Pages with other roles than their entry in the navigation, or without one. */
const ELSEWHERE: Readonly<Record<string, readonly Role[]>> = {
  '/password/mine': ROLES,
  '/sessions': ROLES,
  '/factors/mine': ROLES,
  '/applications/$id/change': ['issuing', 'auditor'],
  '/clients/$id': ['underwriter', 'issuing', 'admin', 'auditor'],
  '/mine/deliveries/$id': ['agent'],
};

/** Lists the paths of every page behind the sign-in. */
function addresses(): string[] {
  const [, inside = ''] = readFileSync('console/src/pages.ts', 'utf8').split('export const INSIDE_PAGES');
  return [...inside.matchAll(/\['(\/[^']*)', page\(/g)].map(([, path]) => path!);
}

function listRoles(path: string): readonly Role[] {
  return ELSEWHERE[path] ?? entryOf(path)!.roles;
}

(HAS_BROWSER ? describe : describe.skip)('the pages of the console', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    fixture = await ConsoleFixture.start();
    visitor = await ConsoleBrowser.start(fixture.app.running);
  });
  afterAll(async () => {
    await visitor.stop();
    await fixture.stop();
  });

  it('the spec knows every page of the console', () => {
    const found = addresses();
    expect(found).toEqual(expect.arrayContaining(NAVIGATION.flatMap(({ entries }) => entries.map(({ to }) => to))));
    expect(found.filter((path) => ELSEWHERE[path] === undefined && entryOf(path) === null)).toEqual([]);
  });

  it.each(ROLES)(
    'the pages are open to the role %s where the API answers it, and say otherwise that they are not for it',
    async (role) => {
      const page = await visitor.open('/dev/password/mine', { role: await fixture.createUser(role) });
      const refused: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.status() === 403) refused.push(pathname);
      });
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.includes('-api/') && !OF_FRAME.some((path) => pathname.endsWith(path))) asked.push(pathname);
      });
      const violations: string[] = [];
      for (const path of addresses()) {
        fixture.passPageLimit();
        refused.length = asked.length = 0;
        await page.goto(`${visitor.root}/console/dev${path.replace('$line', 'fire').replace('$id', '1').replace('$no', '1')}`);
        await page
          .locator('nav.side')
          .waitFor({ state: 'attached' })
          .catch(() => violations.push(`${path} has no frame`));
        await page.waitForLoadState('networkidle');
        const isForbidden = (await page.getByRole('alert').getByText(FORBIDDEN).count()) > 0;
        const isOwn = listRoles(path).includes(role);
        if (isOwn && (isForbidden || refused.length > 0)) violations.push(`${path} is refused: ${refused.join(' ')}`);
        // A page without an entry sends calls and shows the error.
        if (!isOwn && (!isForbidden || asked.length > refused.length)) violations.push(`${path} is shown: ${asked.join(' ')}`);
      }
      expect(violations).toEqual([]);
    },
    300_000,
  );
});
