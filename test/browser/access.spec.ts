import type { Page } from 'playwright-core';
import { type ConsoleBrowser, findPageViolations, HAS_BROWSER } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture } from '../support/console-fixture.js';
import { openCookieSession } from '../support/cookie-session.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const LANGUAGES = ['el', 'en'] as const;
const TEXTS = {
  el: {
    grant: 'Χορήγηση ορίων',
    end: 'Λήξη τώρα',
    name: 'Ονοματεπώνυμο',
    sum: 'Ασφαλιζόμενο κεφάλαιο έως (€)',
    from: 'Ισχύει από',
    ended: 'Έληξαν',
    exceeded: 'Η απόφαση υπερβαίνει τα εγκριτικά σας όρια:',
    note: 'Νέα σημείωση',
    handUp: 'Παραπομπή σε αρμόδιο',
    endSession: 'Τερματισμός σύνδεσης',
  },
  en: {
    grant: 'Grant authority',
    end: 'End now',
    name: 'Name',
    sum: 'Sum insured up to (€)',
    from: 'Valid from',
    ended: 'Ended',
    exceeded: 'The decision exceeds your authority:',
    note: 'New note',
    handUp: 'Hand up',
    endSession: 'End session',
  },
} as const;
/** Buttons of an auditor that only change what is shown, by the beginning of their names. */
const SHOWING = /^(Search|Clear|Previous|Next|Export|CSV|PDF|Show|Hide|Sort|Filter|Today|Columns|Download|Open|Refresh|More)/;

