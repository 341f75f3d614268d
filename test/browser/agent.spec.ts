import type { Page } from 'playwright-core';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { faultsOfPage, HAS_BROWSER, NARROW, Visitor } from '../support/browser.js';
import { FireApp } from '../support/fire-app.js';
import { TEST_TIME } from '../support/record-fixtures.js';

const RISK = {
  ...{ address: 'Λεωφόρος Κηφισίας', addressNumber: '100', city: 'Αθήνα', postCode: '11527', buildingYear: '2004', squareMeters: '100' },
  ...{ floors: '4', floor: '3', building: '150000', startDate: addDays(toLocalDate(TEST_TIME), 10) },
};
const CLIENT = {
  ...{ lastName: 'Παπαδοπούλου', firstName: 'Μαρία', fatherName: 'Γεώργιος', birthDate: '1980-05-14', afm: '123', city: 'Αθήνα' },
  ...{ address: 'Κηφισίας 100', postCode: '11526', mobile: '6912345678', email: 'maria@example.gr' },
};

(HAS_BROWSER ? describe : describe.skip)('the console of an agent in a browser', () => {
  let app: FireApp;
  let visitor: Visitor;
  let role: { readonly userId: number };

  beforeAll(async () => {
    app = await FireApp.start();
    const { agentCode } = (await app.agent()).sandbox.access;
    const { store, users } = app.running.parts;
    const user = { email: 'reader@agency.example', name: 'Reader', role: 'agent', agentCode, delegates: [] } as const;
    role = { userId: await store.transaction('gateway', (tx) => users.create(tx, user)) };
    visitor = await Visitor.start(app.running);
  });
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await app.stop();
  });

  const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(values)) await page.fill(`[name=${name}]`, value);
  };
  /** Chooses in the list of what can be done, and says yes. */
  const act = async (page: Page, title: string): Promise<void> => {
    await page.locator('button.choice', { hasText: title }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('leads from the quote of a flat to the PDF of its policy', async () => {
    const page = await visitor.open('/dev/quote/fire', { role });
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    expect(await faultsOfPage(page)).toEqual([]);
    await fill(page, RISK);
    await page.reload();
    expect(await page.inputValue('[name=postCode]')).toBe(RISK.postCode);
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Συνέχεια' }).click();
    await page.locator('.offer', { hasText: 'ΕΝΦΙΑ' }).click();
    expect(await faultsOfPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Συνέχεια' }).click();
    await fill(page, CLIENT);
    await page.selectOption('[name=gender]', '2');
    await page.selectOption('[name=doy]', '1101');
    await page.getByRole('button', { name: 'Καταχώριση αίτησης' }).click();
    await page.locator('.mantine-InputWrapper-error', { hasText: 'Μη έγκυρος ΑΦΜ' }).waitFor();
    expect(await faultsOfPage(page)).toEqual([]);
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain(CLIENT.lastName);
    await page.fill('[name=afm]', '123456783');
    await page.getByRole('button', { name: 'Καταχώριση αίτησης' }).click();
    await act(page, 'Έκδοση κωδικού πληρωμής');
    await page.locator('.secret', { hasText: 'RF' }).waitFor();
    await page.getByText('Τι θα έκαναν άλλοι').click();
    expect(await faultsOfPage(page)).toEqual([]);
    await act(page, 'Πληρωμή στην τράπεζα');
    await page.getByRole('tab', { name: 'Έγγραφα' }).click();
    await page.locator('button.choice', { hasText: 'Ασφαλιστήριο' }).click();
    await page.locator('iframe.viewer[src^="blob:"]').waitFor();
    await page.getByRole('tab', { name: 'Αποδείξεις' }).click();
    await page.getByText('Πληρωμένη').waitFor();
  });

  it('has no page that axe has anything against', async () => {
    const page = await visitor.open('/dev/portfolio', { role, language: 'en', viewport: NARROW });
    for (const path of ['/', '/portfolio', '/quote/motor', '/mine/keys', '/mine/user-keys', '/mine/calls', '/sandbox']) {
      await page.goto(`${visitor.root}/console/dev${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await faultsOfPage(page)]).toEqual([path, []]);
    }
  });
});
