import type { Page } from 'playwright-core';
import { addDays } from '../../src/common/athens.js';
import { findPageViolations, HAS_BROWSER, NARROW, type ConsoleBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { type ConsoleFixture } from '../support/console-fixture.js';
import { createUnknownCode } from '../support/collection-client.js';
import { chooseFound, fillFields } from '../support/quote-form.js';

const VEHICLE = {
  manufactureYear: '2018',
  regionPostcode: '11527',
  driverBirthYear: '1980',
  driverLicenceDate: '2005-06-01',
  policyStartDate: addDays(CHARGE_TIME.slice(0, 10), 10),
};

(HAS_BROWSER ? describe : describe.skip)('forms of the console about money', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));

  const dialog = (page: Page): ReturnType<Page['locator']> => page.getByRole('dialog');
  const submit = (page: Page): ReturnType<Page['locator']> => dialog(page).locator('[type=submit]');

  it.each([
    ['el', '64,42', '= 64,42\u00a0€', 'Γράψτε 9000 για 9.000,00 € ή 9 για 9,00 €.'],
    ['en', '64,42', '= €64.42', 'Type 9000 for €9,000.00, or 9 for €9.00.'],
  ] as const)(
    'the money dialog books the amount that it echoes, and refuses an ambiguous amount, in %s',
    async (language, text, echo, refusal) => {
      const page = await visitor.open('/suspense', { role: 'issuing', language });
      await page.locator('.head button').first().click();
      const reference = `ECHO-${language}`;
      await fillFields(page, { paymentCode: createUnknownCode(), reference, valueDate: fixture.app.clock.today() });
      for (const amount of ['9.000', '9,000']) {
        await fillFields(page, { amount });
        await dialog(page).getByText(refusal).waitFor();
        expect(await submit(page).isDisabled()).toBe(true);
      }
      expect(await findPageViolations(page)).toEqual([]);
      await fillFields(page, { amount: '1e3' });
      await page.locator('[name=amount][aria-invalid=true]').waitFor();
      expect(await submit(page).isDisabled()).toBe(true);
      await fillFields(page, { amount: text });
      await dialog(page).getByText(echo, { exact: true }).waitFor();
      expect(await findPageViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      const row = page.getByRole('row', { name: reference });
      await row.waitFor();
      expect(await row.textContent()).toContain(echo.slice(2));
    },
  );

  it('a quote waits until its sum is unambiguous, and keeps the typed text', async () => {
    const page = await visitor.open('/dev/quote/motor', { role: await fixture.createUser('agent') });
    await chooseFound(page, { makeCode: 'TOYOTA', modelCode: 'yaris 1.5' });
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/quotes/prices')) asked.push(request.postDataJSON());
    });
    await fillFields(page, { insuredValue: '9.000' });
    await page.getByRole('button', { name: 'Συνέχεια' }).click();
    await page.locator('[name=insuredValue][aria-invalid=true]:focus').waitFor();
    await page.reload();
    expect(await page.inputValue('[name=insuredValue]')).toBe('9.000');
    await page.getByText('Ο αριθμός διαβάζεται με δύο τρόπους. Γράψτε 9000 για 9.000,00 € ή 9 για 9,00 €.').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await fillFields(page, { ...VEHICLE, insuredValue: '9.000,00' });
    await page.getByText('= 9.000,00 €').waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Συνέχεια' }).click();
    await page.locator('.offer').first().waitFor();
    expect(asked[0]).toMatchObject({ insuredValue: 9000, manufactureYear: 2018 });
  });

  it('a list is filtered by an amount in the notation of the language', async () => {
    const page = await visitor.open('/referrals', { role: 'underwriter' });
    const field = page.getByLabel('Ασφάλιστρα από');
    await field.fill('1.500');
    await field.press('Enter');
    await page.getByText('Ο αριθμός διαβάζεται με δύο τρόπους').waitFor();
    expect(new URL(page.url()).searchParams.has('premiumFrom')).toBe(false);
    await field.fill('1.500,50');
    await field.press('Enter');
    await page.waitForURL(/premiumFrom=1500\.5$/);
    expect(await field.inputValue()).toBe('1500,5');
  });

  it('a cancellation asks for reason and claims before its refund, and a scheduled one can be withdrawn', async () => {
    const { id } = await createPolicy(fixture.agent);
    const page = await visitor.open(`/applications/${id}`, { role: 'issuing' });
    const today = CHARGE_TIME.slice(0, 10);
    const open = (): Promise<void> => page.getByRole('button', { name: 'Ακύρωση συμβολαίου' }).click();
    await open();
    expect(await page.inputValue('[name=reasonCode]')).toBe('');
    await page.selectOption('[name=reasonCode]', 'SALE');
    await fillFields(page, { receivedOn: today, date: '2027-06-05' });
    expect(await page.inputValue('[name=claims]')).toBe('');
    expect(await submit(page).isDisabled()).toBe(true);
    await page.selectOption('[name=claims]', 'no');
    await dialog(page).locator('.sum-rows').waitFor();
    await dialog(page).getByText('Η επιστροφή υπολογίστηκε με τις σημερινές πληρωμές').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await submit(page).click();
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Ανάκληση ακύρωσης' }).click();
    await submit(page).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ανάκληση ακύρωσης' }).waitFor({ state: 'detached' });

    await open();
    await page.selectOption('[name=reasonCode]', 'IN_ERROR');
    await fillFields(page, { receivedOn: today, neededText: 'Διπλή καταχώριση' });
    expect(await page.locator('[name=date]').count()).toBe(0);
    await page.selectOption('[name=claims]', 'no');
    await dialog(page).getByText('Πρέπει να την εγκρίνει δεύτερο πρόσωπο').waitFor();
    await submit(page).click();
    await dialog(page).getByText('εκδοθέν εκ παραδρομής').waitFor();
  });

  it('a charge shows its amount and its payer, and is not offered when nothing is due', async () => {
    const { id } = await createPrepaid(fixture.sandbox, { pay_frequency_in_months: 3 });
    const { pricing, agent_code: agentCode } = await fixture.sandbox.get(id);
    const page = await visitor.open(`/dev/portfolio/fire/${id}`, { role: await fixture.createUser('agent') });
    const charge = page.locator('.choice', { hasText: 'Χρέωση' });
    await charge.click();
    const first = new Intl.NumberFormat('el-GR', { style: 'currency', currency: 'EUR' }).format(pricing!.instalments[0]!.gross);
    await dialog(page).getByText(`Ο λογαριασμός του συνεργάτη ${agentCode} θα χρεωθεί με ${first} (πρώτη πληρωμή`).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await submit(page).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('Σε ισχύ').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await charge.count()).toBe(0);
  });

  it('a report includes today unless another last day is chosen', async () => {
    const page = await visitor.open('/reports', { role: 'issuing', language: 'en' });
    const today = (await page.inputValue('[name=to]')).split('/').toReversed().join('-');
    const asked = page.waitForRequest((request) => request.url().includes('/reports/production'));
    await page.getByRole('button', { name: 'Save' }).or(page.locator('form [type=submit]')).first().click();
    expect(new URL((await asked).url()).searchParams.get('to')).toBe(addDays(today, 1));
    await fillFields(page, { from: '01/01/2020', to: '31/01/2020' });
    await page.locator('form [type=submit]').click();
    await page.getByText('The report has no rows for this period.').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('a list includes the last day of its period', async () => {
    const page = await visitor.open('/audit', { role: 'admin', language: 'en' });
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('to'));
    await page.getByLabel('To (inclusive)').fill('2026-11-26');
    await page.keyboard.press('Enter');
    expect(new URL((await asked).url()).searchParams.get('to')).toBe('2026-11-27');
  });
});

