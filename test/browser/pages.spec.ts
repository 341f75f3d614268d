import type { Role } from '../../src/identity/user.service.js';
import {
  findPageViolations,
  findViolationsIn,
  HAS_BROWSER,
  LOOKS,
  NARROW,
  type ConsoleBrowser,
  type VisitOptions,
} from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { getRounds, isDeep, readSeed } from '../support/depth.js';
import { toPageKind, listCallsUntilIdle, visitPages } from '../support/console-pages.js';
import { type ConsoleFixture, SCRIPT } from '../support/console-fixture.js';
import { findMailedToken, createNewcomer, SIGNUP } from '../support/signup.js';

const MOST_CALLS = 8;
const MOST_FIRST_LOAD_BYTES = 230_000;

const ALL_ROLES: readonly (readonly [Role, '' | '/dev'])[] = [
  ['underwriter', ''],
  ['issuing', ''],
  ['accounting', ''],
  ['admin', ''],
  ['agent', '/dev'],
];
const ALL_VISITS: readonly (readonly [Role, '' | '/dev', VisitOptions])[] = (['el', 'en'] as const).flatMap((language) =>
  ALL_ROLES.map(([role, root]) => [role, root, { language }] as const),
);
/** Two roles a day, in Greek and in English, because each takes half a minute. */
const SEED = readSeed('PAGES_SEED', 1);
const VISITS = isDeep ? ALL_VISITS : [0, ALL_ROLES.length + 2].map((offset) => ALL_VISITS[(SEED + offset) % ALL_VISITS.length]!);
/** Looks of each page: every day another one on the next page. */
const LOOKS_A_PAGE = getRounds({ everyday: 1, deep: LOOKS.length });

/** Width at which a list shows all its columns. */
const DESK = { width: 1440, height: 860 };
/** Finds lists wider than their card, whose last columns would be hidden, and rows higher than one line. */
const CROWDED = `[...document.querySelectorAll('table.lines')].flatMap((table) => [
  ...(table.scrollWidth > table.parentElement.clientWidth ? ['a list of ' + table.scrollWidth + ' px in ' + table.parentElement.clientWidth] : []),
  ...[...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.offsetHeight > 34).map((row) => 'a row of ' + row.offsetHeight + ' px'),
])`;

/** Pages that show the injected markup, which must appear as text. Numbers in paths are 0. */
const WRITTEN: Readonly<Record<Role, readonly string[]>> = {
  underwriter: ['/referrals', '/applications', '/applications/0', '/service-requests', '/withdrawals'],
  issuing: [
    '/suspense',
    '/suspense/0',
    '/refunds',
    '/payout-batches/0',
    '/bank-statements/0',
    '/applications/0',
    '/service-requests',
    '/withdrawals',
  ],
  accounting: [],
  auditor: ['/applications', '/suspense', '/payout-batches/0', '/users', '/agents'],
  admin: ['/programs', '/users', '/agents', '/service-requests', '/amendment-runs', '/amendment-runs/0'],
  agent: ['/mine/webhooks', '/mine/webhooks/0'],
};

(HAS_BROWSER ? describe : describe.skip)('each page of the console', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));
  beforeAll(async () => {
    await fixture.createSamples();
  });

  it.each(VISITS)(
    'every page of the role %s below %s/ passes axe with few calls, and shows markup as text',
    async (role, root, options) => {
      const prefix = `${visitor.root}/console${root}`;
      const page = await visitor.open(`${root}/password/mine`, { ...options, role: await fixture.createUser(role) });
      const violations: string[] = [];
      const written = new Set<string>();
      let pages = SEED;
      await visitPages(page, prefix, async (path, calls) => {
        fixture.passPageLimit();
        await page.setViewportSize(DESK);
        for (const violation of await page.evaluate<string[]>(CROWDED)) violations.push(`${path}: ${violation}`);
        if (calls.length > MOST_CALLS) violations.push(`${path}: ${calls.join(' ')}`);
        for (const text of await page.getByRole('alert').allInnerTexts()) violations.push(`${path}: ${text}`);
        const first = (pages++ * LOOKS_A_PAGE) % LOOKS.length;
        if ((await page.locator('img[src=x]').count()) > 0) violations.push(`${path}: takes a text for markup`);
        if ((await page.locator('main').innerText()).includes(SCRIPT)) written.add(toPageKind(path));
        violations.push(
          ...(await findViolationsIn(page, LOOKS.slice(first, first + LOOKS_A_PAGE))).map((violation) => `${path}: ${violation}`),
        );
      });
      expect(violations).toEqual([]);
      expect([...written]).toEqual(expect.arrayContaining([...WRITTEN[role]]));
      await page.locator('.side-foot', { hasText: SCRIPT }).waitFor({ state: 'attached' });
      const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(stored).toBe(JSON.stringify([{ 'console.language': options.language }, {}, '']));
    },
    isDeep ? 900_000 : 240_000,
  );

  it('every page before the sign-in passes axe', async () => {
    const page = await visitor.open('/password/forgotten', { viewport: NARROW });
    const { email, client } = createNewcomer(fixture.app.running);
    await client.post(SIGNUP, { name: SCRIPT, email, programName: SCRIPT });
    const token = await findMailedToken(fixture.app.running, email);
    for (const path of ['/', '/signup', `/signup/verify?token=${token}`, '/password?token=none', '/help/el/issuing']) {
      await listCallsUntilIdle(page, () => page.goto(`${visitor.root}/console${path}`));
      const looks = LOOKS.filter(({ width }) => isDeep || width !== NARROW.width);
      expect([path, await findViolationsIn(page, path.startsWith('/help') ? [] : looks)]).toEqual([path, []]);
      expect([path, await findPageViolations(page)]).toEqual([path, []]);
    }
  });

  it('the first load of every role is small', async () => {
    const sizes: Record<string, number> = {};
    for (const [role, root] of ALL_ROLES) {
      const page = await visitor.open(`${root}/`, { role: await fixture.createUser(role) });
      await page.waitForLoadState('networkidle');
      sizes[role] = await page.evaluate<number>(
        `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      );
    }
    expect(Object.values(sizes).every((bytes) => bytes > 100_000)).toBe(true);
    expect(Object.entries(sizes).filter(([, bytes]) => bytes > MOST_FIRST_LOAD_BYTES)).toEqual([]);
  });
});