(HAS_BROWSER ? describe : describe.skip)('access in a browser', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  let admin: StaffClient;
  openConsole((opened) => ({ fixture, visitor } = opened));
  beforeAll(async () => {
    admin = await StaffClient.open(fixture.app.running, 'admin');
  });
  afterEach(() => {
    fixture.passPageLimit();
  });

  const grant = async (userId: number, limits: object = {}): Promise<void> => {
    const authority = { userId, lines: ['fire'], validFrom: '2026-01-01', ...limits };
    expectStatus(201, await admin.post('authorities', authority));
  };
  const listAuthorities = async (userId: number): Promise<object[]> =>
    expectStatus(200, await admin.get(`authorities?userId=${userId}`)).json<{ items: object[] }>().items;
  const confirm = (page: Page, name: string): Promise<void> => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it.each(LANGUAGES)('an administrator grants an authority and ends it (%s)', async (language) => {
    const t = TEXTS[language];
    const underwriter = await fixture.createUser('underwriter', `Νίκος ${language}`);
    const page = await visitor.open('/authorities', { role: 'admin', language });
    await page.getByRole('button', { name: t.grant }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t.name).selectOption(String(underwriter.userId));
    await dialog.getByLabel(t.sum).fill('500000');
    await dialog.getByLabel(t.from).fill('2026-01-01');
    expect(await findPageViolations(page)).toEqual([]);
    await confirm(page, t.grant);
    const row = page.getByRole('row').filter({ hasText: `Νίκος ${language}` });
    await row.waitFor();
    expect(await listAuthorities(underwriter.userId)).toMatchObject([
      { maxSumInsured: 500_000, lines: ['fire', 'motor'], state: 'IN_FORCE' },
    ]);
    await row.getByRole('button', { name: t.end }).click();
    await confirm(page, t.end);
    await row.filter({ hasText: t.ended }).waitFor();
    expect(await listAuthorities(underwriter.userId)).toMatchObject([{ state: 'PAST' }]);
    expect(await row.getByRole('button').count()).toBe(0);
  });

  it.each(LANGUAGES)('an underwriter is told what exceeds the authority, and hands the referral up (%s)', async (language) => {
    const t = TEXTS[language];
    const [junior, senior] = [
      await fixture.createUser('underwriter', 'Άννα'),
      await fixture.createUser('underwriter', `Ελένη ${language}`),
    ];
    await grant(junior.userId, { maxSumInsured: 1 });
    await grant(senior.userId);
    const { id } = await fixture.createReferral();
    const page = await visitor.open(`/applications/${id}`, { role: junior, language });
    await page.locator('button.choice[aria-keyshortcuts=a]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t.exceeded).waitFor();
    await dialog.getByRole('combobox').selectOption(String(senior.userId));
    await dialog.getByLabel(t.note).fill('Μεγάλο κεφάλαιο');
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: t.handUp, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const reader = await StaffClient.open(fixture.app.running, 'underwriter');
    const application = expectStatus(200, await reader.get(`applications/${id}`)).json();
    expect(application).toMatchObject({ status: '30', assignee: { id: senior.userId } });
  });

  it('an administrator ends one session of a user', async () => {
    const { userId } = await fixture.createUser('issuing', 'Μαρία');
    const sessions = [await openCookieSession(fixture.app.running, { userId }), await openCookieSession(fixture.app.running, { userId })];
    const page = await visitor.open(`/users/${userId}/sessions`, { role: 'admin' });
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: TEXTS.el.endSession }) });
    await rows.first().waitFor();
    expect([await rows.count(), await findPageViolations(page)]).toEqual([2, []]);
    // The list begins with the latest.
    await rows.first().getByRole('button').click();
    await confirm(page, TEXTS.el.endSession);
    await eventually('one row is left', async () => (await rows.count()) === 1);
    const statuses = await Promise.all(sessions.map(({ client }) => client.get('/backoffice-api/sessions/current')));
    expect(statuses.map(({ status }) => status)).toEqual([200, 401]);
  });

  it('a list is filtered by an agent that is found, and shows the chosen columns also after a reload', async () => {
    const { number } = await fixture.createReferral();
    const page = await visitor.open('/applications', { role: await fixture.createUser('underwriter'), language: 'en' });
    await page.getByRole('combobox', { name: 'Agent' }).fill('Agency');
    await page.locator('[role=option]').first().click();
    await page.waitForURL(/agent=/);
    await page.getByRole('link', { name: number }).waitFor();
    await page.getByPlaceholder('Name of the view').fill('Mine');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('End', { exact: true }).uncheck();
    await page.reload();
    await page.getByRole('link', { name: number }).waitFor();
    expect(await page.getByRole('columnheader', { name: /^End/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    await page.waitForURL(/agent=/);
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('an assignment is undone by its message', async () => {
    const { id } = await fixture.createReferral();
    const page = await visitor.open(`/applications/${id}`, { role: await fixture.createUser('underwriter'), language: 'en' });
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Unassign' }).waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Unassigned.', { exact: true }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it.each([
    ['underwriter', '', ['applications/abc', 'applications/99999999', 'applications/99999999/amendments/1', 'service-requests/x']],
    ['issuing', '', ['suspense/99999999', 'payout-batches/99999999', 'bank-statements/99999999', 'pending-actions/x']],
    ['admin', '', ['users/99999999/sessions', 'amendment-runs/99999999', 'calls/x', 'nowhere']],
    ['agent', '/dev', ['portfolio/fire/99999999', 'portfolio/boat/1', 'portfolio/motor/x/edit', 'mine/webhooks/x', 'mine/events/x']],
  ] as const)('a page without its object has a heading and the way back, for the role %s', async (role, root, paths) => {
    const page = await visitor.open(`${root}/password/mine`, { role: await fixture.createUser(role), language: 'en' });
    for (const path of paths) {
      fixture.passPageLimit();
      await page.goto(`${visitor.root}/console${root}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const back = page.locator('main a').first();
      await back.waitFor();
      expect([path, await findPageViolations(page)]).toEqual([path, []]);
      await back.click();
      await page.waitForURL((url) => !url.pathname.endsWith(path));
    }
  });

  it('an auditor reads every page of the navigation, is refused nowhere and offered no action', async () => {
    await fixture.createReferral();
    const page = await visitor.open('/', { role: 'auditor', language: 'en' });
    const writes: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await page.locator('nav.side a').first().waitFor();
    const links = page.locator('nav.side a[href*="/console/"]');
    const paths = await links.evaluateAll((found) => found.map((link) => (link as unknown as { pathname: string }).pathname));
    expect(paths.length).toBeGreaterThan(20);
    const offered: string[] = [];
    // Everybody changes the own password, second factor and sessions.
    for (const path of paths.filter((one) => !/\/(mine|sessions)$/.test(one))) {
      await page.locator(`nav.side a[href="${path}"]`).first().click();
      await page.waitForURL((url) => url.pathname === path);
      await page.waitForLoadState('networkidle');
      const names = await page.locator('main :not(th) > button').allInnerTexts();
      offered.push(...names.filter((name) => name.trim() !== '' && !SHOWING.test(name.trim())).map((name) => `${path}: ${name}`));
    }
    expect({ writes, refused, offered }).toEqual({ writes: [], refused: [], offered: [] });
  });
});