(HAS_BROWSER ? describe : describe.skip)('the frame of the console', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));

  it('signing out in one tab clears every tab of the browser', async () => {
    const { id, number } = await fixture.createReferral();
    const one = await visitor.open('/referrals', { role: 'underwriter' });
    await one.getByRole('link', { name: number }).waitFor();
    const other = await one.context().newPage();
    await other.goto(`${visitor.root}/console/applications/${id}`);
    await other.getByRole('button', { name: 'Έγκριση με όρους' }).click();
    await fillFields(other, { loadingPercent: '20', note: 'Half a sentence' });
    expect(await other.evaluate('sessionStorage.length')).toBeGreaterThan(0);
    await one.getByRole('button', { name: 'Αποσύνδεση', exact: true }).click();
    for (const page of [one, other]) {
      await page.getByRole('heading', { name: 'Σύνδεση' }).waitFor();
      expect(await page.content()).not.toContain(number);
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    }
    expect(await other.title()).not.toContain(number);
  });

  it.each([
    ['its ×', (page: Page) => page.getByRole('button', { name: 'Close menu' }).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['a press beside it', (page: Page) => page.mouse.click(NARROW.width - 20, NARROW.height / 2)],
  ] as const)('the menu of a phone is closed by %s, and the focus returns', async (_, close) => {
    const page = await visitor.open('/referrals', { role: 'underwriter', language: 'en', viewport: NARROW });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.click();
    await page.locator('.side-close:focus').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await close(page);
    await page.locator('.side').waitFor({ state: 'hidden' });
    await page.locator('.menu-button:focus').waitFor();
    expect(page.url()).toBe(`${visitor.root}/console/referrals`);
  });
});
